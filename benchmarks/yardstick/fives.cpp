// The yardstick: selective search on fives, 10 by 10, the same algorithm as
// plyometric/games/fives/__init__.py, plyometric/games/fives/lines.py and plyometric/search/selective.py.
//
//     g++ -O3 -march=native -std=c++17 fives.cpp -o fives
//     ./fives select 3 3 FILE     prints: nodes, the sum of the values, seconds
//
// FILE holds a position on each line: the rows from the top, numbers for empty cells, the side to move.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

using Word = int64_t;

constexpr int SIZE = 10, STRIDE = 11, ROWS = 5, LENGTH = ROWS * STRIDE, CELLS = SIZE * SIZE, PLIES = 128;
constexpr int STEPS[4] = {1, STRIDE - 1, STRIDE, STRIDE + 1};
constexpr Word WIN = 1000000000, NO_MOVE = -1, MOST_PROMISING = 1023, UNIT = 100;
constexpr Word ROW = (Word(1) << SIZE) - 1, ZEROES = 0x800800800800800;
constexpr int INDEX_BITS = 10, PRIOR_BITS = 11;
constexpr Word LAST_INDEX = (Word(1) << INDEX_BITS) - 1;

static Word popcount(Word x) { return __builtin_popcountll(x); }
static Word lowest(Word x) { return __builtin_ctzll(x); }

// Sets of cells: five rows of eleven bits in each word, the last bit of a row is a margin.

struct Set {
    Word a, b;
};

constexpr Word FULL = ROW | ROW << STRIDE | ROW << 2 * STRIDE | ROW << 3 * STRIDE | ROW << 4 * STRIDE;
constexpr Set BOARD = {FULL, FULL};

static Set operator&(Set x, Set y) { return {x.a & y.a, x.b & y.b}; }
static Set operator|(Set x, Set y) { return {x.a | y.a, x.b | y.b}; }
static Set without(Set x, Set y) { return {x.a & ~y.a, x.b & ~y.b}; }
static bool holds_any(Set x) { return (x.a | x.b) != 0; }
static bool meet(Set x, Set y) { return holds_any(x & y); }
static Word count(Set x) { return popcount(x.a) + popcount(x.b); }
static Set ahead(Set x, int n) { return BOARD & Set{x.a >> n | x.b << (LENGTH - n), x.b >> n}; }
static Set behind(Set x, int n) { return BOARD & Set{x.a << n, x.b << n | x.a >> (LENGTH - n)}; }
static Word row_of(Set x, int row) { return (row < ROWS ? x.a : x.b) >> row % ROWS * STRIDE & ROW; }

static Set stone_at(Word row, Word column) {
    Word bit = Word(1) << (row % ROWS * STRIDE + column);
    return row < ROWS ? Set{bit, 0} : Set{0, bit};
}

static Word prior_at(Word row, Word column) {
    Word down = 2 * row - (SIZE - 1), right = 2 * column - (SIZE - 1);
    return MOST_PROMISING - down * down - right * right;
}

struct Tables {
    Set stone[CELLS];
    Word prior[CELLS];
    Tables() {
        for (int cell = 0; cell < CELLS; cell++) {
            stone[cell] = stone_at(cell / SIZE, cell % SIZE);
            prior[cell] = prior_at(cell / SIZE, cell % SIZE);
        }
    }
};
static const Tables of;

// Fives

static bool has_five(Set stones) {
    for (int step : STEPS) {
        Set twos = stones & ahead(stones, step);
        Set fours = twos & ahead(twos, 2 * step);
        if (holds_any(fours & ahead(fours, step))) return true;
    }
    return false;
}

static Set winning_cells(Set stones, Set empty) {
    Set found = {0, 0};
    for (int step : STEPS) {
        Set one_after = ahead(stones, step), one_before = behind(stones, step), twos = stones & one_after;
        Set two_after = ahead(twos, step), two_before = behind(twos, 2 * step);
        Set three_after = two_after & ahead(stones, 3 * step);
        Set three_before = two_before & behind(stones, 3 * step);
        Set four_after = two_after & ahead(two_after, 2 * step);
        Set four_before = two_before & behind(two_before, 2 * step);
        Set between = (one_before & three_after) | (three_before & one_after) | (two_before & two_after);
        found = found | between | four_after | four_before;
    }
    return empty & found;
}

// Lines: the counts of fours and threes by their free cells, packed into one word

static Set threes_in(Set stones, int step) {
    Set twos = stones & ahead(stones, step);
    return twos & ahead(twos, step);
}

