/* A bot for the word game in C, without any library: it lays words through one tile of the board, where nothing else is
 * touched, and takes the one with the most tiles; where the hand lacks a letter, a wild card of it stands in. Only the
 * letters A to Z. It stops at a third of its time. Built by c_bot at every start. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST 15
static int hand[256], wild[256], bag; /* by tile id: how many, and whether it has several faces */
static int tile_of[2][128], points_of[2][128]; /* plain or wild, by letter: tile, -1 for none, and points */
static int kinds, x0, y0, wide, high, *square, centre_x, centre_y;
static struct { int x, y; char c; } old[512];
static int laid, words;
static char (*word)[LONGEST + 1];

/* Messages are searched, not parsed: where "KEY": ends, behind a place that is known. */
static char *key(char *from, const char *name) {
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    char *found = from ? strstr(from, quoted) : NULL;
    return found ? found + strlen(quoted) : NULL;
}

static int number(char **at) { /* the next number, the place moves behind it */
    while (**at && **at != '-' && (**at < '0' || **at > '9')) ++*at;
    return (int)strtol(*at, at, 10);
}

static int value(char *from, const char *name) { char *at = key(from, name); return at ? number(&at) : 0; }
static char board(int x, int y) {
    for (int i = 0; i < laid; i++) if (old[i].x == x && old[i].y == y) return old[i].c;
    return 0;
}

static int is_square(int x, int y) {
    return x >= x0 && x < x0 + wide && y >= y0 && y < y0 + high && square[(y - y0) * wide + x - x0] != -1;
}

static void start(char *line) {
    char *at = key(line, "hand"), *tiles = strstr(line, "\"tiles\":[{\"id\""), *end;
    for (end = strchr(at, '}'); at < end;) {
        int tile = number(&at), count = number(&at);
        if (at <= end && tile < 256) hand[tile] = count;
    }
    memset(tile_of, -1, sizeof tile_of);
    for (at = key(tiles, "id"); at && at < key(tiles, "name"); at = key(at, "id")) {
        int tile = number(&at);
        bag += number(&at);
        char *face = key(at, "faces"), *stop = strstr(face, "]]"); /* [["A",1],... */
        if (tile > 255) continue;
        wild[tile] = strchr(face, ']') != stop;
        for (; (face = strstr(face, "[\"")) && face < stop; face += 4)
            if (face[3] == '"' && face[2] >= 'A' && face[2] <= 'Z')
                tile_of[wild[tile]][(int)face[2]] = tile, points_of[wild[tile]][(int)face[2]] = atoi(face + 5);
    }
    bag -= value(line, "players") * value(line, "hand_size");
    at = key(line, "centre"), centre_x = number(&at), centre_y = number(&at);
    at = key(line, "window"), x0 = value(at, "x0"), y0 = value(at, "y0");
    at = key(at, "rows");
    square = malloc(strlen(at) * sizeof *square);
    end = strstr(at, "]]");
    for (char *row; at < end; at = row + 2, high++)
        for (row = strchr(at, ']'); at < row;) square[kinds++] = number(&at);
    wide = kinds / high;
    char path[4096] = "", text[256];
    sscanf(key(key(line, "dictionary"), "words"), "\"%4095[^\"]", path);
    FILE *file = fopen(path, "r");
    for (int room = 0; file && fgets(text, sizeof text, file);) {
        size_t length = strcspn(text, "\r\n");
        if (length < 2 || length > LONGEST) continue;
        if (words == room) word = realloc(word, (room = 2 * room + 1024) * sizeof *word);
        text[length] = 0;
        memcpy(word[words++], text, length + 1);
    }
    puts("{\"type\":\"ready\",\"name\":\"c\"}");
}

