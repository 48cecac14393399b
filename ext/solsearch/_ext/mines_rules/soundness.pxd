"""Is a state sound? The guard for states from outside, and the invariants that the tests hold every state to.

A state is its tiles in the order placed, and who is to act. All else must be what these lead to.
"""
from libc.stdint cimport uint32_t
from libc.string cimport memcmp, memset
from solsearch._ext.game cimport NOBODY
from solsearch._ext.mines_rules.control cimport adjacent, place
from solsearch._ext.mines_rules.legal cimport can_place, can_place_hole, can_place_some, find_fits
from solsearch._ext.mines_rules.rows cimport Rows, add_border, any_of, common, meets_block, touching
from solsearch._ext.mines_rules.state cimport AFTER_TILE, OVER, PLACING, State, ground_of
from solsearch._ext.mines_rules.tiles cimport (
    MOON, MOST_HOLES, MOST_SIZE, MOST_TILES, PASS, PLANET, SEATS, SIDE, SQUARE_BITS, SQUARES, SUN, SUN_LARGE,
    SUN_SMALL, TILE_TYPES, Rules, column_of, row_of, type_of,
)
from solsearch._ext.mines_rules.turn cimport empty_board

cdef struct Opened:
    # A seat's first tiles: what the rule of the first three turns is about.
    int tile
    int x
    int y


cdef inline bint lies_on_board(const Rules* r, int step) noexcept nogil:
    cdef int tile = type_of(step)
    return (step < PASS and (step & ((1 << SQUARE_BITS) - 1)) < SQUARES
            and column_of(step) + r.size[tile] <= SIDE and row_of(step) + r.size[tile] <= SIDE)


cdef inline const char* may_be_placed(const Rules* r, const State* s, int seat, int step) noexcept nogil:
    """NULL if the seat has such a tile or hole left and the squares are empty."""
    if not lies_on_board(r, step):
        return b"a tile that is not on the board"
    if s.left[seat][type_of(step)] == 0:
        return b"more tiles of a type than the set has"
    if meets_block(s.taken, column_of(step), row_of(step), r.size[type_of(step)]):
        return b"tiles or black holes overlap"
    return NULL


cdef inline const char* rebuild(const Rules* r, const State* given, State* s) noexcept nogil:
    """The state with the same tiles, made anew; what is wrong if they cannot lie so."""
    cdef const char* why
    cdef int seat, i
    empty_board(r, s)
    for seat in range(SEATS):
        if given.tile_count[seat] > MOST_TILES or given.hole_count[seat] > MOST_HOLES:
            return b"more tiles than there are"
        for i in range(given.tile_count[seat]):
            why = may_be_placed(r, s, seat, given.placed[seat][i])
            if why == NULL and type_of(given.placed[seat][i]) >= TILE_TYPES:
                why = b"a black hole among the tiles"
            if why != NULL:
                return why
            place(r, s, seat, given.placed[seat][i])
        for i in range(given.hole_count[seat]):
            why = may_be_placed(r, s, seat, given.holes[seat][i])
            if why == NULL and type_of(given.holes[seat][i]) < TILE_TYPES:
                why = b"a tile among the black holes"
            if why != NULL:
                return why
            place(r, s, seat, given.holes[seat][i])
        if s.hole_count[seat] > s.tile_count[seat]:
            return b"more black holes than turns"
    return NULL


cdef inline bint is_in_orbit(const Rules* r, const State* s, int step) noexcept nogil:
    """Does a planet lie next to a sun, a moon next to a planet?"""
    cdef int tile = type_of(step)
    cdef const uint32_t* ground = ground_of(r, s, tile)
    return ground == NULL or meets_block(ground, column_of(step), row_of(step), r.size[tile])


# -- who can have been skipped -----------------------------------------------------------------------------------------

cdef inline bint never_skipped(const Rules* r, const State* s, int seat) noexcept nogil:
    """A sun in hand that fits now has fitted all the time, so the seat has always had a legal tile."""
    cdef Rows fits[MOST_SIZE + 1]
    find_fits(s, fits)
    return can_place_some(r, s, seat, fits, SUN_LARGE, SUN_SMALL)


