"""Which steps are legal: where each tile in hand may lie, by the bit boards; and the rule of the first three turns."""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset
from solsearch._ext.bits cimport lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.mines_rules.rows cimport (
    Rows, add_border, any_of, common, count_of, free_squares, larger_fit, touching,
)
from solsearch._ext.mines_rules.state cimport AFTER_TILE, OVER, Body, State, ground_of, opening_target
from solsearch._ext.mines_rules.tiles cimport (
    GROUPS, HOLE_LARGE, HOLE_SMALL, MOON, MOON_LARGE, MOON_SMALL_DOUBLE_LONG, MOST_SIZE, PASS, PLANET, PLANET_LARGE,
    PLANET_SMALL_DOUBLE, SIDE, SUN, SUN_LARGE, SUN_SMALL, TILE_TYPES, Rules, step_of,
)

cdef struct Places:
    # Where the tiles of each group may lie. Only groups that are `open` are filled.
    Rows group[GROUPS]
    bint is_open[GROUPS]


cdef inline void find_fits(const State* s, Rows* fits) noexcept nogil:
    """By size: where nothing lies in the way."""
    cdef int size
    free_squares(s.taken, fits[1].row)
    for size in range(2, MOST_SIZE + 1):
        larger_fit(fits[size - 1].row, fits[size].row)


cdef inline void open_group(
        const Rules* r, const Rows* fits, int tile, const uint32_t* near, Places* places) noexcept nogil:
    """Where a tile fits next to one of the marked squares; anywhere if there are none given."""
    cdef int group = r.group[tile]
    cdef uint32_t* rows = places.group[group].row
    if places.is_open[group]:
        return
    places.is_open[group] = True
    if near == NULL:
        memcpy(rows, fits[r.size[tile]].row, sizeof(Rows))
    else:
        touching(near, r.size[tile], rows)
        common(fits[r.size[tile]].row, rows)


cdef inline bint open_first_turns(
        const Rules* r, const State* s, int seat, const Rows* fits, Places* places) noexcept nogil:
    """The places that the first three turns leave; False where they say nothing, or ask for what cannot be met."""
    cdef Rows near
    cdef Rows around
    cdef const Body* target
    cdef bint found = False
    cdef int tile, kind
    cdef int turn = s.tile_count[seat] + 1
    if not r.opening_rule or turn > 3:
        return False
    kind = SUN if turn == 1 else PLANET if turn == 2 else MOON
    target = opening_target(r, s, seat)
    if turn > 1:
        if target == NULL:
            return False
        memset(&near, 0, sizeof(Rows))
        memset(&around, 0, sizeof(Rows))
        add_border(near.row, target.x, target.y, target.size, False)
        add_border(around.row, target.x, target.y, target.size, True)
    for tile in range(TILE_TYPES):
        if r.kind[tile] == kind and s.left[seat][tile]:
            if turn == 1:
                open_group(r, fits, tile, NULL, places)
            elif r.is_long[tile]:
                open_group(r, fits, tile, around.row, places)
            else:
                open_group(r, fits, tile, near.row, places)
            found = found or any_of(places.group[r.group[tile]].row)
    return found


cdef inline void find_places(const Rules* r, const State* s, int seat, Places* places) noexcept nogil:
    """Where each tile in a seat's hand may lie."""
    cdef Rows fits[MOST_SIZE + 1]
    cdef int tile
    memset(places.is_open, 0, sizeof(places.is_open))
    find_fits(s, fits)
    if open_first_turns(r, s, seat, fits, places):
        return
    memset(places.is_open, 0, sizeof(places.is_open))
    for tile in range(TILE_TYPES):
        if s.left[seat][tile]:
            open_group(r, fits, tile, ground_of(r, s, tile), places)


cdef inline bint can_place_some(
        const Rules* r, const State* s, int seat, const Rows* fits, int first, int last) noexcept nogil:
    """Has a seat a place for one of these types?"""
    cdef Places places
    cdef int tile
    memset(places.is_open, 0, sizeof(places.is_open))
    for tile in range(first, last + 1):
        if s.left[seat][tile] and not places.is_open[r.group[tile]]:
            open_group(r, fits, tile, ground_of(r, s, tile), &places)
            if any_of(places.group[r.group[tile]].row):
                return True
    return False


cdef inline bint can_place(const Rules* r, const State* s, int seat) noexcept nogil:
    """Has a seat a legal tile? The first three turns do not matter: they never take the last one."""
    cdef Rows fits[MOST_SIZE + 1]
    find_fits(s, fits)
    return (can_place_some(r, s, seat, fits, SUN_LARGE, SUN_SMALL)
            or can_place_some(r, s, seat, fits, PLANET_LARGE, PLANET_SMALL_DOUBLE)
            or can_place_some(r, s, seat, fits, MOON_LARGE, MOON_SMALL_DOUBLE_LONG))


