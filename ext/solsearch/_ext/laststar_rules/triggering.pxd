"""The course of a trigger event: who chooses, and until when. What an event does is in events.pxd.

It interrupts the draw of its card, or follows the flare that brought it (marked flares); what then goes on is the caller's to
know: `begin_event` and `event_goes_on` say whether the event is over.
"""
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.events cimport (
    enter_feeders, fall, plant, plant_as_planned, push, recall_excess, suffer_attrition, swallow, warp,
)
from solsearch._ext.laststar_rules.legal cimport add_event_steps
from solsearch._ext.laststar_rules.rules cimport (
    ATTRITION, ENERGY_GARDEN, EXPLODE, FEEDERS, IMPLODE, NO_EVENT, SINGULARITY, SUNWORM, WARP, Rules,
)
from solsearch._ext.laststar_rules.state cimport EVENT, State
from solsearch._ext.laststar_rules.steps cimport first_of, second_of

cdef enum:
    MOST_EVENT_STEPS = 1280     # that an event ever asks among: 20 sundivers to 57 cells


cdef inline bint begin_event(const Rules* r, State* s) noexcept nogil:
    """True if it is over at once: nobody has a choice."""
    s.resume = s.phase
    if r.event == SUNWORM:
        swallow(r, s)
    elif r.event == FEEDERS:
        enter_feeders(r, s)
    elif r.event == ENERGY_GARDEN and r.garden_is_planned:
        plant_as_planned(r, s)
    elif r.event != NO_EVENT:
        s.phase = EVENT
        begin_event_for(r, s, s.turn)
    return event_goes_on(r, s)


cdef inline void begin_event_for(const Rules* r, State* s, int seat) noexcept nogil:
    s.actor = seat
    s.least = 0
    s.to_come = s.occupied[seat] if r.event == IMPLODE or r.event == EXPLODE else 0


cdef inline bint event_goes_on(const Rules* r, State* s) noexcept nogil:
    """Until somebody has a choice; True: the event is over, and the phase again that in which it came."""
    cdef step_t choices[MOST_EVENT_STEPS]
    cdef int count
    while s.phase == EVENT:
        count = add_event_steps(r, s, choices)
        if count > 1:
            return False
        if count == 0 or not take_event_step(r, s, choices[0]):
            next_seat_in_event(r, s)
    s.resume = 0
    return True


cdef inline void next_seat_in_event(const Rules* r, State* s) noexcept nogil:
    cdef int seat = (s.actor + 1) % r.players
    recall_excess(r, s)
    s.least = 0
    s.to_come = 0
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


cdef inline bint answer_event(const Rules* r, State* s, step_t step) noexcept nogil:
    """A step of the actor, and what follows it. True: the event is over."""
    if not take_event_step(r, s, step):
        next_seat_in_event(r, s)
    return event_goes_on(r, s)
