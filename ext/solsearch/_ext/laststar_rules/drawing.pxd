"""Drawing the owed cards, and what goes on after a trigger event. Who chooses in one is in triggering.pxd."""
from solsearch._ext.game cimport CHANCE, step_t
from solsearch._ext.laststar_rules.basics cimport in_force
from solsearch._ext.laststar_rules.cards cimport draw_card, draw_marked_flare, show_card
from solsearch._ext.laststar_rules.flaring cimport next_flare
from solsearch._ext.laststar_rules.pieces cimport FLARE, TRIGGER
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport DRAWING, FLARING, SQUEEZING, State, cut_to_deck, forget_effect
from solsearch._ext.laststar_rules.triggering cimport answer_event, begin_event
from solsearch._ext.laststar_rules.turn_order cimport end_game


cdef inline void start_draw(const Rules* r, State* s) noexcept nogil:
    s.phase = DRAWING
    continue_draw(r, s)


cdef inline bint continue_draw(const Rules* r, State* s) noexcept nogil:
    """The next owed card, as far as the deck goes; after the last one the flares. True: the action goes on instead."""
    cut_to_deck(s)
    if s.owed:
        s.actor = CHANCE
    elif s.phase == SQUEEZING:
        return True
    else:
        forget_effect(s)    # those played before the draw
        next_flare(r, s)
    return False


cdef inline bint apply_draw(const Rules* r, State* s, int suit) noexcept nogil:
    """True: these were cards drawn within the action, which goes on."""
    if r.cards_only_show:
        show_card(s, suit)
        if s.spiral:
            return continue_draw(r, s)
        end_game(s)     # what is still owed is not drawn
        return False
    if suit != TRIGGER:
        draw_card(s, suit)
    elif r.marked_flares:
        draw_marked_flare(s)
        suit = FLARE
    else:
        draw_card(s, suit)
        # The event at once; then another card in the trigger flare's place.
        return begin_event(r, s) and continue_draw(r, s)
    if s.effect and in_force(r, s).function.drew != NULL:
        in_force(r, s).function.drew(r, s, suit)
    return continue_draw(r, s)


cdef inline bint apply_event_step(const Rules* r, State* s, step_t step) noexcept nogil:
    """True: the event came between cards drawn within the action, which goes on."""
    if not answer_event(r, s, step):
        return False
    if s.phase == FLARING:      # it followed a marked flare
        next_flare(r, s)
        return False
    return continue_draw(r, s)
