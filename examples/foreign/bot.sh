#!/usr/bin/env bash
# A bot for the word game in Bash alone. It knows the words of two to five letters from A to Z, and lays the longest that
# it finds in a third of its time: through one tile of the board, where nothing else is touched. A wild card stands in
# for a letter that its hand lacks. Where nothing fits it changes what the bag allows, and then passes.
set -u
# Arrays begin as (), for set -u takes one that nothing is in yet for a mistake.
declare -A hand=() board=() tile=() points=() wild_points=() rows=()
declare -a words=()
bag=0 wild=-1 x0=0 y0=0 first= laid=

# What follows "KEY": in a message, up to the next comma or bracket.
value() {
    local rest=${1#*\"$2\":}
    printf '%s' "${rest%%[,\}\]]*}"
}

# The numbers of the list or object after "KEY":
numbers() {
    local rest=${1#*\"$2\":[\[\{]}
    rest=${rest%%[\]\}]*}
    printf '%s' "${rest//[\",:]/ }"
}

changed() { # as many tiles of the hand as the bag holds
    local held=() id i
    for id in "${!hand[@]}"; do for ((i = 0; i < hand[$id]; i++)); do held+=("$id"); done; done
    local IFS=,
    printf '%s' "${held[*]:0:bag}"
}

take() { if ((--hand[$1] == 0)); then unset "hand[$1]"; fi; }
give() { hand[$1]=$((${hand[$1]:-0} + 1)); }

