"""Cards played: when, what an effect then asks, and what follows it. What effects do is in the files of their timings."""
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.action cimport (
    after_bonus, after_move_step, after_scour, apply_conversion, ask_activator, ask_owner, end_action, next_activation,
)
from solsearch._ext.laststar_rules.basics cimport in_force
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.converting cimport add_conversions
from solsearch._ext.laststar_rules.drawing cimport continue_draw, start_draw
from solsearch._ext.laststar_rules.effects_convert cimport MOST_CONVERSIONS
from solsearch._ext.laststar_rules.pieces cimport NO_CARD
from solsearch._ext.laststar_rules.rules cimport (
    AT_ANY_TIME, BEFORE_DRAW, IN_ACTIVATE, IN_CONVERT, IN_MOVE, THEN_ACTIVATE, THEN_ASK, THEN_CONVERT, THEN_DRAW,
    THEN_DRAW_AT_ONCE, THEN_END_ACTION, THEN_GO_BACK, THEN_MOVE, THEN_NEXT_STATION, THEN_OWNERS_BONUS, THEN_OWN_BONUS,
    THEN_SETTLE, THEN_WAIT, Effect, Rules, Then,
)
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, AFTER_BASE, CHOOSING, CLOSING, CONVERTING, MOVING, SCOURING, SQUEEZING, State, forget_effect,
)

cdef enum:
    MOST_CHOICES = 2048     # that an effect ever asks among: swap has up to 10 x 13 x 13


cdef inline Then first_part(const Rules* r, State* s) noexcept nogil:
    """The effect begins. One without a beginning of its own asks its choices, or is in force for what its timing says."""
    cdef const Effect* effect = in_force(r, s)
    if effect.function.begin != NULL:
        return effect.function.begin(r, s)
    if effect.function.choices != NULL:
        return THEN_ASK
    if effect.timing == IN_MOVE:
        return THEN_MOVE
    if effect.timing == IN_CONVERT:
        return THEN_CONVERT
    if effect.timing == IN_ACTIVATE:
        return THEN_ACTIVATE
    if effect.timing == BEFORE_DRAW:
        return THEN_DRAW
    return THEN_GO_BACK


cdef inline void play(const Rules* r, State* s, int effect) noexcept nogil:
    """The card is discarded at once."""
    s.seat[s.turn].card = NO_CARD
    s.effect = effect
    s.uses = in_force(r, s).number.uses
    if in_force(r, s).timing == AT_ANY_TIME:
        s.resume = s.phase
    elif in_force(r, s).timing != IN_MOVE:
        s.points = 0    # the action is not to move
    carry_on(r, s, first_part(r, s))


cdef inline void choose(const Rules* r, State* s, step_t choice) noexcept nogil:
    carry_on(r, s, in_force(r, s).function.choose(r, s, choice))


cdef inline void all_drawn(const Rules* r, State* s) noexcept nogil:
    """The cards that the effect wanted at once."""
    carry_on(r, s, in_force(r, s).function.all_drawn(r, s))


cdef inline Then ask(const Rules* r, State* s) noexcept nogil:
    """Whoever has one way only is not asked."""
    cdef step_t choices[MOST_CHOICES]
    s.phase = CHOOSING
    s.actor = s.turn
    if in_force(r, s).function.choices(r, s, choices) == 1:
        return in_force(r, s).function.choose(r, s, choices[0])
    return THEN_WAIT


cdef inline Then draw_at_once(const Rules* r, State* s) noexcept nogil:
    s.phase = SQUEEZING
    return in_force(r, s).function.all_drawn(r, s) if continue_draw(r, s) else THEN_WAIT


cdef inline void carry_on(const Rules* r, State* s, Then then) noexcept nogil:
    """What an effect says that follows."""
    while then == THEN_ASK:
        then = ask(r, s)
    if then == THEN_DRAW_AT_ONCE:
        then = draw_at_once(r, s)
    if then == THEN_MOVE:
        after_move_step(r, s)
    elif then == THEN_GO_BACK:
        go_back(r, s)
    elif then == THEN_CONVERT:
        convert_on(r, s)
    elif then == THEN_ACTIVATE:
        s.phase = ACTIVATING
        s.pending = NO_CELL
    elif then == THEN_OWNERS_BONUS:
        ask_owner(r, s)
    elif then == THEN_OWN_BONUS:
        ask_activator(r, s)
    elif then == THEN_SETTLE:
        after_bonus(r, s)
    elif then == THEN_NEXT_STATION:
        next_activation(r, s)
    elif then == THEN_END_ACTION:
        end_action(r, s, True)
    elif then == THEN_DRAW:
        start_draw(r, s)


cdef inline void convert_on(const Rules* r, State* s) noexcept nogil:
    """A further conversion. If there is one way only it is made."""
    cdef step_t conversions[MOST_CONVERSIONS]
    s.phase = CONVERTING
    if add_conversions(r, s, conversions) == 1:
        apply_conversion(r, s, conversions[0])


cdef inline void go_back(const Rules* r, State* s) noexcept nogil:
    """Back to where it was played; what was possible there is checked again."""
    forget_effect(s)
    s.phase = s.resume
    s.resume = 0
    if s.phase == MOVING:
        after_move_step(r, s)
    elif s.phase == ACTIVATING:
        next_activation(r, s)
    elif s.phase == AFTER_BASE:
        ask_owner(r, s)
    elif s.phase == SCOURING:
        after_scour(r, s)
    elif s.phase == CLOSING:
        start_draw(r, s)
    elif r.deconstruct_is_turn:     # at the start of the action
        s.seat[s.turn].acted = 1
