// The yardstick: chess perft, the same algorithm as plyometric/games/chess/board.py,
// plyometric/games/chess/rules.py and plyometric/search/perft.py.
//
//     g++ -O3 -march=native -std=c++17 chess.cpp -o chess
//     ./chess perft 6         prints: leaves seconds

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Word = int64_t;
using Bits = uint64_t;

constexpr Word EVERYWHERE = -1;
constexpr Word NOT_A_FILE = 0xFEFEFEFEFEFEFEFE, NOT_H_FILE = 0x7F7F7F7F7F7F7F7F;
constexpr Word NOT_AB_FILES = 0xFCFCFCFCFCFCFCFC, NOT_GH_FILES = 0x3F3F3F3F3F3F3F3F;
constexpr Word FIRST_ROW = 0xFF, THIRD_ROW = 0xFF << 16, SIXTH_ROW = Word(0xFF) << 40, LAST_ROW = Bits(0xFF) << 56;
constexpr Word CORNERS = Bits(1) | Bits(1) << 7 | Bits(1) << 56 | Bits(1) << 63;
constexpr Word LIGHT_SQUARES = 0x55AA55AA55AA55AA;
constexpr int KNIGHT = 1, BISHOP = 2, ROOK = 3, QUEEN = 4;
constexpr Word SHORT_WAY = 1 << 5 | 1 << 6, LONG_WAY = 1 << 1 | 1 << 2 | 1 << 3;
constexpr Word SHORT_WALK = 1 << 5 | 1 << 6, LONG_WALK = 1 << 2 | 1 << 3;
constexpr int KING_HOME = 4, SHORT_ROOK = 7, LONG_ROOK = 0;
constexpr int PLIES = 64, WIDTH = 256;

struct State {
    Word own, foe, pawns, knights, diagonals, straights, rights, taken, clock, ply;
};

struct Lines {
    Word of[64][4];
};

static Word stack[PLIES][WIDTH], nodes, stop;

static Word up(Word x, int n) { return Bits(x) << n; }
static Word down(Word x, int n) { return Bits(x) >> n; }
static Word bit(Word n) { return Bits(1) << n; }
static Word popcount(Word x) { return __builtin_popcountll(x); }
static Word lowest(Word x) { return __builtin_ctzll(x); }
static Word without_lowest(Word x) { return Bits(x) & (Bits(x) - 1); }
static Word rows_turned(Word x) { return __builtin_bswap64(x); }

static Word seen_between(Word below, Word above, Word blockers) {
    Bits first_below = Bits(1) << 63 >> __builtin_clzll((below & blockers) | 1);
    Bits ahead = above & blockers, first_ahead = ahead & (~ahead + 1);
    return (below | above) & Word(first_ahead + first_ahead - first_below);
}

static Word line(int square, int right, int ahead) {
    Word squares = 0;
    for (int column = square % 8 + right, row = square / 8 + ahead; 0 <= column && column < 8 && 0 <= row && row < 8;
         column += right, row += ahead)
        squares |= bit(8 * row + column);
    return squares;
}

static Lines lines(const int (&ways)[4][2]) {
    Lines table;
    for (int square = 0; square < 64; square++)
        for (int way = 0; way < 4; way++) table.of[square][way] = line(square, ways[way][0], ways[way][1]);
    return table;
}

static const Lines STRAIGHT = lines({{0, -1}, {0, 1}, {-1, 0}, {1, 0}});
static const Lines DIAGONAL = lines({{-1, -1}, {1, 1}, {1, -1}, {-1, 1}});

static Word seen_along(const Lines& table, Word square, Word occupied) {
    const Word* of = table.of[square];
    return seen_between(of[0], of[1], occupied) | seen_between(of[2], of[3], occupied);
}

static Word knight_attacks(Word x) {
    Word by_one = (up(x, 1) & NOT_A_FILE) | (down(x, 1) & NOT_H_FILE);
    Word by_two = (up(x, 2) & NOT_AB_FILES) | (down(x, 2) & NOT_GH_FILES);
    return up(by_one, 16) | down(by_one, 16) | up(by_two, 8) | down(by_two, 8);
}

static Word king_attacks(Word king) {
    Word row = king | (up(king, 1) & NOT_A_FILE) | (down(king, 1) & NOT_H_FILE);
    return (row | up(row, 8) | down(row, 8)) & ~king;
}

static Word own_pawn_attacks(Word x) { return up(x & NOT_A_FILE, 7) | up(x & NOT_H_FILE, 9); }
static Word foe_pawn_attacks(Word x) { return down(x & NOT_A_FILE, 9) | down(x & NOT_H_FILE, 7); }
static Word kings(const State& s) { return (s.own | s.foe) & ~(s.pawns | s.knights | s.diagonals | s.straights); }

static Word attackers(const State& s, Word square, Word occupied) {
    Word here = bit(square);
    Word on_lines = seen_along(STRAIGHT, square, occupied) & s.straights;
    Word on_diagonals = seen_along(DIAGONAL, square, occupied) & s.diagonals;
    Word jumping = (knight_attacks(here) & s.knights) | (own_pawn_attacks(here) & s.pawns);
    return s.foe & (on_lines | on_diagonals | jumping | (king_attacks(here) & kings(s)));
}

