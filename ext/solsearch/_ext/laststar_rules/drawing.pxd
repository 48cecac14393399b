"""Drawing the owed cards, and the course of a trigger event. What an event does is in events.pxd."""
from solsearch._ext.game cimport CHANCE, step_t
from solsearch._ext.laststar_rules.basics cimport in_force
from solsearch._ext.laststar_rules.cards cimport draw_card
from solsearch._ext.laststar_rules.events cimport (
    enter_feeders, fall, plant, push, recall_excess, suffer_attrition, swallow, warp,
)
from solsearch._ext.laststar_rules.flaring cimport next_flare
from solsearch._ext.laststar_rules.legal cimport add_event_steps
from solsearch._ext.laststar_rules.pieces cimport TRIGGER
from solsearch._ext.laststar_rules.rules cimport (
    ATTRITION, ENERGY_GARDEN, EXPLODE, FEEDERS, IMPLODE, NO_EVENT, SINGULARITY, SUNWORM, WARP, Rules,
)
from solsearch._ext.laststar_rules.state cimport DRAWING, EVENT, SQUEEZING, State, cards_left, forget_effect
from solsearch._ext.laststar_rules.steps cimport first_of, second_of

cdef enum:
    MOST_EVENT_STEPS = 1280     # that an event ever asks among: 20 sundivers to 57 cells


cdef inline void start_draw(const Rules* r, State* s) noexcept nogil:
    s.phase = DRAWING
    continue_draw(r, s)


cdef inline void cut_to_deck(State* s) noexcept nogil:
    """No more cards are owed than there are. The action's own are drawn first, so those that an event has added go first."""
    cdef int left = cards_left(s)
    cdef int own = s.owed - s.added
    if s.owed > left:
        s.owed = left
        s.added = left - own if left > own else 0


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
    draw_card(s, suit)
    if suit == TRIGGER:
        return begin_event(r, s)
    if s.effect and in_force(r, s).function.drew != NULL:
        in_force(r, s).function.drew(r, s, suit)
    return continue_draw(r, s)


cdef inline bint begin_event(const Rules* r, State* s) noexcept nogil:
    """At once; then another card in the trigger flare's place."""
    s.resume = s.phase
    if r.event == SUNWORM:
        swallow(r, s)
    elif r.event == FEEDERS:
        enter_feeders(r, s)
    elif r.event != NO_EVENT:
        s.phase = EVENT
        begin_event_for(r, s, s.turn)
    return run_event(r, s)


cdef inline void begin_event_for(const Rules* r, State* s, int seat) noexcept nogil:
    s.actor = seat
    s.least = 0
    s.moving = s.occupied[seat] if r.event == IMPLODE or r.event == EXPLODE else 0


cdef inline bint run_event(const Rules* r, State* s) noexcept nogil:
    """Goes on until somebody has a choice, or the event is over and the draw continues (True: or the action)."""
    cdef step_t choices[MOST_EVENT_STEPS]
    cdef int count
    while s.phase == EVENT:
        count = add_event_steps(r, s, choices)
        if count > 1:
            return False
        if count == 0 or not take_event_step(r, s, choices[0]):
            next_seat_in_event(r, s)
    s.resume = 0
    return continue_draw(r, s)


cdef inline void next_seat_in_event(const Rules* r, State* s) noexcept nogil:
    cdef int seat = (s.actor + 1) % r.players
    recall_excess(r, s)
    s.least = 0
    s.moving = 0
    if seat == s.turn or r.event == ENERGY_GARDEN:
        s.phase = s.resume
    else:
        begin_event_for(r, s, seat)


cdef inline bint take_event_step(const Rules* r, State* s, step_t step) noexcept nogil:
    """One choice of the actor; True if the event may ask the same seat again."""
    if r.event == ATTRITION:
        suffer_attrition(r, s, step)
        return False
    if r.event == WARP:
        warp(r, s, step)
        return False
    if r.event == ENERGY_GARDEN:
        plant(r, s, first_of(step))
        return False
    if r.event == SINGULARITY:
        fall(r, s, first_of(step))
    else:
        push(r, s, first_of(step), second_of(step))
    return True


cdef inline bint apply_event_step(const Rules* r, State* s, step_t step) noexcept nogil:
    """True: the event came between cards drawn within the action, which goes on."""
    if not take_event_step(r, s, step):
        next_seat_in_event(r, s)
    return run_event(r, s)
