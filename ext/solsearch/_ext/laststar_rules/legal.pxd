"""Which steps are legal in each phase of a turn. What they lead to is in turn.pxd."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport add_activations
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.cards cimport add_draws, add_flare_activations, add_keeps
from solsearch._ext.laststar_rules.converting cimport add_conversions
from solsearch._ext.laststar_rules.effects cimport (
    ACCELERATE, BLIGHT, CASCADE, CHAIN, HATCH, INVADE, JUGGERNAUT, METAMORPHOSIS, SACRIFICE, TRIBUTE,
)
from solsearch._ext.laststar_rules.effects_activate cimport add_blights, add_other_types, add_sacrifices, can_play_in_activate
from solsearch._ext.laststar_rules.effects_any cimport (
    add_chain_ends, add_distances, add_hatches, add_links, add_tributes, can_play_at_any_time,
)
from solsearch._ext.laststar_rules.effects_convert cimport add_invasions, can_play_in_convert
from solsearch._ext.laststar_rules.effects_draw cimport add_suits, can_play_before_draw
from solsearch._ext.laststar_rules.effects_move cimport add_moves, can_play_in_move
from solsearch._ext.laststar_rules.events cimport add_attrition, add_falls, add_first_cubes, add_pushes, add_scours, add_warps
from solsearch._ext.laststar_rules.openings cimport add_placements
from solsearch._ext.laststar_rules.rules cimport (
    ATTRITION, BEFORE_DRAW, EXPLODE, IMPLODE, IN_ACTIVATE, IN_CONVERT, IN_MOVE, SINGULARITY, WARP, Rules,
)
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, BONUS, CHOOSING, CONVERTING, DECONSTRUCT, DRAWING, EVENT, FLARING, KEEPING, MOVING, OPENING, OVER, SCOURING,
    SQUEEZING, START, State, held_effect,
)
from solsearch._ext.laststar_rules.steps cimport (
    DECLINE_BONUS, DECONSTRUCT_GATE, DECONSTRUCT_STATION, DONE, PLAY, TAKE_BONUS, step_of,
)


cdef inline bint can_play(const Rules* r, const State* s) noexcept nogil:
    """May the turn seat play its card now?"""
    cdef int effect = held_effect(r, s)
    if effect == 0:
        return False
    if r.timing[effect] == IN_MOVE:
        return (s.phase == START or s.phase == MOVING) and can_play_in_move(r, s, effect)
    if r.timing[effect] == IN_CONVERT:
        return can_play_in_convert(r, s, effect)
    if r.timing[effect] == IN_ACTIVATE:
        return can_play_in_activate(r, s, effect)
    if r.timing[effect] == BEFORE_DRAW:
        return can_play_before_draw(r, s, effect)
    return s.phase != CONVERTING and can_play_at_any_time(r, s, effect)


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


cdef inline int add_choices(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """What the card just played asks."""
    if s.effect == ACCELERATE:
        return add_distances(r, out)
    if s.effect == CHAIN:
        return add_chain_ends(r, s, out) if s.followed == NO_CELL else add_links(r, s, out)
    if s.effect == HATCH:
        return add_hatches(r, s, out)
    if s.effect == TRIBUTE:
        return add_tributes(r, s, out)
    if s.effect == INVADE:
        return add_invasions(r, s, out)
    if s.effect == BLIGHT:
        return add_blights(r, s, out)
    if s.effect == SACRIFICE:
        return add_sacrifices(r, s, out)
    if s.effect == METAMORPHOSIS:
        return add_other_types(s, out)
    return add_suits(r, out)    # pillar


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
        count += add_activations(r, s, out + count)
        count += add_scours(r, s, out + count)
    elif s.phase == MOVING:
        count = add_moves(r, s, out)
        if s.effect == JUGGERNAUT and s.named:
            return count    # a station that hovers over another must come to rest first
    elif s.phase == ACTIVATING:
        count = add_activations(r, s, out)
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
        return add_choices(r, s, out)
    elif s.phase == EVENT:
        return add_event_steps(r, s, out)
    elif s.phase == SCOURING:
        count = add_scours(r, s, out)
    elif s.phase == CONVERTING:
        if s.effect == CASCADE:
            return add_conversions(r, s, out)
    elif s.phase == DECONSTRUCT:
        return add_deconstructions(r, s, out)
    elif s.phase == OPENING:
        return add_placements(r, s, out)
    elif s.phase == OVER:
        return 0
    if can_play(r, s):
        out[count] = step_of(PLAY, held_effect(r, s), 0, 0)
        count += 1
    out[count] = step_of(DONE, 0, 0, 0)
    return count + 1
