"""Instability: drawing the owed cards, flares, and the card that is kept."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport add_of_type, base_at, can_take
from solsearch._ext.laststar_rules.board cimport OUTER_ORBIT
from solsearch._ext.laststar_rules.pieces cimport FLARE, STATION_TYPES, SUITS, TOWER, TRIGGER
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State, gain_momentum
from solsearch._ext.laststar_rules.steps cimport DRAW, KEEP, KEEP_NONE, step_of


cdef inline int add_draws(const State* s, step_t* out) noexcept nogil:
    """The suits the next card can have."""
    cdef int suit
    cdef int count = 0
    for suit in range(SUITS):
        if s.undrawn[suit]:
            out[count] = step_of(DRAW, suit, 0, 0)
            count += 1
    return count


cdef inline void draw_card(State* s, int suit) noexcept nogil:
    """One card. A trigger flare leaves the game and does not count; the card of an orbit is not kept."""
    s.undrawn[suit] -= 1
    s.drew = 1
    if suit == TRIGGER:
        return
    if suit == FLARE:
        s.flares += 1
        if s.hurled and s.owed > s.added:   # the action's own cards come first
            s.rewarded_flares += 1
    s.owed -= 1
    if s.added > s.owed:
        s.added = s.owed
    if not s.orbiting:
        s.drawn[suit] += 1


cdef inline void show_card(State* s, int suit) noexcept nogil:
    """One card where they only show: a flare counts at once, and nothing else comes of it."""
    s.undrawn[suit] -= 1
    s.drew = 1
    s.owed -= 1
    s.showing = 1 + suit
    if suit == FLARE:
        s.spiral -= 1


cdef inline void draw_marked_flare(State* s) noexcept nogil:
    """A flare in every respect, and its event will follow it."""
    s.marked |= 1 << s.flares
    s.undrawn[<int>TRIGGER] -= 1
    s.undrawn[<int>FLARE] += 1
    draw_card(s, FLARE)


cdef inline void lose_energy(const Rules* r, State* s) noexcept nogil:
    """Half of a great store is lost, rounded down."""
    cdef int seat
    for seat in range(r.players):
        if s.seat[seat].energy >= r.unstable_energy:
            s.seat[seat].energy -= s.seat[seat].energy // 2


cdef inline void strike(const Rules* r, State* s) noexcept nogil:
    """A flare's own work before stations are activated: the spiral, energy lost, momentum for a hurl."""
    s.spiral -= 1
    if not r.stations_before_loss:
        lose_energy(r, s)
    if s.rewarded_flares:
        s.rewarded_flares -= 1
        gain_momentum(s, s.turn, 1)


cdef inline uint64_t flare_stations(const Rules* r, const State* s, int seat) noexcept nogil:
    """Own stations in the outer orbit not yet activated in this flare; at the last flare towers alone."""
    cdef uint64_t cells = s.owned[seat] & r.board.ring[<int>OUTER_ORBIT] & ~s.activated
    if s.spiral == 0:
        cells &= s.stations[<int>TOWER]
    return cells


cdef inline int add_flare_activations(const Rules* r, const State* s, int seat, step_t* out) noexcept nogil:
    cdef uint64_t cells = flare_stations(r, s, seat)
    cdef int kind
    cdef int count = 0
    for kind in range(STATION_TYPES):
        count += add_of_type(r, s, seat, cells & s.stations[kind], kind, out + count)
    return count


cdef inline bint can_activate_in_flare(const Rules* r, const State* s, int seat) noexcept nogil:
    """Whether add_flare_activations would find any."""
    cdef uint64_t cells = flare_stations(r, s, seat)
    cdef uint64_t of_type
    cdef int kind
    for kind in range(STATION_TYPES):
        of_type = cells & s.stations[kind]
        while of_type:
            if can_take(r, s, seat, kind, base_at(r, s, lowest(of_type))):
                return True
            of_type = without_lowest(of_type)
    return False


cdef inline int add_keeps(const State* s, step_t* out) noexcept nogil:
    """One of the cards drawn, or the one held, or none."""
    cdef int suit
    cdef int count = 0
    for suit in range(SUITS):
        if s.drawn[suit] or s.seat[s.turn].card == suit:
            out[count] = step_of(KEEP, suit, 0, 0)
            count += 1
    out[count] = step_of(KEEP_NONE, 0, 0, 0)
    return count + 1