static Word graded(Set stones, Set threes, Set empty, int step) {
    Set fours = threes & ahead(threes, step);
    Set whole = without(threes, behind(stones, step)), three = without(whole, fours);
    Set before_1 = behind(empty, step), before_2 = before_1 & behind(empty, 2 * step);
    Set after_1 = ahead(empty, 3 * step), after_2 = ahead(empty & ahead(empty, step), 3 * step);
    Word free_4 = count(three & before_2 & after_2);
    Word free_3 = count(three & ((before_1 & after_2) | (before_2 & after_1)));
    Word free_2 = count(three & ((before_1 & after_1) | before_2 | after_2));

    Set four = without(whole & fours, ahead(fours, step));
    Set after_four = ahead(threes & after_1, step);
    Word both_ends = count(four & before_1 & after_four), any_end = count(four & (before_1 | after_four));
    return both_ends + ((any_end - both_ends) << 12) + (free_4 << 24) + ((free_3 - free_4) << 36) +
           ((free_2 - free_3) << 48);
}

static Word lines(Set stones, Set empty, int step) {
    Set threes = threes_in(stones, step);
    return holds_any(threes) ? graded(stones, threes, empty, step) : 0;
}

static Set two_away(Set threes, int step) {
    return ahead(threes, 2 * step) | behind(behind(threes, 2 * step), 2 * step);
}

static Set extending(Set own, Set empty, int step) {
    Set twos = own & ahead(own, step), threes = twos & ahead(twos, step);
    Set beside = ahead(twos, step) | behind(twos, 2 * step);
    Set between = ahead(own, step) & behind(own, step);
    return empty & (beside | between | two_away(threes, step));
}

static Set blocking(Set foe, Set empty, int step) {
    Set threes = threes_in(foe, step);
    return empty & (ahead(threes, step) | behind(threes, 3 * step) | two_away(threes, step));
}

// What a survey notes on a direction: where an own stone can change the counts, and the counts

struct Note {
    Set touched;
    Word counts;
};

struct Survey {
    Note notes[8];
    Word total = 0;
    Set anywhere = {0, 0};

    Survey(Set own, Set foe, Set empty) {
        for (int k = 0; k < 8; k++) {
            int step = STEPS[k % 4];
            if (k < 4) notes[k] = {extending(own, empty, step), lines(own, empty, step)};
            else notes[k] = {blocking(foe, empty, step), -lines(foe, empty, step)};
            total += notes[k].counts;
            anywhere = anywhere | notes[k].touched;
        }
    }

    Word after(Set own, Set foe, Set empty, Set stone) const {
        own = own | stone, empty = without(empty, stone);
        Word sum = total;
        for (int k = 0; k < 8; k++)
            if (meet(stone, notes[k].touched)) {
                int step = STEPS[k % 4];
                sum += (k < 4 ? lines(own, empty, step) : -lines(foe, empty, step)) - notes[k].counts;
            }
        return sum;
    }
};

// The game

struct State {
    Set own, foe;
};

static double weights[5] = {500.0, 400.0, 300.0, 200.0, 100.0};

static Word box_side(Word x) {
    x |= x << 1 | x >> 1;
    Word up_to_highest = x;
    for (int n : {1, 2, 4, 8}) up_to_highest |= up_to_highest >> n;
    return up_to_highest & (x | -x) & ROW;
}

static int moves(const State& s, Word* out) {
    if (has_five(s.foe)) return 0;
    Set stones = s.own | s.foe;
    Word rows = 0, columns = 0;
    for (int row = 0; row < SIZE; row++) {
        Word line = row_of(stones, row);
        columns |= line;
        rows |= Word(line != 0) << row;
    }
    constexpr Word middle = Word(1) << (SIZE - 1) / 2;
    columns = rows ? box_side(columns) : middle, rows = rows ? box_side(rows) : middle;
    int n = 0;
    for (; rows; rows &= rows - 1) {
        Word row = lowest(rows);
        for (Word free = columns & ~row_of(stones, row); free; free &= free - 1)
            out[n++] = row * SIZE + lowest(free);
    }
    return n;
}

static State play(const State& s, Word move) { return {s.foe, s.own | of.stone[move]}; }

static Word result(const State& s) { return has_five(s.foe) ? -1 : 0; }