/* Lay a word from (x, y) on; return how many tiles that takes, 0 where it does not fit. */
static int lay(const char *w, int x, int y, int dx, int dy, char *out) {
    int left[256], n = 0, length = (int)strlen(w);
    if (board(x - dx, y - dy) || board(x + dx * length, y + dy * length)) return 0;
    memcpy(left, hand, sizeof left);
    for (; *w; w++, x += dx, y += dy) {
        char there = board(x, y);
        if (there == *w) continue;
        int c = *w > 0 ? *w : 0, other = tile_of[0][c] < 0 || left[tile_of[0][c]] <= 0, tile = tile_of[other][c];
        if (there || tile < 0 || left[tile]-- <= 0 || !is_square(x, y)) return 0;
        if (board(x + dy, y + dx) || board(x - dy, y - dx)) return 0;
        out += sprintf(out, "%s{\"at\":[%d,%d],\"tile\":%d,\"char\":\"%c\",\"points\":%d}", n++ ? "," : "", x, y, tile, *w,
                       points_of[other][c]);
    }
    return n;
}

static void answer(int turn, clock_t until) {
    char best[4096] = "", tiles[4096];
    int most = laid ? 0 : 1, spare = laid ? 1 : 0, wilds = 0; /* the first play takes two tiles */
    for (int tile = 0; tile < 256; tile++) wilds += wild[tile] * hand[tile];
    for (int n = 0; n < words * (wilds + 1) && (n % 64 || clock() < until); n++) { /* without wild cards first */
        int i = n % words, missing = 0; /* letters that are not in the hand: one may lie on the board */
        for (const char *w = word[i]; *w; w++) missing += *w < 0 || tile_of[0][(int)*w] < 0 || !hand[tile_of[0][(int)*w]];
        if ((missing > spare ? missing - spare : 0) != n / words) continue;
        for (int t = 0; t < (laid ? laid : 1); t++)
            for (int c = 0; word[i][c]; c++)
                for (int down = 0; down < 2; down++) {
                    int x = laid ? old[t].x : centre_x, y = laid ? old[t].y : centre_y;
                    if (laid && old[t].c != word[i][c]) continue;
                    int n = lay(word[i], x - !down * c, y - down * c, !down, down, tiles);
                    if (n > most) most = n, strcpy(best, tiles);
                }
    }
    int given = 0;
    for (int tile = 0; !*best && tile < 256; tile++)
        for (int n = 0; n < hand[tile] && given < bag; n++)
            sprintf(tiles + (given ? strlen(tiles) : 0), "%s%d", given ? "," : "", tile), given++;
    if (*best) printf("{\"type\":\"play\",\"turn\":%d,\"tiles\":[%s]}\n", turn, best);
    else if (given) printf("{\"type\":\"change\",\"turn\":%d,\"tiles\":[%s]}\n", turn, tiles);
    else printf("{\"type\":\"pass\",\"turn\":%d}\n", turn);
}

static void take(char *at, int sign) { /* a list of tile ids */
    for (char *end = at ? strchr(at, ']') : NULL; at && at + 1 < end;) hand[number(&at)] += sign;
}

static void see(char *at, int mine) { /* a list of tiles that were laid, by this bot or not */
    for (int tile; (at = key(at, "at")); bag -= bag > 0, laid++) {
        old[laid].x = number(&at), old[laid].y = number(&at), tile = number(&at);
        if (mine) hand[tile]--;
        old[laid].c = key(at, "char")[1];
    }
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line goes out at once */
    while (getline(&line, &room, stdin) > 0) {
        char *type = key(line, "type"), *ms = key(line, "ms"); /* null without a clock */
        clock_t until = clock() + (ms && *ms != 'n' ? number(&ms) : 3000) * (CLOCKS_PER_SEC / 3000);
        if (!strncmp(type, "\"start\"", 7)) start(line), see(line, 0); /* it may begin in a position */
        else if (!strncmp(type, "\"your_turn\"", 11)) answer(value(line, "turn"), until);
        else if (!strncmp(type, "\"game_over\"", 11)) return 0;
        else if (!strncmp(type, "\"play_success\"", 14) || !strncmp(type, "\"played\"", 8)) {
            see(line, type[5] == '_'), take(key(line, "new_tiles"), 1);
        } else take(key(line, "old_tiles"), -1), take(key(line, "new_tiles"), 1);
    }
    return 0;
}
