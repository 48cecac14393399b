"""The course of a turn: a tile, then perhaps a black hole; who is next, and the end of the game."""
from libc.string cimport memset
from solsearch._ext.game cimport NOBODY, step_t
from solsearch._ext.mines_rules.control cimport place
from solsearch._ext.mines_rules.legal cimport can_place, can_place_hole
from solsearch._ext.mines_rules.state cimport AFTER_TILE, OVER, PLACING, State
from solsearch._ext.mines_rules.tiles cimport PASS, SEATS, TYPES, Rules


cdef inline void empty_board(const Rules* r, State* s) noexcept nogil:
    """All tiles in hand, seat 0 to begin."""
    cdef int seat, tile
    memset(s, 0, sizeof(State))
    for seat in range(SEATS):
        for tile in range(TYPES):
            s.left[seat][tile] = r.count[tile]
    s.phase = PLACING


cdef inline void end_turn(const Rules* r, State* s) noexcept nogil:
    """The next seat that has a legal tile places one: whoever has none is skipped. When neither has, the game is over."""
    s.phase = PLACING
    if can_place(r, s, 1 - s.turn):
        s.turn = 1 - s.turn
    elif not can_place(r, s, s.turn):
        s.phase = OVER
        s.actor = NOBODY
        return
    s.actor = s.turn


cdef inline void apply_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if step != PASS:
        place(r, s, s.turn, step)
    if s.phase == PLACING and can_place_hole(r, s, s.turn):
        s.phase = AFTER_TILE
    else:
        end_turn(r, s)
