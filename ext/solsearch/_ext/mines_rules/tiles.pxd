"""The tiles and the rules of a game as tables, the same from its first step to its last; and steps as integers."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from solsearch._ext.game cimport step_t

cdef enum:
    SIDE = 20               # squares of a side of the board
    SQUARES = 400
    SEATS = 2
    MOST_SIZE = 4           # squares of a side of the largest tile
    MOST_SUNS = 4           # of a seat, as the next four
    MOST_PLANETS = 8
    MOST_MOONS = 16
    MOST_HOLES = 2
    MOST_TILES = 28         # suns, planets and moons

cdef enum:
    SUN, PLANET, MOON, HOLE

cdef enum:
    # What is printed on a tile. The numbers are part of steps: never renumber.
    SUN_LARGE = 0
    SUN_SMALL = 1
    PLANET_LARGE = 2
    PLANET_LARGE_DOUBLE = 3
    PLANET_SMALL = 4
    PLANET_SMALL_DOUBLE = 5
    MOON_LARGE = 6
    MOON_LARGE_DOUBLE = 7
    MOON_LARGE_LONG = 8
    MOON_LARGE_DOUBLE_LONG = 9
    MOON_SMALL = 10
    MOON_SMALL_DOUBLE = 11
    MOON_SMALL_LONG = 12
    MOON_SMALL_DOUBLE_LONG = 13
    HOLE_LARGE = 14
    HOLE_SMALL = 15
    TYPES = 16
    TILE_TYPES = 14         # without the holes

cdef enum:
    GROUPS = 8              # of types that may lie on the same squares: doubles as singles
    SQUARE_BITS = 9
    PASS = 16 << 9          # the step

cdef struct Rules:
    uint8_t kind[TYPES]
    uint8_t size[TYPES]         # squares of a side
    uint8_t worth[TYPES]        # of a planet toward a sun, of a moon toward a planet
    uint8_t is_long[TYPES]      # a moon that reaches planets over a corner too
    uint8_t is_large[TYPES]
    uint8_t group[TYPES]        # tiles alone
    uint8_t count[TYPES]        # in each seat's hand at the start
    uint8_t opening_rule        # the rule of the first three turns holds
    uint8_t spare[3]
    uint32_t most_steps         # no legal list is longer
    uint64_t salt               # a hash of all the rest: what an evaluator remembers is remembered of one galaxy
    uint32_t stations[SIDE]     # a word a row, the lowest bit column a


cdef inline step_t step_of(int tile, int x, int y) noexcept nogil:
    return (tile << SQUARE_BITS) | (y * SIDE + x)


cdef inline int type_of(step_t step) noexcept nogil:
    return step >> SQUARE_BITS


cdef inline int column_of(step_t step) noexcept nogil:
    return (step & ((1 << SQUARE_BITS) - 1)) % SIDE


cdef inline int row_of(step_t step) noexcept nogil:
    return (step & ((1 << SQUARE_BITS) - 1)) // SIDE
