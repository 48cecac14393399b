"""Effects played before the draw: channel, pillar. They end with the draw."""
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.effects cimport CHANNEL, PILLAR
from solsearch._ext.laststar_rules.rules cimport TRIGGER, Rules
from solsearch._ext.laststar_rules.state cimport CLOSING, State, cards_left
from solsearch._ext.laststar_rules.steps cimport CHOOSE_SUIT, step_of

cdef enum:
    PILLAR_MOMENTUM = 3     # for each card of the suit named


cdef inline bint can_play_before_draw(const Rules* r, const State* s, int effect) noexcept nogil:
    """Cards are owed; channel needs energy for all that will be drawn, trigger flares not counting."""
    cdef int left = cards_left(s) - s.undrawn[<int>TRIGGER]
    if s.phase != CLOSING or not s.owed or not left:
        return False
    return effect == PILLAR or s.seat[s.turn].energy >= min(<int>s.owed, left)


cdef inline int add_suits(const Rules* r, step_t* out) noexcept nogil:
    """Pillar: the suits that can be named, those in play."""
    cdef int suit
    cdef int count = 0
    for suit in range(TRIGGER):
        if (r.suits_in_play >> suit) & 1:
            out[count] = step_of(CHOOSE_SUIT, suit, 0, 0)
            count += 1
    return count


cdef inline void reward_card(State* s, int suit) noexcept nogil:
    """A card was drawn. Channel: 1 energy becomes 1 momentum; pillar: momentum for the suit named."""
    if s.effect == CHANNEL:
        if s.seat[s.turn].energy > 0:
            s.seat[s.turn].energy -= 1
            s.seat[s.turn].momentum += 1
    elif s.effect == PILLAR and suit == s.named:
        s.seat[s.turn].momentum += PILLAR_MOMENTUM
