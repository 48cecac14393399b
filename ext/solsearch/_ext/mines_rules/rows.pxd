"""Sets of squares as bit boards: a word for each row, the lowest bit column a. Tiles are named by their lowest-left square, so
a set can also be one of places for a tile.

All loops run over whole boards without branches, so that compilers do four rows at once.
"""
from libc.stdint cimport uint32_t
from solsearch._ext.mines_rules.tiles cimport SIDE

cdef enum:
    ALL_COLUMNS = (1 << SIDE) - 1

cdef struct Rows:
    uint32_t row[SIDE]


cdef inline bint any_of(const uint32_t* rows) noexcept nogil:
    cdef uint32_t found = 0
    cdef int y
    for y in range(SIDE):
        found |= rows[y]
    return found != 0


cdef inline int count_of(const uint32_t* rows) noexcept nogil:
    """How many squares. Sums in fields of 2, 4 and 8 bits side by side: not every processor counts bits."""
    cdef uint32_t total = 0
    cdef uint32_t word
    cdef int y
    for y in range(SIDE):
        word = rows[y]
        word = word - ((word >> 1) & 0x55555555)
        word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
        word = (word + (word >> 4)) & 0x0F0F0F0F
        total += word       # each byte at most 8 x 20
    return (total & 0xFF) + ((total >> 8) & 0xFF) + ((total >> 16) & 0xFF)


cdef inline void free_squares(const uint32_t* taken, uint32_t* out) noexcept nogil:
    cdef int y
    for y in range(SIDE):
        out[y] = ~taken[y] & ALL_COLUMNS


cdef inline void larger_fit(const uint32_t* fit, uint32_t* out) noexcept nogil:
    """From the places where a square of some size fits to those of the next size: it is four of the smaller, one apart."""
    cdef uint32_t both[SIDE + 1]
    cdef int y
    for y in range(SIDE):
        both[y] = fit[y] & (fit[y] >> 1)
    both[SIDE] = 0
    for y in range(SIDE):
        out[y] = both[y] & both[y + 1]


cdef inline void larger_touch(const uint32_t* touch, uint32_t* out) noexcept nogil:
    """From the places where a square of some size has one of the marked squares in it to those of the next size."""
    cdef uint32_t either[SIDE + 1]
    cdef int y
    for y in range(SIDE):
        either[y] = touch[y] | (touch[y] >> 1)
    either[SIDE] = 0
    for y in range(SIDE):
        out[y] = either[y] | either[y + 1]


cdef inline void touching(const uint32_t* marked, int size, uint32_t* out) noexcept nogil:
    """The places where a square of this size has one of the marked squares in it."""
    cdef int y, _larger
    for y in range(SIDE):
        out[y] = marked[y]
    for _larger in range(1, size):
        larger_touch(out, out)


cdef inline void common(const uint32_t* some, uint32_t* out) noexcept nogil:
    cdef int y
    for y in range(SIDE):
        out[y] &= some[y]


cdef inline uint32_t columns(int x, int size) noexcept nogil:
    return (((<uint32_t>1) << size) - 1) << x


cdef inline uint32_t wider(uint32_t columns_) noexcept nogil:
    """And one column more to each side."""
    return (columns_ | (columns_ << 1) | (columns_ >> 1)) & ALL_COLUMNS


cdef inline void add_block(uint32_t* rows, int x, int y, int size) noexcept nogil:
    cdef uint32_t block = columns(x, size)
    cdef int i
    for i in range(y, y + size):
        rows[i] |= block


cdef inline bint meets_block(const uint32_t* rows, int x, int y, int size) noexcept nogil:
    cdef uint32_t block = columns(x, size)
    cdef int i
    for i in range(y, y + size):
        if rows[i] & block:
            return True
    return False


cdef inline void add_border(uint32_t* rows, int x, int y, int size, bint corners) noexcept nogil:
    """The squares next to a tile; those that touch it at a corner too, if wanted. What the tile covers is marked as well."""
    cdef uint32_t block = columns(x, size)
    cdef uint32_t beside = wider(block)
    cdef uint32_t outside = beside if corners else block
    cdef int i
    for i in range(y, y + size):
        rows[i] |= beside
    if y > 0:
        rows[y - 1] |= outside
    if y + size < SIDE:
        rows[y + size] |= outside