static Word checkers(const State& s) { return attackers(s, lowest(kings(s) & s.own), s.own | s.foe); }

static Word danger(const State& s, Word king) {
    Word occupied = (s.own | s.foe) & ~king;
    Word seen = foe_pawn_attacks(s.foe & s.pawns) | knight_attacks(s.foe & s.knights);
    seen |= king_attacks(s.foe & kings(s));
    for (Word sliders = s.foe & s.straights; sliders; sliders = without_lowest(sliders))
        seen |= seen_along(STRAIGHT, lowest(sliders), occupied);
    for (Word sliders = s.foe & s.diagonals; sliders; sliders = without_lowest(sliders))
        seen |= seen_along(DIAGONAL, lowest(sliders), occupied);
    return seen;
}

static State turned(const State& s) {
    return {rows_turned(s.foe),       rows_turned(s.own),       rows_turned(s.pawns),  rows_turned(s.knights),
            rows_turned(s.diagonals), rows_turned(s.straights), rows_turned(s.rights), rows_turned(s.taken),
            s.clock,                  s.ply};
}

static Word move_of(Word origin, Word target) { return origin | target << 6; }

static int add_targets(Word origin, Word targets, Word* out, int n) {
    for (; targets; targets = without_lowest(targets)) out[n++] = move_of(origin, lowest(targets));
    return n;
}

static int add_pawn_moves(Word targets, int step, Word* out, int n) {
    Word crowning = targets & LAST_ROW;
    for (targets ^= crowning; targets; targets = without_lowest(targets))
        out[n++] = move_of(lowest(targets) - step, lowest(targets));
    for (; crowning; crowning = without_lowest(crowning))
        for (Word piece = QUEEN; piece > 0; piece--)
            out[n++] = move_of(lowest(crowning) - step, lowest(crowning)) | piece << 12;
    return n;
}

static Word between(const Lines& table, Word one, Word other) {
    return seen_along(table, one, bit(other)) & seen_along(table, other, bit(one));
}

static Word pins(const State& s, Word king, const Lines& table, Word sliders) {
    Word held = 0;
    for (Word snipers = seen_along(table, king, s.foe) & s.foe & sliders; snipers; snipers = without_lowest(snipers)) {
        Word way = between(table, king, lowest(snipers)), shield = way & s.own;
        if (shield && !without_lowest(shield)) held |= way | bit(lowest(snipers));
    }
    return held;
}

static Word answers(const State& s, Word king, Word givers) {
    if (!givers) return EVERYWHERE;
    if (without_lowest(givers)) return 0;
    if (givers & s.straights & seen_along(STRAIGHT, king, s.own | s.foe))
        return givers | between(STRAIGHT, king, lowest(givers));
    return givers & s.diagonals ? givers | between(DIAGONAL, king, lowest(givers)) : givers;
}

static int add_sliders(Word sliders, Word held, const Lines& table, const State& s, Word answer, Word* out, int n) {
    for (; sliders; sliders = without_lowest(sliders)) {
        Word origin = lowest(sliders), targets = seen_along(table, origin, s.own | s.foe) & answer;
        if (held & bit(origin)) targets &= held;
        n = add_targets(origin, targets, out, n);
    }
    return n;
}

static int add_pawns(const State& s, Word upright, Word slanted, Word answer, Word* out, int n) {
    Word empty = ~(s.own | s.foe), pawns = s.own & s.pawns;
    Word free = pawns & ~(upright | slanted), held = pawns & upright & ~slanted;
    Word steps = (up(free, 8) | (up(held, 8) & upright)) & empty, leaps = up(steps & THIRD_ROW, 8) & empty;
    n = add_pawn_moves(steps & answer, 8, out, n);
    n = add_pawn_moves(leaps & answer, 16, out, n);
    held = pawns & slanted & ~upright;
    Word to_left = up(free & NOT_A_FILE, 7) | (up(held & NOT_A_FILE, 7) & slanted);
    Word to_right = up(free & NOT_H_FILE, 9) | (up(held & NOT_H_FILE, 9) & slanted);
    n = add_pawn_moves(to_left & s.foe & answer, 7, out, n);
    return add_pawn_moves(to_right & s.foe & answer, 9, out, n);
}

static bool passes_safely(const State& s, Word king, Word origin, Word target) {
    Word captured = down(target, 8);
    return !(attackers(s, king, (s.own | s.foe) ^ origin ^ target ^ captured) & ~captured);
}

static int add_passing(const State& s, Word king, Word* out, int n) {
    Word target = s.rights & SIXTH_ROW;
    for (Word takers = foe_pawn_attacks(target) & s.own & s.pawns; takers; takers = without_lowest(takers))
        if (passes_safely(s, king, takers & -takers, target)) out[n++] = move_of(lowest(takers), lowest(target));
    return n;
}

