#!/usr/bin/env bash
# A bot for the word game in Bash alone: it cannot spell, but it keeps its hand, changes a tile each turn while the bag
# allows it, and then passes. Enough to see how messages look, and to have somebody to beat.
set -u
declare -A hand
bag=0

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

while IFS= read -r line; do
    kind=${line#*\"type\":\"}
    kind=${kind%%\"*}
    case $kind in
    start)
        set -- $(numbers "$line" hand) # tile, count, tile, count ...
        while (($# > 1)); do
            hand[$1]=$2
            shift 2
        done
        rest=$line # the bag: all tiles without those in the hands
        while [[ $rest == *\"count\":* ]]; do
            rest=${rest#*\"count\":}
            bag=$((bag + ${rest%%,*}))
        done
        bag=$((bag - $(value "$line" players) * $(value "$line" hand_size)))
        printf '{"type":"ready","name":"bash"}\n'
        ;;
    change_success)
        for tile in $(numbers "$line" old_tiles); do
            if ((--hand[$tile] == 0)); then unset "hand[$tile]"; fi
        done
        for tile in $(numbers "$line" new_tiles); do
            hand[$tile]=$((${hand[$tile]:-0} + 1))
        done
        ;;
    played)
        rest=$line # somebody laid tiles, and drew as many
        while [[ $rest == *\"at\":* ]]; do
            rest=${rest#*\"at\":}
            bag=$((bag - 1))
        done
        ;;
    your_turn)
        turn=$(value "$line" turn)
        tiles=("${!hand[@]}")
        if ((bag > 0 && ${#tiles[@]} > 0)); then
            printf '{"type":"change","turn":%d,"tiles":[%d]}\n' "$turn" "${tiles[0]}"
        else
            printf '{"type":"pass","turn":%d}\n' "$turn"
        fi
        ;;
    game_over)
        exit 0
        ;;
    esac
done
