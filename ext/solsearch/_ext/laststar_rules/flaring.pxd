"""Flares one by one, the stations that are activated in them, and the card kept after the last one."""
from libc.string cimport memset
from solsearch._ext.bits cimport bit
from solsearch._ext.laststar_rules.activating cimport base_at, take_reward
from solsearch._ext.laststar_rules.cards cimport can_activate_in_flare, strike
from solsearch._ext.laststar_rules.events cimport move_feeders
from solsearch._ext.laststar_rules.pieces cimport SUITS
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport FLARING, KEEPING, State, station_at
from solsearch._ext.laststar_rules.turn_order cimport end_game, end_turn, next_turn


cdef inline void after_flares(const Rules* r, State* s) noexcept nogil:
    """Choose a card to keep if any were drawn that can be kept."""
    cdef int suit
    s.hurled = 0
    if s.orbiting:
        s.orbiting = 0
        next_turn(r, s)
        return
    for suit in range(SUITS):
        if s.drawn[suit]:
            s.phase = KEEPING
            s.actor = s.turn
            return
    end_turn(r, s)


cdef inline void ask_in_flare(const Rules* r, State* s, int seat) noexcept nogil:
    """The first seat, from `seat` on in turn order, that can activate a station in this flare; if none, the next flare."""
    while True:
        s.activated = 0
        if can_activate_in_flare(r, s, seat):
            s.actor = seat
            return
        seat = (seat + 1) % r.players
        if seat == s.turn:
            break
    finish_flare(r, s)


cdef inline void finish_flare(const Rules* r, State* s) noexcept nogil:
    s.flares -= 1
    s.activated = 0
    if s.spiral == 0:
        end_game(s)
    else:
        move_feeders(r, s)
        next_flare(r, s)


cdef inline void next_flare(const Rules* r, State* s) noexcept nogil:
    """Resolve the flares one by one, stopping where a seat has a choice."""
    if s.flares:
        s.phase = FLARING
        strike(r, s)
        ask_in_flare(r, s, s.turn)
    else:
        after_flares(r, s)


cdef inline void next_seat_in_flare(const Rules* r, State* s) noexcept nogil:
    cdef int seat = (s.actor + 1) % r.players
    if seat == s.turn:
        finish_flare(r, s)
    else:
        ask_in_flare(r, s, seat)


cdef inline void activate_in_flare(const Rules* r, State* s, int cell) noexcept nogil:
    """No sundiver, no bonus, no cards."""
    take_reward(r, s, s.actor, station_at(s, cell), base_at(r, s, cell))
    s.activated |= bit(cell)
    if not can_activate_in_flare(r, s, s.actor):
        next_seat_in_flare(r, s)


cdef inline void keep_card(const Rules* r, State* s, int card) noexcept nogil:
    s.seat[s.turn].card = card
    memset(s.drawn, 0, sizeof(s.drawn))
    end_turn(r, s)
