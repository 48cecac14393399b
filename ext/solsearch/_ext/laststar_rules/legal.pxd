"""Which steps are legal in each phase of a turn. What they lead to is in turn.pxd."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport add_activations
from solsearch._ext.laststar_rules.basics cimport held, held_effect, in_force
from solsearch._ext.laststar_rules.cards cimport add_draws, add_flare_activations, add_keeps
from solsearch._ext.laststar_rules.converting cimport add_conversions, add_conversions_back
from solsearch._ext.laststar_rules.events cimport add_attrition, add_falls, add_first_cubes, add_pushes, add_scours, add_warps
from solsearch._ext.laststar_rules.moving cimport add_moves
from solsearch._ext.laststar_rules.openings cimport add_placements
from solsearch._ext.laststar_rules.rules cimport ATTRITION, EXPLODE, IMPLODE, SINGULARITY, WARP, Effect, Rules
from solsearch._ext.laststar_rules.sets cimport (
    add_activations_of_set, add_declarations, add_spendings, add_takes, deepest_own,
)
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, BONUS, CHOOSING, CONVERTING, DECLARING, DECONSTRUCT, DRAWING, EVENT, FLARING, IN_SET, KEEPING, MOVING, OPENING,
    OVER, RANKING, SCOURING, SPENDING, SQUEEZING, START, TAKING, State,
)
from solsearch._ext.laststar_rules.steps cimport (
    DECLINE_BONUS, DECONSTRUCT_GATE, DECONSTRUCT_STATION, DONE, PLAY, TAKE_BONUS, add_cells, step_of,
)


cdef inline bint can_play(const Rules* r, const State* s) noexcept nogil:
    """May the turn seat play its card now?"""
    cdef const Effect* effect = held(r, s)
    if not has(effect.phases, s.phase):     # without a card there are none
        return False
    return effect.function.can_play == NULL or effect.function.can_play(r, s)


cdef inline int add_deconstructions(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t places = s.owned[s.turn]
    cdef int count = 0
    while places:
        out[count] = step_of(DECONSTRUCT_STATION, lowest(places), 0, 0)
        count += 1
        places = without_lowest(places)
    places = s.gates[s.turn]
    while places:
        out[count] = step_of(
            DECONSTRUCT_GATE, r.board.border_outer[lowest(places)], r.board.border_inner[lowest(places)], 0)
        count += 1
        places = without_lowest(places)
    return count


cdef inline int add_event_steps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """What the trigger event asks the actor."""
    if r.event == ATTRITION:
        return add_attrition(r, s, out)
    if r.event == IMPLODE or r.event == EXPLODE:
        return add_pushes(r, s, out)
    if r.event == WARP:
        return add_warps(r, s, out)
    if r.event == SINGULARITY:
        return add_falls(r, s, out)
    return add_first_cubes(r, s, out)   # energy garden


cdef inline int legal_steps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Every legal step of the actor; `done`, where it is one, comes last, and a card that may be played before it."""
    cdef int count = 0
    if s.phase == START:
        count = add_moves(r, s, out)
        count += add_conversions(r, s, out + count)
        if r.converts_back:
            count += add_conversions_back(r, s, out + count)
        count += add_declarations(s, out + count) if r.declares_sets else add_activations(r, s, out + count)
        count += add_scours(r, s, out + count)
        if r.deconstruct_is_turn and not s.seat[s.turn].acted:
            count += add_deconstructions(r, s, out + count)
    elif s.phase == MOVING:
        count = add_moves(r, s, out)
        if s.effect and in_force(r, s).function.must_go_on != NULL and in_force(r, s).function.must_go_on(r, s):
            return count
    elif s.phase == ACTIVATING:
        count = add_activations(r, s, out)
        if r.scour_activates:
            count += add_scours(r, s, out + count)
    elif s.phase == FLARING:
        count = add_flare_activations(r, s, s.actor, out)
        out[count] = step_of(DONE, 0, 0, 0)
        return count + 1
    elif s.phase == BONUS:
        out[0] = step_of(TAKE_BONUS, 0, 0, 0)
        out[1] = step_of(DECLINE_BONUS, 0, 0, 0)
        return 2
    elif s.phase == DRAWING or s.phase == SQUEEZING:
        return add_draws(s, out)
    elif s.phase == KEEPING:
        return add_keeps(s, out)
    elif s.phase == CHOOSING:
        return in_force(r, s).function.choices(r, s, out)
    elif s.phase == EVENT:
        return add_event_steps(r, s, out)
    elif s.phase == SCOURING:
        count = add_scours(r, s, out)
    elif s.phase == CONVERTING:
        if s.effect:    # a further conversion
            return add_conversions(r, s, out)
    elif s.phase == DECONSTRUCT:
        return add_deconstructions(r, s, out)
    elif s.phase == OPENING:
        return add_placements(r, s, out)
    elif s.phase == OVER:
        return 0
    elif s.phase == DECLARING:
        count = add_declarations(s, out)
    elif s.phase == RANKING:
        return add_cells(deepest_own(r, s), out)
    elif s.phase == IN_SET:
        return add_activations_of_set(s, out)
    elif s.phase == TAKING:
        return add_takes(r, s, out)
    elif s.phase == SPENDING:
        count = add_spendings(r, s, out)
    if can_play(r, s):
        out[count] = step_of(PLAY, held_effect(r, s), 0, 0)
        count += 1
    out[count] = step_of(DONE, 0, 0, 0)
    return count + 1
