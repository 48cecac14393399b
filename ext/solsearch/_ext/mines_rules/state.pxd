"""What a state holds. The tiles in the order placed are all there is to it; the rest follows from them, is kept because it is
asked for at every step, and is brought up to date by each tile.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from solsearch._ext.mines_rules.tiles cimport (
    MOON, MOST_HOLES, MOST_MOONS, MOST_PLANETS, MOST_SUNS, MOST_TILES, PLANET, SEATS, SIDE, SUN, TYPES, Rules,
    type_of,
)

cdef enum:
    STATE_WORDS = 102

cdef enum Phase:
    PLACING         # a tile is to be placed
    AFTER_TILE      # a black hole may be
    OVER

cdef struct Body:
    # A sun or a planet on the board. Those of seat 0 come first in their list, each seat's in the order placed.
    uint8_t x
    uint8_t y
    uint8_t size
    uint8_t tile            # its type
    int8_t lead             # what seat 0 has next to it (moons of a planet, planets of a sun) minus what seat 1 has
    uint8_t owner           # the seat that controls it
    uint8_t suns            # of a planet: the suns next to it, a bit each
    uint8_t worth           # of a planet, toward those

cdef struct Moon:
    uint8_t x
    uint8_t y
    uint8_t tile
    uint8_t value           # toward planets, the station under it included

cdef struct State:
    uint64_t sum                        # of the hashes of all tiles and holes: in whatever order, the same
    uint32_t taken[SIDE]                # squares under tiles and holes
    uint32_t near_sun[SIDE]             # squares that share an edge with a sun, those under it included
    uint32_t near_planet[SIDE]          # likewise with a planet
    uint32_t round_planet[SIDE]         # those that touch a planet at a corner too
    Body suns[SEATS * MOST_SUNS]
    Body planets[SEATS * MOST_PLANETS]
    Moon moons[SEATS * MOST_MOONS]
    uint16_t placed[SEATS][MOST_TILES]      # as steps
    uint16_t holes[SEATS][MOST_HOLES]       # likewise
    uint8_t left[SEATS][TYPES]          # in hand
    uint8_t sun_count[SEATS]
    uint8_t planet_count[SEATS]
    uint8_t moon_count[SEATS]
    uint8_t tile_count[SEATS]           # all three
    uint8_t hole_count[SEATS]
    uint8_t phase
    uint8_t turn
    int8_t actor
    uint8_t spare[3]


cdef inline Body* sun_of(State* s, int seat, int number) noexcept nogil:
    return &s.suns[seat * MOST_SUNS + number]


cdef inline Body* planet_of(State* s, int seat, int number) noexcept nogil:
    return &s.planets[seat * MOST_PLANETS + number]


cdef inline Moon* moon_of(State* s, int seat, int number) noexcept nogil:
    return &s.moons[seat * MOST_MOONS + number]


cdef inline const uint32_t* ground_of(const Rules* r, const State* s, int tile) noexcept nogil:
    """The squares of which a tile must have one: next to suns for a planet, to planets for a moon; NULL: it lies anywhere."""
    if r.kind[tile] == PLANET:
        return &s.near_sun[0]
    if r.kind[tile] == MOON:
        if r.is_long[tile]:
            return &s.round_planet[0]
        return &s.near_planet[0]
    return NULL


# -- what the first three turns aim at ---------------------------------------------------------------------------------------

cdef inline const Body* opening_target(const Rules* r, const State* s, int seat) noexcept nogil:
    """The opponent's tile that a seat's second or third tile must lie next to; NULL if there is none."""
    cdef int other = 1 - seat
    cdef int turn = s.tile_count[seat] + 1
    if not r.opening_rule:
        return NULL
    if turn == 2 and s.tile_count[other] >= 1 and r.kind[type_of(s.placed[other][0])] == SUN:
        return &s.suns[other * MOST_SUNS]
    if turn == 3 and s.tile_count[other] >= 2 and r.kind[type_of(s.placed[other][1])] == PLANET:
        # Their first planet, unless the first tile was one already.
        return &s.planets[other * MOST_PLANETS + (r.kind[type_of(s.placed[other][0])] == PLANET)]
    return NULL


# -- the state as a value ----------------------------------------------------------------------------------------------------

cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t hash_of_placed(int step, int seat) noexcept nogil:
    return mixed((<uint64_t>(2 * step + seat) + 1) * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t opening_memory(const Rules* r, const State* s) noexcept nogil:
    """What the rule of the first three turns still remembers: which tile was each seat's first, so long as the other has its
    second to place, and which was its second, so long as the other has its third."""
    cdef uint64_t memory = 0
    cdef int seat
    if r.opening_rule:
        for seat in range(SEATS):
            if s.tile_count[1 - seat] < 2 and s.tile_count[seat] > 0:
                memory += hash_of_placed(s.placed[seat][0], 2 + seat)
            if s.tile_count[1 - seat] < 3 and s.tile_count[seat] > 1:
                memory += hash_of_placed(s.placed[seat][1], 4 + seat)
    return memory


cdef inline uint64_t hash_state(const Rules* r, const State* s) noexcept nogil:
    cdef uint64_t who = 4 * s.phase + (0 if s.phase == OVER else s.turn) + 1
    return mixed(s.sum + opening_memory(r, s) + who * <uint64_t>0xD6E8FEB86659FD93)


cdef inline bint same_tiles(const uint16_t* some, const uint16_t* others, int count) noexcept nogil:
    """The same ones, in whatever order. No two of a list are equal: they would overlap."""
    cdef bint found
    cdef int i, j
    for i in range(count):
        found = False
        for j in range(count):
            found = found or some[i] == others[j]
        if not found:
            return False
    return True


cdef inline bint same_state(const Rules* r, const State* one, const State* other) noexcept nogil:
    cdef int seat
    if one.phase != other.phase or (one.phase != OVER and one.turn != other.turn):
        return False
    for seat in range(SEATS):
        if one.tile_count[seat] != other.tile_count[seat] or one.hole_count[seat] != other.hole_count[seat]:
            return False
        if not (same_tiles(one.placed[seat], other.placed[seat], one.tile_count[seat])
                and same_tiles(one.holes[seat], other.holes[seat], one.hole_count[seat])):
            return False
    return opening_memory(r, one) == opening_memory(r, other)