static int add_castling(const State& s, Word attacked, Word* out, int n) {
    Word occupied = s.own | s.foe;
    if (s.rights & 1 << SHORT_ROOK && !(occupied & SHORT_WAY) && !(attacked & SHORT_WALK))
        out[n++] = move_of(KING_HOME, KING_HOME + 2);
    if (s.rights & 1 << LONG_ROOK && !(occupied & LONG_WAY) && !(attacked & LONG_WALK))
        out[n++] = move_of(KING_HOME, KING_HOME - 2);
    return n;
}

static bool over(const State& s) {
    if (s.pawns | s.straights) return false;
    Word light = s.diagonals & LIGHT_SQUARES;
    return s.diagonals ? !s.knights && (!light || light == s.diagonals) : popcount(s.knights) <= 1;
}

static int moves(const State& s, Word* out) {
    if (over(s)) return 0;
    Word own_king = kings(s) & s.own, king = lowest(own_king), givers = checkers(s), attacked = danger(s, own_king);
    int n = add_targets(king, king_attacks(own_king) & ~(s.own | attacked), out, 0);
    Word answer = answers(s, king, givers) & ~s.own;
    if (!answer) return n;
    Word upright = pins(s, king, STRAIGHT, s.straights), slanted = pins(s, king, DIAGONAL, s.diagonals);
    n = add_pawns(s, upright, slanted, answer, out, n);
    if (s.rights & SIXTH_ROW) n = add_passing(s, king, out, n);
    for (Word knights = s.own & s.knights & ~(upright | slanted); knights; knights = without_lowest(knights))
        n = add_targets(lowest(knights), knight_attacks(knights & -knights) & answer, out, n);
    n = add_sliders(s.own & s.diagonals & ~upright, slanted, DIAGONAL, s, answer, out, n);
    n = add_sliders(s.own & s.straights & ~slanted, upright, STRAIGHT, s, answer, out, n);
    return !givers && s.rights & FIRST_ROW ? add_castling(s, attacked, out, n) : n;
}

static Word shifted(Word pieces, Word origin, Word target) {
    return (pieces & ~(bit(origin) | bit(target))) | (down(pieces, origin) & 1) << target;
}

static Word castled(Word pieces, Word target) {
    return target > KING_HOME ? shifted(pieces, SHORT_ROOK, target - 1) : shifted(pieces, LONG_ROOK, target + 1);
}

static bool may_pass(const State& s) {
    Word king = lowest(kings(s) & s.own), target = s.rights & SIXTH_ROW;
    for (Word takers = foe_pawn_attacks(target) & s.own & s.pawns; takers; takers = without_lowest(takers))
        if (passes_safely(s, king, takers & -takers, target)) return true;
    return false;
}

static State play(const State& s, Word move) {
    Word origin = move & 63, target = move >> 6 & 63, becomes = move >> 12, here = bit(origin), there = bit(target);
    State after = {(s.own ^ here) | there,
                   s.foe & ~there,
                   shifted(s.pawns, origin, target),
                   shifted(s.knights, origin, target),
                   shifted(s.diagonals, origin, target),
                   shifted(s.straights, origin, target),
                   s.rights & CORNERS & ~(here | there),
                   s.foe & there,
                   s.foe & there || here & s.pawns ? 0 : s.clock + 1,
                   s.ply + 1};
    if (here & s.pawns) {
        if (there & LAST_ROW) {
            after.pawns ^= there;
            if (becomes == KNIGHT) after.knights |= there;
            if (becomes == BISHOP || becomes == QUEEN) after.diagonals |= there;
            if (becomes >= ROOK) after.straights |= there;
        } else if (there & s.rights) {
            after.taken = down(there, 8);
            after.pawns ^= after.taken;
            after.foe ^= after.taken;
        } else if (target - origin == 16) {
            after.rights |= up(here, 8);
        }
    } else if (here & kings(s)) {
        after.rights &= ~FIRST_ROW;
        if (abs(int(target - origin)) == 2) {
            after.own = castled(after.own, target);
            after.straights = castled(after.straights, target);
        }
    }
    after = turned(after);
    if (after.rights & SIXTH_ROW && !may_pass(after)) after.rights &= CORNERS;
    return after;
}

static Word perft(const State& s, int depth) {
    int n = moves(s, stack[depth]);
    nodes += n;
    if (stop) return 0;
    Word leaves = 0;
    for (int i = 0; i < n; i++) {
        State child = play(s, stack[depth][i]);
        leaves += depth == 2 ? moves(child, stack[1]) : perft(child, depth - 1);
    }
    return leaves;
}

int main(int count, char** words) {
    if (count != 3) return fprintf(stderr, "usage: chess perft DEPTH\n"), 2;
    State start = {0xFFFF, Word(Bits(0xFFFF) << 48), 0x00FF00000000FF00, 0x4200000000000042, 0x2C0000000000002C,
                   Word(0x8900000000000089), CORNERS, 0, 0, 0};
    auto begin = std::chrono::steady_clock::now();
    Word leaves = perft(start, atoi(words[2]));
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    printf("%lld %.9f\n", (long long)leaves, seconds);
}
