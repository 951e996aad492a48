// The yardstick: checkers perft and fixed-depth alpha-beta, the same algorithms as
// plyometric/games/checkers.py, plyometric/search/perft.py and plyometric/search/minimax.py.
//
//     g++ -O3 -march=native -std=c++17 checkers.cpp -o checkers
//     ./checkers perft 11         prints: leaves seconds
//     ./checkers alphabeta 15     prints: nodes value seconds

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using Word = int64_t;

constexpr Word BOARD = 0xFFFFFFFF, CROWN = 0xF0000000, EVEN_INNER = 0x07070707, ODD_INNER = 0xE0E0E0E0;
constexpr Word WIN = 1000000000;
constexpr int PLIES = 64, WIDTH = 128;

struct State {
    Word own, foe, kings, side;
};

static Word stack[PLIES][WIDTH], line[PLIES][PLIES], control[2];
static double weights[3] = {100.0, 130.0, 0.0};

static Word popcount(Word x) { return __builtin_popcountll(x); }
static Word lowest(Word x) { return __builtin_ctzll(x); }

static Word ahead_a(Word x) { return (x << 4) & BOARD; }
static Word ahead_b(Word x) { return ((x & EVEN_INNER) << 5) | ((x & ODD_INNER) << 3); }
static Word back_a(Word x) { return x >> 4; }
static Word back_b(Word x) { return ((x & ODD_INNER) >> 5) | ((x & EVEN_INNER) >> 3); }

static Word turned(Word x) {
    x = ((x >> 1) & 0x55555555) | ((x & 0x55555555) << 1);
    x = ((x >> 2) & 0x33333333) | ((x & 0x33333333) << 2);
    x = ((x >> 4) & 0x0F0F0F0F) | ((x & 0x0F0F0F0F) << 4);
    x = ((x >> 8) & 0x00FF00FF) | ((x & 0x00FF00FF) << 8);
    return (x >> 16) | ((x & 0xFFFF) << 16);
}

static Word move_of(Word origin, Word target, Word captured) {
    return captured | (lowest(origin) << 32) | (lowest(target) << 37);
}

static int add_once(Word move, bool is_king, Word* out, int n) {
    if (is_king)
        for (int i = 0; i < n; i++)
            if (out[i] == move) return n;
    out[n] = move;
    return n + 1;
}

static int add_jumps(Word origin, Word at, bool is_king, Word foe, Word empty, Word captured, Word* out, int n) {
    Word live = foe & ~captured, over, land;
    bool goes_on = false;
    auto jump = [&] {
        if (!land) return;
        goes_on = true;
        n = add_jumps(origin, land, is_king, foe, empty, captured | over, out, n);
    };
    over = ahead_a(at) & live, land = ahead_b(over) & empty, jump();
    over = ahead_b(at) & live, land = ahead_a(over) & empty, jump();
    if (is_king) {
        over = back_a(at) & live, land = back_b(over) & empty, jump();
        over = back_b(at) & live, land = back_a(over) & empty, jump();
    }
    if (captured && !goes_on) n = add_once(move_of(origin, at, captured), is_king, out, n);
    return n;
}

template <typename Step>
static int add_steps(Word movers, Step step, Word* out, int n) {
    while (movers) {
        Word piece = movers & -movers;
        movers ^= piece;
        out[n++] = move_of(piece, step(piece), 0);
    }
    return n;
}

static int moves(const State& s, Word* out) {
    Word empty = ~(s.own | s.foe) & BOARD, kings = s.own & s.kings;
    Word jumpers = s.own & (back_a(s.foe & back_b(empty)) | back_b(s.foe & back_a(empty)));
    jumpers |= kings & (ahead_a(s.foe & ahead_b(empty)) | ahead_b(s.foe & ahead_a(empty)));
    int n = 0;
    if (jumpers) {
        while (jumpers) {
            Word piece = jumpers & -jumpers;
            jumpers ^= piece;
            n = add_jumps(piece, piece, (piece & kings) != 0, s.foe, empty | piece, 0, out, n);
        }
        return n;
    }
    n = add_steps(s.own & back_a(empty), ahead_a, out, n);
    n = add_steps(s.own & back_b(empty), ahead_b, out, n);
    n = add_steps(kings & ahead_a(empty), back_a, out, n);
    return add_steps(kings & ahead_b(empty), back_b, out, n);
}

static State play(const State& s, Word move) {
    Word captured = move & BOARD;
    Word origin = Word(1) << ((move >> 32) & 31), target = Word(1) << (move >> 37);
    Word own = (s.own ^ origin) | target, kings = s.kings & ~captured;
    if (kings & origin) kings = (kings ^ origin) | target;
    else if (target & CROWN) kings |= target;
    return {turned(s.foe & ~captured), turned(own), turned(kings), 1 - s.side};
}

static double trade(const State& s, double balance) {
    double sign = (balance > 0) - (balance < 0);
    return sign * (24 - popcount(s.own | s.foe));
}

static Word evaluate(const State& s) {
    Word own_kings = popcount(s.own & s.kings), foe_kings = popcount(s.foe & s.kings);
    Word men = popcount(s.own) - own_kings - popcount(s.foe) + foe_kings;
    double balance = men * weights[0] + (own_kings - foe_kings) * weights[1];
    return Word(balance + trade(s, balance) * weights[2]);
}

static Word perft(const State& s, int depth) {
    int n = moves(s, stack[depth]);
    if (control[1]) return 0;
    Word leaves = 0;
    for (int i = 0; i < n; i++) {
        State child = play(s, stack[depth][i]);
        leaves += depth == 2 ? moves(child, stack[1]) : perft(child, depth - 1);
    }
    control[0] += n;
    return leaves;
}

static void keep_line(int ply, Word move) {
    line[ply][ply] = move;
    int j = ply + 1;
    for (; line[ply + 1][j]; j++) line[ply][j] = line[ply + 1][j];
    line[ply][j] = 0;
}

static Word leaf_value(const State& s, int ply) {
    control[0]++;
    line[ply][ply] = 0;
    return evaluate(s);
}

static Word alphabeta(const State& s, int depth, int ply, Word alpha, Word beta) {
    control[0]++;
    line[ply][ply] = 0;
    if (control[1]) return 0;
    int n = moves(s, stack[ply]);
    if (n == 0) return -(WIN - ply);
    Word best = -WIN;
    for (int i = 0; i < n; i++) {
        State child = play(s, stack[ply][i]);
        Word value = depth == 1 ? -leaf_value(child, ply + 1)
                                : -alphabeta(child, depth - 1, ply + 1, -beta, -alpha);
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                keep_line(ply, stack[ply][i]);
                if (value >= beta) break;
            }
        }
    }
    return best;
}

int main(int count, char** words) {
    if (count != 3) return fprintf(stderr, "usage: checkers perft|alphabeta DEPTH\n"), 2;
    State start = {0x00000FFF, 0xFFF00000, 0, 0};
    int depth = atoi(words[2]);
    auto begin = std::chrono::steady_clock::now();
    bool is_perft = !strcmp(words[1], "perft");
    Word value = is_perft ? perft(start, depth) : alphabeta(start, depth, 0, -WIN, WIN);
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (is_perft) printf("%lld %.9f\n", (long long)value, seconds);
    else printf("%lld %lld %.9f\n", (long long)control[0], (long long)value, seconds);
}