cdef inline bint turn_can_be(const Rules* r, const State* s) noexcept nogil:
    """Seats take turns, seat 0 first; who has placed fewer tiles than that was skipped."""
    cdef int ahead = s.tile_count[0] - s.tile_count[1]
    if (s.turn == 1) == (s.phase == PLACING):
        ahead -= 1      # seat 0 has placed its tile of this round, seat 1 has not
    if s.phase == OVER:
        return True
    return not (ahead > 0 and never_skipped(r, s, 1)) and not (ahead < 0 and never_skipped(r, s, 0))


# -- the first three turns -----------------------------------------------------------------------------------------------------

cdef inline void opened_by(const State* s, int seat, int number, Opened* out) noexcept nogil:
    cdef int step = s.placed[seat][number]
    out.tile = type_of(step)
    out.x = column_of(step)
    out.y = row_of(step)


cdef inline bint lies_next_to(const Rules* r, const Opened* tile, const Opened* target) noexcept nogil:
    return adjacent(
        tile.x, tile.y, r.size[tile.tile], target.x, target.y, r.size[target.tile], r.is_long[tile.tile])


cdef inline bint is_still_open(const Rules* r, const State* s, int seat, int turn, const Opened* target) noexcept nogil:
    """Is there a place for a tile of the kind that was due next to the target, now? Then there was one earlier."""
    cdef int kind = PLANET if turn == 1 else MOON
    cdef Rows fits[MOST_SIZE + 1]
    cdef Rows near
    cdef Rows places
    cdef int tile
    find_fits(s, fits)
    for tile in range(TILE_TYPES):
        if r.kind[tile] == kind and r.count[tile] > (turn == 2 and type_of(s.placed[seat][1]) == tile):
            memset(&near, 0, sizeof(Rows))
            add_border(near.row, target.x, target.y, r.size[target.tile], r.is_long[tile])
            touching(near.row, r.size[tile], places.row)
            common(fits[r.size[tile]].row, places.row)
            if any_of(places.row):
                return True
    return False


cdef inline const char* opening_fault(const Rules* r, const State* s) noexcept nogil:
    """A second or third tile that is elsewhere than the rule says is possible only if the place was walled off."""
    cdef Opened tile
    cdef Opened target
    cdef int seat, turn, kind
    if not r.opening_rule:
        return NULL
    for seat in range(SEATS):
        for turn in range(min(<int>s.tile_count[seat], 3)):
            opened_by(s, seat, turn, &tile)
            if turn == 0:
                if r.kind[tile.tile] != SUN:
                    return b"a first tile that is no sun"
                continue
            kind = PLANET if turn == 1 else MOON
            # The other seat cannot have been skipped so early.
            if s.tile_count[1 - seat] < turn:
                return b"a seat that is turns behind the other in the opening"
            opened_by(s, 1 - seat, turn - 1, &target)
            if r.kind[target.tile] != (SUN if turn == 1 else PLANET):
                continue
            if r.kind[tile.tile] == kind and lies_next_to(r, &tile, &target):
                continue
            if is_still_open(r, s, seat, turn, &target):
                return b"a second tile against the rule of the first turns" if turn == 1 else (
                    b"a third tile against the rule of the first turns")
    return NULL


cdef inline const char* state_fault(const Rules* r, const State* s) noexcept nogil:
    """NULL for a sound state, else what is wrong with it."""
    cdef State again
    cdef const char* why = rebuild(r, s, &again)
    cdef int seat, i
    if why != NULL:
        return why
    for seat in range(SEATS):
        for i in range(s.tile_count[seat]):
            if not is_in_orbit(r, &again, s.placed[seat][i]):
                return b"a planet without a sun, or a moon without a planet"
    if s.turn >= SEATS or s.phase > OVER:
        return b"no such turn"
    again.turn = s.turn
    again.phase = s.phase
    again.actor = NOBODY if s.phase == OVER else s.turn
    if memcmp(&again, s, sizeof(State)) != 0:
        return b"something does not follow from the tiles"
    why = opening_fault(r, s)
    if why != NULL:
        return why
    if not turn_can_be(r, s):
        return b"a seat that cannot have been skipped is behind"
    if s.phase == PLACING and not can_place(r, s, s.turn):
        return b"the seat to place has no legal tile"
    if s.phase == AFTER_TILE and (not can_place_hole(r, s, s.turn) or s.hole_count[s.turn] >= s.tile_count[s.turn]):
        return b"no black hole can be placed"
    if s.phase == OVER and (can_place(r, s, 0) or can_place(r, s, 1)):
        return b"over, and a tile can be placed"
    return NULL
