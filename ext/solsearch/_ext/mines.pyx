"""Sol by David Mines, the tile game, as a game of the contract, and its doors for Python: rules and states from and to data.

Where to find what in mines_rules/: legal.pxd says where tiles may lie, turn.pxd what follows, control.pxd who controls what,
scoring.pxd who wins; state.pxd says what a state is, tiles.pxd what the tables are, rows.pxd how squares are kept as bits.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy, memset
from solsearch._ext.arguments cimport whole
from solsearch._ext.game cimport NOBODY, GameState, step_t
from solsearch._ext.mines_rules.control cimport place
from solsearch._ext.mines_rules.features cimport (
    COMMON_FEATURES, DETAILS, FEATURES, fill_common, fill_details, fill_features, tiles_left,
)
from solsearch._ext.mines_rules.legal cimport Counted, can_place, count_steps, counted_step, legal_steps
from solsearch._ext.mines_rules.rows cimport add_block
from solsearch._ext.mines_rules.scoring cimport CRITERIA, SUNS, Tally, count_up, winner_by
from solsearch._ext.mines_rules.soundness cimport may_be_placed, state_fault
from solsearch._ext.mines_rules.state cimport (
    AFTER_TILE, OVER, PLACING, STATE_WORDS, Body, Moon, State, hash_state, mixed, same_state,
)
from solsearch._ext.mines_rules.tiles cimport (
    HOLE_LARGE, MOST_MOONS, MOST_PLANETS, MOST_SIZE, MOST_SUNS, MOST_TILES, PASS, PLANET, SEATS, SIDE, SQUARE_BITS, SUN,
    TILE_TYPES, TYPES, Rules, column_of, row_of, step_of, type_of,
)
from solsearch._ext.mines_rules.turn cimport apply_step, empty_board
from solsearch._ext.rng cimport Rng, below

cdef enum:
    EAGER_IN_8 = 7      # as of the shared random player

if sizeof(State) != 8 * STATE_WORDS:
    raise ImportError(f"the state has {sizeof(State)} bytes, expected {8 * STATE_WORDS}: it must not have padding")

KINDS = ("sun", "planet", "moon", "hole")
# (kind, large, double, long orbit) of each type, by its number.
TYPE_MARKS = (
    ("sun", True, False, False), ("sun", False, False, False),
    ("planet", True, False, False), ("planet", True, True, False),
    ("planet", False, False, False), ("planet", False, True, False),
    ("moon", True, False, False), ("moon", True, True, False), ("moon", True, False, True), ("moon", True, True, True),
    ("moon", False, False, False), ("moon", False, True, False), ("moon", False, False, True), ("moon", False, True, True),
    ("hole", True, False, False), ("hole", False, False, False),
)
FEATURE_NAMES = (
    "suns", "safe_suns", "settled_suns", "sun_margin", "suns_in_reach", "planets", "safe_planets", "settled_planets",
    "planet_margin", "planets_in_reach", "key_planets", "safe_key_planets", "influence", "moons", "holes", "large_suns",
    "large_planets", "large_moons", "hand_suns", "hand_large_planets", "hand_small_planets", "hand_double_planets",
    "hand_large_moons", "hand_small_moons", "hand_double_moons", "hand_long_moons", "to_place",
)
DETAIL_NAMES = (
    "suns_by_1", "suns_by_2", "suns_by_3", "suns_by_more", "planets_by_1", "planets_by_2", "planets_by_more", "lost_suns",
    "lost_planets", "open_suns", "open_planets", "room_by_planets", "bare_suns", "shared_planets", "ties_won",
    "all_moons_left",
)
COMMON_NAMES = ("tiles_left", "empty", "all_suns", "all_open_suns", "all_planets", "all_open_planets", "after_tile")
CRITERION_NAMES = ("suns", "planets", "moons", "holes", "large suns", "large planets", "large moons")
"""What decides, in this order; of the holes the fewest."""
PHASES = ("placing", "after tile", "over")
PASS_STEP = PASS
# How many of each kind a seat has.
MOST_OF_KIND = {"sun": MOST_SUNS, "planet": MOST_PLANETS, "moon": MOST_MOONS}
LARGEST_SIZE = MOST_SIZE
if len(TYPE_MARKS) != TYPES or len(CRITERION_NAMES) != CRITERIA or len(PHASES) != OVER + 1:
    raise ImportError("each type, criterion and phase needs one name")
if len(FEATURE_NAMES) != FEATURES or len(DETAIL_NAMES) != DETAILS or len(COMMON_NAMES) != COMMON_FEATURES:
    raise ImportError("each feature needs one name")


def pack_step(tile, x, y):
    """The step that places a tile of a type, by the column and row of its lowest-left square."""
    return step_of(<int>whole(tile, "tile", 0, TYPES - 1), <int>whole(x, "x", 0, SIDE - 1), <int>whole(y, "y", 0, SIDE - 1))


def unpack_step(step):
    """(type, column, row) of a step that is no pass."""
    cdef step_t packed = <step_t>whole(step, "a step", 0, PASS - 1)
    if row_of(packed) >= SIDE:
        raise ValueError(f"no step: {step}")
    return type_of(packed), column_of(packed), row_of(packed)


cdef int touches_of(const Rules* r, int tile) noexcept:
    """The most places next to all tiles that a planet or moon can lie next to."""
    cdef int total = 0
    cdef int other
    for other in range(TILE_TYPES):
        if r.kind[other] + 1 == r.kind[tile]:
            total += SEATS * r.count[other] * (4 * (r.size[other] + r.size[tile] - 1) + 4 * r.is_long[tile])
    return total


cdef int longest_list(const Rules* r) noexcept:
    """A bound for the legal steps: of tiles, or of holes and the pass."""
    cdef int tiles = 0
    cdef int holes = 1
    cdef int tile, places
    for tile in range(TYPES):
        if r.count[tile] == 0:
            continue
        places = (SIDE + 1 - r.size[tile]) * (SIDE + 1 - r.size[tile])
        if tile >= HOLE_LARGE:
            holes += places
        else:
            tiles += places if r.kind[tile] == SUN else min(places, touches_of(r, tile))
    return max(tiles, holes)


cdef uint64_t hash_of_rules(const Rules* r) noexcept:
    cdef const unsigned char* data = <const unsigned char*>r
    cdef uint64_t found = 0
    cdef size_t i
    for i in range(sizeof(Rules)):
        found = mixed(found + data[i] + 1)
    return found


cdef list listed(object given, str name, int count):
    """TypeError or ValueError unless it is a list or tuple of so many."""
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"{name} must be a list, not {type(given).__name__}")
    if len(given) != count:
        raise ValueError(f"{name}: {count} are needed, not {len(given)}")
    return list(given)


cdef class MinesRules:
    """The rules of one game, as C tables. Made from plain data by solsearch.games.mines."""

    def __cinit__(self, sizes, counts, stations, bint opening_rule):
        """`sizes` and `counts`: a number for each type, in the order of TYPE_MARKS; `stations`: (column, row) of each."""
        cdef Rules* r = &self.rules
        cdef int tile
        memset(r, 0, sizeof(Rules))
        sizes = listed(sizes, "sizes", TYPES)
        counts = listed(counts, "counts", TYPES)
        r.opening_rule = opening_rule
        for tile in range(TYPES):
            kind, large, double, long = TYPE_MARKS[tile]
            r.kind[tile] = KINDS.index(kind)
            r.size[tile] = <int>whole(sizes[tile], "size", 1, MOST_SIZE)
            r.worth[tile] = 0 if kind in ("sun", "hole") else 2 if double else 1
            r.is_long[tile] = long
            r.is_large[tile] = large
            r.count[tile] = <int>whole(counts[tile], "count", 0, MOST_MOONS)
        # Doubles lie where singles do, so they share a group: suns 0 and 1, planets 2 and 3, moons 4 to 7.
        for tile in range(TILE_TYPES):
            r.group[tile] = (
                tile if r.kind[tile] == SUN else 1 + tile // 2 if r.kind[tile] == PLANET
                else 4 + 2 * (not r.is_large[tile]) + r.is_long[tile])
        for kind, most in (("sun", MOST_SUNS), ("planet", MOST_PLANETS), ("moon", MOST_MOONS)):
            total = sum(count for count, marks in zip(counts, TYPE_MARKS, strict=True) if marks[0] == kind)
            if total != most:
                raise ValueError(f"a seat has {most} {kind} tiles, not {total}")
        for tile in range(HOLE_LARGE, TYPES):
            if r.count[tile] != 1:
                raise ValueError("a seat has one black hole of each size")
        for x, y in stations:
            add_block(
                r.stations, <int>whole(x, "column", 0, SIDE - 1), <int>whole(y, "row", 0, SIDE - 1), 1)
        r.most_steps = longest_list(r)
        r.salt = hash_of_rules(r)

    def start(self):
        """The state at the start of the game."""
        cdef MinesState state = new_state(self)
        empty_board(&self.rules, &state.s)
        return state

    def state(self, placed, holes, turn):
        """A state at the start of a seat's turn, from the steps that placed tiles and holes, a list for each seat. Where no
        seat can place a tile the game is over. ValueError names what is wrong with a state that cannot be."""
        cdef MinesState state = new_state(self)
        cdef State* s = &state.s
        cdef const char* why
        cdef int seat, code
        empty_board(&self.rules, s)
        placed = listed(placed, "placed", SEATS)
        holes = listed(holes, "holes", SEATS)
        for seat in range(SEATS):
            for steps, least, most in ((placed[seat], 0, TILE_TYPES), (holes[seat], TILE_TYPES, TYPES)):
                for step in steps:
                    code = <int>whole(step, "a step", least << SQUARE_BITS, (most << SQUARE_BITS) - 1)
                    why = may_be_placed(&self.rules, s, seat, code)
                    if why != NULL:
                        raise ValueError(why.decode("ascii"))
                    place(&self.rules, s, seat, code)
        s.turn = <int>whole(turn, "turn", 0, SEATS - 1)
        s.actor = s.turn
        if not can_place(&self.rules, s, 0) and not can_place(&self.rules, s, 1):
            s.phase = OVER
            s.actor = NOBODY
        state.check()
        return state

    def from_bytes(self, bytes saved not None):
        """A state from what to_bytes() gave."""
        cdef MinesState state = new_state(self)
        state.load_bytes(saved)
        return state


cdef object _RULES = object()   # only rules can show it, so nobody else makes states


cdef MinesState new_state(MinesRules rules):
    cdef MinesState state = MinesState.__new__(MinesState, _RULES)
    state.owner = rules
    state.rules = &rules.rules
    return state


cdef class MinesState(GameState):
    """A state of the tile game. Made by MinesRules."""

    def __cinit__(self, *made_by):
        if len(made_by) != 1 or made_by[0] is not _RULES:
            raise TypeError("a state of the tile game is made by its rules: MinesRules.start, .state or .from_bytes")

    cdef int seats(self) noexcept nogil:
        return SEATS

    cdef int actor(self) noexcept nogil:
        return self.s.actor

    cdef int turn(self) noexcept nogil:
        return self.s.turn

    cdef bint at_turn_start(self) noexcept nogil:
        return self.s.phase == PLACING

    cdef int legal(self, step_t* out) noexcept nogil:
        return legal_steps(self.rules, &self.s, out)

    cdef int most_steps(self) noexcept nogil:
        return self.rules.most_steps

    cdef void apply(self, step_t step) noexcept nogil:
        apply_step(self.rules, &self.s, step)

    cdef int eager_first(self, step_t* steps, int count) noexcept nogil:
        """Behind a tile the pass, which stands first: holes thrown away at once are of no use to anybody."""
        return self.s.phase == AFTER_TILE

    cdef bint result(self, double* win, double* score) noexcept nogil:
        cdef Tally tally
        cdef int decided_by
        cdef int winner
        cdef int seat
        count_up(self.rules, &self.s, &tally)
        winner = winner_by(&tally, &decided_by)
        for seat in range(SEATS):
            win[seat] = 0.5 if winner < 0 else seat == winner
            score[seat] = tally.of[seat][SUNS]
        return True

    cdef int feature_count(self) noexcept nogil:
        return FEATURES

    cdef int detail_count(self) noexcept nogil:
        return DETAILS

    cdef int common_count(self) noexcept nogil:
        return COMMON_FEATURES

    cdef void seat_features(self, int seat, float* out, int count) noexcept nogil:
        cdef uint64_t key = hash_state(self.rules, &self.s)
        if self.seen != key:
            fill_features(self.rules, &self.s, self.features_seen)
            self.seen = key
        memcpy(out, self.features_seen[seat], FEATURES * sizeof(float))

    cdef void detail_features(self, int seat, float* out, int count) noexcept nogil:
        fill_details(self.rules, &self.s, seat, out)

    cdef void common_features(self, float* out) noexcept nogil:
        fill_common(self.rules, &self.s, out)

    cdef uint64_t features_key(self, int seat) noexcept nogil:
        return hash_state(self.rules, &self.s) + self.rules.salt + seat

    cdef uint64_t inputs_key(self, int seat) noexcept nogil:
        return self.features_key(seat)

    cdef int stages(self) noexcept nogil:
        return SEATS * MOST_TILES

    cdef int stage(self) noexcept nogil:
        return tiles_left(&self.s)

    cdef void copy_from(self, GameState other) noexcept nogil:
        memcpy(&self.s, &(<MinesState>other).s, sizeof(State))

    cdef uint64_t hash(self) noexcept nogil:
        return hash_state(self.rules, &self.s)

    cdef bint same(self, GameState other) noexcept nogil:
        return same_state(self.rules, &self.s, &(<MinesState>other).s)

    cdef size_t size(self) noexcept nogil:
        return sizeof(State)

    cdef void save(self, void* out) noexcept nogil:
        memcpy(out, &self.s, sizeof(State))

    cdef void restore(self, const void* saved) noexcept nogil:
        memcpy(&self.s, saved, sizeof(State))

    cdef const char* fault(self) noexcept nogil:
        return state_fault(self.rules, &self.s)

    cdef bint fits(self, GameState other):
        if type(other) is not MinesState:
            return False
        return self.owner is (<MinesState>other).owner or memcmp(
            self.rules, (<MinesState>other).rules, sizeof(Rules)) == 0

    cdef GameState blank(self):
        return new_state(self.owner)

    cdef long playout(self, Rng* rng, bint eager) noexcept nogil:
        """The same games as the shared random player's, without writing the lists: a step is found by its number."""
        cdef Counted counted
        cdef long count = 0
        while self.s.phase != OVER:
            if eager and below(rng, 8) < EAGER_IN_8 and self.s.phase == AFTER_TILE:
                below(rng, 1)       # which of the eager steps: the pass is the only one
                self.apply(PASS)
            else:
                count_steps(self.rules, &self.s, &counted)
                self.apply(counted_step(self.rules, &self.s, &counted, below(rng, counted.total)))
            count += 1
        return count

    # -- for Python ------------------------------------------------------------------------------------------------------

    def fields(self):
        """Everything in the state as plain numbers: tiles by type, column and row, who placed and who controls each."""
        cdef State* s = &self.s
        cdef int seat, i
        cdef Moon* moon
        suns, planets, moons = [], [], []
        for seat in range(SEATS):
            for i in range(s.sun_count[seat]):
                suns.append(_body(&s.suns[seat * MOST_SUNS + i], seat))
            for i in range(s.planet_count[seat]):
                planets.append(_body(&s.planets[seat * MOST_PLANETS + i], seat))
            for i in range(s.moon_count[seat]):
                moon = &s.moons[seat * MOST_MOONS + i]
                moons.append({"tile": moon.tile, "x": moon.x, "y": moon.y, "seat": seat, "owner": seat, "value": moon.value})
        return {
            "phase": PHASES[s.phase],
            "turn": s.turn,
            "actor": s.actor,
            "suns": suns,
            "planets": planets,
            "moons": moons,
            "placed": [[s.placed[seat][i] for i in range(s.tile_count[seat])] for seat in range(SEATS)],
            "holes": [[s.holes[seat][i] for i in range(s.hole_count[seat])] for seat in range(SEATS)],
            "left": [[s.left[seat][i] for i in range(TYPES)] for seat in range(SEATS)],
        }

    def tally(self):
        """([what each seat has of each criterion], the winner or None, the number of the criterion that decides or None), by
        the position as it is now. Of the holes, how many were placed."""
        cdef Tally tally
        cdef int decided_by
        cdef int winner
        cdef int seat, i
        count_up(self.rules, &self.s, &tally)
        winner = winner_by(&tally, &decided_by)
        of = [[abs(tally.of[seat][i]) for i in range(CRITERIA)] for seat in range(SEATS)]
        return of, None if winner < 0 else winner, None if decided_by == CRITERIA else decided_by


cdef dict _body(const Body* body, int seat):
    return {"tile": body.tile, "x": body.x, "y": body.y, "seat": seat, "owner": body.owner, "lead": body.lead}
