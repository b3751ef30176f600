#!/usr/bin/env perl
# A bot for the word game in Perl, core modules only: it lays whole words through one tile of the board, where nothing
# else is touched, and takes the longest that it finds in time. A wild card stands in for what is missing.
use strict;
use warnings;
use JSON::PP qw(decode_json encode_json);
use Time::HiRes qw(time);

$| = 1;    # every line goes out at once
my ( %hand, %face, %letter, %square, %board, @words, $centre, $bag );

sub say_it { print encode_json( $_[0] ), "\n" }

sub start {
    my ($message) = @_;
    %hand   = %{ $message->{hand} };
    $centre = $message->{board}{centre};
    for my $tile ( sort { @{ $a->{faces} } <=> @{ $b->{faces} } } @{ $message->{tiles} } ) {    # wild cards last
        $bag += $tile->{count};
        my @faces = @{ $tile->{faces} };
        push @{ $face{ $_->[0] } }, [ $tile->{id}, $_->[1] ] for @faces;
        $letter{ $tile->{id} } = $faces[0][0] if @faces == 1;
    }
    $bag -= $message->{players} * $message->{hand_size};
    $bag = $message->{bag} if defined $message->{bag};                                          # begun in a position
    $board{"$_->{at}[0],$_->{at}[1]"} = $_->{char} for @{ $message->{placed} || [] };
    my $window = $message->{board}{window};
    my $y      = $window->{y0};
    for my $row ( @{ $window->{rows} } ) {
        my $x = $window->{x0};
        for my $kind (@$row) {
            $square{"$x,$y"} = 1 if $kind != -1;
            $x++;
        }
        $y++;
    }
    open my $file, '<:encoding(UTF-8)', $message->{dictionary}{words} or die "no words: $!";
    while ( my $word = <$file> ) {
        chomp $word;
        push @words, $word if length $word >= 2 and length $word <= 8;
    }
    @words = sort { length $b <=> length $a or $a cmp $b } @words;
    say_it( { type => 'ready', name => 'perl' } );
}

sub give {
    my ($tile) = @_;
    delete $hand{$tile} if --$hand{$tile} <= 0;
}

sub hear {
    my ($message) = @_;
    if ( $message->{type} =~ /^play(ed|_success)$/ ) {
        for my $tile ( @{ $message->{tiles} } ) {
            $board{"$tile->{at}[0],$tile->{at}[1]"} = $tile->{char};
            $bag-- if $bag > 0;
            give( $tile->{tile} ) if $message->{type} eq 'play_success';
        }
    }
    give($_) for @{ $message->{old_tiles} || [] };
    $hand{$_}++ for @{ $message->{new_tiles} || [] };
}

# The tiles that lay a word with its letter number $index on (x, y), or nothing where they do not fit.
sub lay {
    my ( $word, $index, $x, $y, $dx, $dy ) = @_;
    my ( %left, @tiles ) = %hand;
    my ( $u, $v ) = ( $x - $dx * $index, $y - $dy * $index );
    my ( $p, $q ) = ( $u + $dx * length $word, $v + $dy * length $word );
    return if $board{ ( $u - $dx ) . ',' . ( $v - $dy ) } or $board{"$p,$q"};
    for my $char ( split //, $word ) {
        if ( my $old = $board{"$u,$v"} ) {
            return if $old ne $char;
        }
        else {
            my ($face) = grep { $left{ $_->[0] } } @{ $face{$char} || [] };
            return if !$face or !$square{"$u,$v"};
            $left{ $face->[0] }--;
            return if $board{ ( $u + $dy ) . ',' . ( $v + $dx ) } or $board{ ( $u - $dy ) . ',' . ( $v - $dx ) };
            push @tiles, { at => [ $u, $v ], tile => $face->[0], char => $char, points => $face->[1] };
        }
        $u += $dx;
        $v += $dy;
    }
    return \@tiles;
}

sub choose {
    my ($until) = @_;
    my @anchors = %board ? map { [ split( /,/, $_ ), $board{$_} ] } sort keys %board : ( [ @$centre, undef ] );
    my %there = map { $_ => 1 } grep { defined } ( map { $_->[2] } @anchors ), map { $letter{$_} } keys %hand;
    my $fits = join( '', map { quotemeta } keys %there ) || '0';
    my $wild = 0;
    $wild += $hand{$_} for grep { !exists $letter{$_} } keys %hand;
    for my $word (@words) {
        return if time > $until;
        next if ( () = $word =~ /[^$fits]/g ) > $wild;
        for my $anchor (@anchors) {
            my ( $x, $y, $char ) = @$anchor;
            for my $index ( 0 .. length($word) - 1 ) {
                next if defined $char and substr( $word, $index, 1 ) ne $char;
                for my $way ( [ 1, 0 ], [ 0, 1 ] ) {
                    my $tiles = lay( $word, $index, $x, $y, @$way );
                    return $tiles if $tiles and @$tiles >= ( %board ? 1 : 2 );
                }
            }
        }
    }
    return;
}

while ( my $line = <STDIN> ) {
    my $message = decode_json($line);
    if    ( $message->{type} eq 'start' )     { start($message) }
    elsif ( $message->{type} eq 'game_over' ) { last }
    elsif ( $message->{type} eq 'your_turn' ) {
        my $tiles = choose( time + ( defined $message->{ms} ? $message->{ms} / 3000 : 1 ) );
        my @held = map { ( $_ + 0 ) x $hand{$_} } sort keys %hand;
        splice @held, $bag if @held > $bag;
        my $answer =
            $tiles ? { type => 'play', tiles => $tiles }
          : @held  ? { type => 'change', tiles => \@held }
          :          { type => 'pass' };
        say_it( { %$answer, turn => $message->{turn} } );
    }
    else { hear($message) }
}
