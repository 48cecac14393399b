"""Effects played before the draw: channel (pulsate), pillar. They end with the draw."""
from solsearch._ext.bits cimport has
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.basics cimport numbers
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.pieces cimport TRIGGER
from solsearch._ext.laststar_rules.rules cimport THEN_DRAW, Rules, Then
from solsearch._ext.laststar_rules.state cimport CHOOSING, State, cards_left, gain_momentum
from solsearch._ext.laststar_rules.steps cimport CHOOSE_SUIT, first_of, step_of


cdef inline int cards_to_come(const Rules* r, const State* s) noexcept nogil:
    """Those that the draw will bring as far as is known now: trigger flares do not count, unless they are flares themselves,
    and events add some."""
    return min(<int>s.owed, cards_left(s) - (0 if r.marked_flares else s.undrawn[<int>TRIGGER]))


# -- channel, pulsate: each card turns 1 energy into momentum ----------------------------------------------------------------

cdef inline bint can_channel(const Rules* r, const State* s) noexcept nogil:
    """With energy for all of them."""
    return cards_to_come(r, s) > 0 and s.seat[s.turn].energy >= cards_to_come(r, s)


cdef inline void channel_card(const Rules* r, State* s, int suit) noexcept nogil:
    if s.seat[s.turn].energy > 0:
        s.seat[s.turn].energy -= 1
        gain_momentum(s, s.turn, numbers(r, s).momentum)


# -- pillar: momentum for each card of a suit --------------------------------------------------------------------------------

cdef inline bint can_build_pillar(const Rules* r, const State* s) noexcept nogil:
    return cards_to_come(r, s) > 0


cdef inline int add_suits(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Those in play."""
    cdef int suit
    cdef int count = 0
    for suit in range(TRIGGER):
        if (r.suits_in_play >> suit) & 1:
            out[count] = step_of(CHOOSE_SUIT, suit, 0, 0)
            count += 1
    return count


cdef inline Then choose_suit(const Rules* r, State* s, step_t choice) noexcept nogil:
    s.remembered = first_of(choice)
    return THEN_DRAW


cdef inline void reward_card(const Rules* r, State* s, int suit) noexcept nogil:
    if suit == s.remembered:
        gain_momentum(s, s.turn, numbers(r, s).momentum)


cdef inline const char* pillar_fault(const Rules* r, const State* s) noexcept nogil:
    if s.marks or s.followed != NO_CELL or (s.phase == CHOOSING and s.remembered):
        return b"marks of another effect"
    if s.remembered >= TRIGGER or not has(r.suits_in_play, s.remembered):
        return b"a pillar of a suit not in play"
    return NULL