cdef inline void hole_places(const Rules* r, const State* s, int hole, uint32_t* out) noexcept nogil:
    """Any empty squares."""
    cdef int _larger
    free_squares(s.taken, out)
    for _larger in range(1, r.size[hole]):
        larger_fit(out, out)


cdef inline bint can_place_hole(const Rules* r, const State* s, int seat) noexcept nogil:
    cdef Rows places
    cdef int hole
    for hole in range(HOLE_LARGE, HOLE_SMALL + 1):
        if s.left[seat][hole]:
            hole_places(r, s, hole, places.row)
            if any_of(places.row):
                return True
    return False


# -- as a list -----------------------------------------------------------------------------------------------------------------

cdef inline int add_steps(int tile, const uint32_t* rows, step_t* out, int count) noexcept nogil:
    cdef uint32_t row
    cdef int y
    for y in range(SIDE):
        row = rows[y]
        while row:
            out[count] = step_of(tile, lowest(row), y)
            count += 1
            row &= row - 1
    return count


cdef inline int legal_steps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Tiles by type, of each by rows; behind the tile `pass` first, then the holes."""
    cdef Places places
    cdef Rows hole
    cdef int count = 0
    cdef int tile
    if s.phase == OVER:
        return 0
    if s.phase == AFTER_TILE:
        out[0] = PASS
        count = 1
        for tile in range(HOLE_LARGE, HOLE_SMALL + 1):
            if s.left[s.turn][tile]:
                hole_places(r, s, tile, hole.row)
                count = add_steps(tile, hole.row, out, count)
        return count
    find_places(r, s, s.turn, &places)
    for tile in range(TILE_TYPES):
        if s.left[s.turn][tile] and places.is_open[r.group[tile]]:
            count = add_steps(tile, places.group[r.group[tile]].row, out, count)
    return count


# -- one of them ---------------------------------------------------------------------------------------------------------------

cdef inline step_t step_number(int tile, const uint32_t* rows, int number) noexcept nogil:
    """The one that `add_steps` would write at this place."""
    cdef uint32_t row
    cdef int y, in_row
    cdef uint32_t word
    for y in range(SIDE):
        row = rows[y]
        word = row - ((row >> 1) & 0x55555555)
        word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
        in_row = (((word + (word >> 4)) & 0x0F0F0F0F) * <uint32_t>0x01010101) >> 24
        if number < in_row:
            while number:
                row &= row - 1
                number -= 1
            return step_of(tile, lowest(row), y)
        number -= in_row
    return PASS


cdef struct Counted:
    # The legal list without its entries.
    Places places
    Rows hole[2]
    int count[TILE_TYPES + 2]   # of each type; behind the tiles, the holes
    int total


cdef inline void count_steps(const Rules* r, const State* s, Counted* found) noexcept nogil:
    cdef int of_group[GROUPS]
    cdef int tile, group
    if s.phase == AFTER_TILE:
        found.total = 1
        for tile in range(HOLE_LARGE, HOLE_SMALL + 1):
            found.count[tile] = 0
            if s.left[s.turn][tile]:
                hole_places(r, s, tile, found.hole[tile - HOLE_LARGE].row)
                found.count[tile] = count_of(found.hole[tile - HOLE_LARGE].row)
            found.total += found.count[tile]
        return
    found.total = 0
    find_places(r, s, s.turn, &found.places)
    for group in range(GROUPS):
        of_group[group] = count_of(found.places.group[group].row) if found.places.is_open[group] else 0
    for tile in range(TILE_TYPES):
        found.count[tile] = of_group[r.group[tile]] if s.left[s.turn][tile] else 0
        found.total += found.count[tile]


cdef inline step_t counted_step(const Rules* r, const State* s, const Counted* found, int number) noexcept nogil:
    """The step that `legal_steps` would write at this place."""
    cdef int tile
    if s.phase == AFTER_TILE:
        if number == 0:
            return PASS
        number -= 1
        tile = HOLE_LARGE
        if number >= found.count[tile]:
            number -= found.count[tile]
            tile = HOLE_SMALL
        return step_number(tile, found.hole[tile - HOLE_LARGE].row, number)
    tile = 0
    while number >= found.count[tile]:
        number -= found.count[tile]
        tile += 1
    return step_number(tile, found.places.group[r.group[tile]].row, number)
