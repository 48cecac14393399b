"""Flares one by one, the stations that are activated in them, and the card kept after the last one."""
from libc.string cimport memset
from solsearch._ext.bits cimport bit
from solsearch._ext.game cimport CHANCE
from solsearch._ext.laststar_rules.activating cimport base_at, take_reward
from solsearch._ext.laststar_rules.cards cimport can_activate_in_flare, lose_energy, strike
from solsearch._ext.laststar_rules.events cimport move_feeders
from solsearch._ext.laststar_rules.pieces cimport SUITS
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport DRAWING, FLARING, KEEPING, State, cut_to_deck, station_at
from solsearch._ext.laststar_rules.triggering cimport begin_event
from solsearch._ext.laststar_rules.turn_order cimport end_game, end_turn, next_turn


cdef inline bint draw_added(State* s) noexcept nogil:
    """A draw of their own for the cards that events have added, as far as the deck goes. False: there are none left."""
    s.owed = s.added
    s.added = 0
    cut_to_deck(s)
    if not s.owed:
        return False
    s.phase = DRAWING
    s.actor = CHANCE
    return True


cdef inline void after_flares(const Rules* r, State* s) noexcept nogil:
    """Cards that events after these flares have added, then: choose a card to keep if any were drawn that can be kept."""
    cdef int suit
    s.hurled = 0
    if s.added and draw_added(s):
        return
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
    """The stations have had their turn. What an event does comes last, before the next flare."""
    cdef bint marked = s.marked & 1
    s.flares -= 1
    s.marked >>= 1
    s.activated = 0
    if s.spiral == 0:
        end_game(s)
        return
    if r.stations_before_loss:
        lose_energy(r, s)
    move_feeders(r, s)
    if not marked or begin_event(r, s):
        next_flare(r, s)


cdef inline void next_flare(const Rules* r, State* s) noexcept nogil:
    """Resolve the flares one by one, stopping where a seat has a choice."""
    if s.flares:
        s.phase = FLARING
        strike(r, s)
        if s.spiral == 0 and r.sudden_end:
            end_game(s)
        else:
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