static Word worth(Word counts) {
    counts += ZEROES;
    auto number = [counts](int i) { return double((counts >> 12 * i & 4095) - 2048); };
    double fours = number(0) * weights[0] + number(1) * weights[1];
    double threes = number(2) * weights[2] + number(3) * weights[3] + number(4) * weights[4];
    return Word(std::rint(UNIT * (fours + threes)));
}

static void rate(const State& s, const Word* moves, int n, Word* out) {
    Set empty = without(BOARD, s.own | s.foe), winning = winning_cells(s.own, empty);
    Survey survey(s.own, s.foe, empty);
    Word unchanged = worth(survey.total);
    for (int i = 0; i < n; i++) {
        Set stone = of.stone[moves[i]];
        out[i] = meet(stone, winning)           ? WIN
                 : meet(stone, survey.anywhere) ? worth(survey.after(s.own, s.foe, empty, stone))
                                                : unchanged;
    }
}

// The search

struct Desk {
    Word moves[PLIES][CELLS], ratings[PLIES][CELLS], line[PLIES][PLIES], nodes, stop, breadth;
};
static Desk desk;

static void rank(const State& s, int n, int ply) {
    Word* ranks = desk.ratings[ply];
    rate(s, desk.moves[ply], n, ranks);
    for (int i = 0; i < n; i++)
        ranks[i] = (ranks[i] << PRIOR_BITS | of.prior[desk.moves[ply][i]]) << INDEX_BITS | (LAST_INDEX - i);
}

static Word take_best(int n, int ply) {
    Word* ranks = desk.ratings[ply];
    Word taken = ranks[0];
    for (int i = 1; i < n; i++) taken = std::max(taken, ranks[i]);
    ranks[LAST_INDEX - (taken & LAST_INDEX)] = -(Word(1) << 62);
    return taken;
}

static void keep_line(int ply, Word move) {
    Word *line = desk.line[ply], *behind = desk.line[ply + 1];
    line[0] = move;
    int i = 0;
    for (; behind[i] != NO_MOVE; i++) line[i + 1] = behind[i];
    line[i + 1] = NO_MOVE;
}

static Word select(const State& s, int depth, int ply, Word alpha, Word beta) {
    desk.line[ply][0] = NO_MOVE;
    if (desk.stop) return 0;
    int n = moves(s, desk.moves[ply]);
    if (n == 0) return result(s) * (WIN - ply);
    desk.nodes += n;
    rank(s, n, ply);
    Word best = -WIN;
    int looked_into = depth == 1 ? 1 : n < desk.breadth ? n : int(desk.breadth);
    for (int i = 0; i < looked_into; i++) {
        Word taken = take_best(n, ply), rating = taken >> (INDEX_BITS + PRIOR_BITS);
        Word move = desk.moves[ply][LAST_INDEX - (taken & LAST_INDEX)], value;
        bool is_won = rating == WIN;
        if (is_won) value = WIN - (ply + 1);
        else if (depth == 1) value = rating;
        else value = -select(play(s, move), depth - 1, ply + 1, -beta, -alpha);
        if (depth == 1 || is_won) desk.line[ply + 1][0] = NO_MOVE;
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                keep_line(ply, move);
                if (value >= beta || is_won) break;
            }
        }
    }
    return best;
}

static State read_position(const std::string& text) {
    Set x = {0, 0}, o = {0, 0};
    int row = SIZE - 1, column = 0, empty = 0;
    for (char mark : text.substr(0, text.find(' '))) {
        bool is_digit = mark >= '0' && mark <= '9';
        if (!is_digit) column += empty, empty = 0;
        if (is_digit) empty = 10 * empty + (mark - '0');
        else if (mark == '/') row--, column = 0;
        else (mark == 'x' ? x : o) = (mark == 'x' ? x : o) | stone_at(row, column), column++;
    }
    return text.back() == 'x' ? State{x, o} : State{o, x};
}

int main(int count, char** words) {
    if (count != 5 || strcmp(words[1], "select"))
        return fprintf(stderr, "usage: fives select DEPTH BREADTH FILE\n"), 2;
    int depth = atoi(words[2]);
    desk.breadth = atoi(words[3]);
    std::ifstream file(words[4]);
    std::vector<State> positions;
    for (std::string text; std::getline(file, text);) positions.push_back(read_position(text));
    auto begin = std::chrono::steady_clock::now();
    Word sum = 0;
    for (const State& s : positions) sum += select(s, depth, 0, -WIN, WIN);
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    printf("%lld %lld %.9f\n", (long long)desk.nodes, (long long)sum, seconds);
}