start() {
    local line=$1 rest=${1#*\"tiles\":\[\{} part faces id y row size all
    set -- $(numbers "$line" hand) # tile, count, tile, count ...
    while (($# > 1)); do
        hand[$1]=$2
        shift 2
    done
    while [[ $rest == *\"faces\":* ]]; do # "id":1,"count":9,"faces":[["A",1]]
        part=${rest%%]]*} rest=${rest#*]]}
        id=$(value "$part" id) faces=${part#*\"faces\":[}
        bag=$((bag + $(value "$part" count)))
        [[ $faces == *],[* ]] && wild=$id
        while [[ $faces =~ \[\"([A-Z])\",(-?[0-9]+) ]]; do
            if ((id == wild)); then
                wild_points[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
            else
                tile[${BASH_REMATCH[1]}]=$id points[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
            fi
            faces=${faces#*"${BASH_REMATCH[0]}"}
        done
    done
    bag=$((bag - $(value "$line" players) * $(value "$line" hand_size)))
    set -- $(numbers "$line" centre)
    first=$1,$2 rest=${line#*\"window\":}
    x0=$(value "$rest" x0) y0=$(value "$rest" y0) rest=${rest#*\"rows\":[[} rest=${rest%%]]*}
    y=$y0
    while row=${rest%%],[*}; do # a row of squares, a number each
        rows[$y]=${row//,/ }
        [[ $rest == *],[* ]] || break
        rest=${rest#*],[} y=$((y + 1))
    done
    rest=${line#*\"dictionary\":\{} rest=${rest#*\"words\":\"}
    mapfile -t all <"${rest%%\"*}"
    for size in 5 4 3 2; do
        for row in "${all[@]}"; do ((${#row} == size)) && [[ $row != *[^A-Z]* ]] && words+=("$row"); done
    done
    printf '{"type":"ready","name":"bash"}\n'
}

square() { # whether there is one at x, y
    local row=(${rows[$2]:-})
    (($1 >= x0 && $1 - x0 < ${#row[@]})) && ((row[$1 - x0] != -1))
}

# Lay a word from x, y on; its tiles are in $laid where it fits.
lay() {
    local word=$1 x=$2 y=$3 dx=$4 dy=$5 i char id worth new=0
    local -A left
    laid=
    [[ -n ${board[$((x - dx)),$((y - dy))]:-}${board[$((x + dx * ${#word})),$((y + dy * ${#word}))]:-} ]] && return 1
    for ((i = 0; i < ${#word}; i++, x += dx, y += dy)); do
        char=${word:i:1}
        [[ ${board[$x,$y]:-} == "$char" ]] && continue
        [[ -n ${board[$x,$y]:-}${board[$((x + dy)),$((y + dx))]:-}${board[$((x - dy)),$((y - dx))]:-} ]] && return 1
        id=${tile[$char]:--1} worth=${points[$char]:-0}
        if ((id < 0 || ${hand[$id]:-0} <= ${left[$id]:-0})); then id=$wild worth=${wild_points[$char]:-0}; fi
        if ((id < 0 || ${hand[$id]:-0} <= ${left[$id]:-0})); then return 1; fi
        square $x $y || return 1
        left[$id]=$((${left[$id]:-0} + 1)) new=$((new + 1))
        laid+="${laid:+,}{\"at\":[$x,$y],\"tile\":$id,\"char\":\"$char\",\"points\":$worth}"
    done
    ((new > (${#board[@]} ? 0 : 1)))
}

# Look until the time in microseconds; succeed where a word fits.
find() {
    local letters= wilds=${hand[$wild]:-0} anchors=("${!board[@]}") at char word lacks i
    ((${#board[@]})) || anchors=("$first")
    for char in "${!tile[@]}"; do [[ -n ${hand[${tile[$char]}]:-} ]] && letters+=$char; done
    for word in "${words[@]}"; do
        ((${EPOCHREALTIME/[.,]/} > $1)) && return 1
        lacks=${word//[$letters.]/} # the dot: brackets may not be empty
        ((${#lacks} <= wilds + (${#board[@]} ? 1 : 0))) || continue
        for at in "${anchors[@]}"; do
            char=${board[$at]:-}
            ((${#lacks} <= wilds)) || [[ $lacks == *$char* ]] || continue
            for ((i = 0; i < ${#word}; i++)); do
                [[ -z $char || ${word:i:1} == "$char" ]] || continue
                lay "$word" $((${at%,*} - i)) "${at#*,}" 1 0 && return
                lay "$word" "${at%,*}" $((${at#*,} - i)) 0 1 && return
            done
        done
    done
    return 1
}

while IFS= read -r line; do
    kind=${line#*\"type\":\"}
    case ${kind%%\"*} in
    start) start "$line" ;;& # and what lies on the board, where the game begins in a position
    start | change_success | play_success | played)
        rest=$line
        while [[ $rest =~ \"at\":\[(-?[0-9]+),(-?[0-9]+)\],\"tile\":([0-9]+),\"char\":\"([^\"]+)\" ]]; do
            board[${BASH_REMATCH[1]},${BASH_REMATCH[2]}]=${BASH_REMATCH[4]} bag=$((bag > 0 ? bag - 1 : 0))
            [[ ${kind%%\"*} == play_success ]] && take "${BASH_REMATCH[3]}"
            rest=${rest#*"${BASH_REMATCH[0]}"}
        done
        [[ $line == *\"old_tiles\":* ]] && for id in $(numbers "$line" old_tiles); do take "$id"; done
        [[ $line == *\"new_tiles\":* ]] && for id in $(numbers "$line" new_tiles); do give "$id"; done
        ;;
    your_turn)
        turn=$(value "$line" turn) ms=$(value "$line" ms)
        [[ $ms =~ ^[0-9] ]] && ms=${ms%.*} || ms=3000
        if find $((${EPOCHREALTIME/[.,]/} + ms * 333)); then
            printf '{"type":"play","turn":%d,"tiles":[%s]}\n' "$turn" "$laid"
        elif ((bag > 0 && ${#hand[@]} > 0)); then
            printf '{"type":"change","turn":%d,"tiles":[%s]}\n' "$turn" "$(changed)"
        else
            printf '{"type":"pass","turn":%d}\n' "$turn"
        fi
        ;;
    game_over) exit 0 ;;
    esac
done
