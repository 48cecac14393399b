"""The course of an activate action with a declared set (prototype). What may be declared, and what stations give: sets.pxd.

    declare ... done -> choose, among equally deep own stations -> activate ... -> take: the activator, then another owner
                                                                     ^              -> the points of a node
                                                                     +-----------------+

Nobody is asked who has no choice: the set closes when nothing can be added, its only station left is activated, and a seat that
can take nothing is passed over.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, has, lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.action cimport end_action
from solsearch._ext.laststar_rules.basics cimport take_sundiver
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.moving cimport MOST_MOVES, take_move_step
from solsearch._ext.laststar_rules.pieces cimport NODE
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.sets cimport add_spendings, declarable, deepest_own, most_to_take, take
from solsearch._ext.laststar_rules.state cimport DECLARING, IN_SET, RANKING, SPENDING, TAKING, State, owner_of, station_at


cdef inline void declare(const Rules* r, State* s, int cell) noexcept nogil:
    s.points = 0    # the action is not to move
    s.phase = DECLARING
    s.station_type = 1 + station_at(s, cell)
    s.to_come |= bit(cell)
    if not declarable(s):
        close_set(r, s)


cdef inline void close_set(const Rules* r, State* s) noexcept nogil:
    """Of several own stations all but the deepest give more; of equally deep ones the seat chooses which does not."""
    cdef uint64_t deepest = deepest_own(r, s)
    s.station_type = 0
    if without_lowest(deepest):
        s.phase = RANKING
    else:
        rank(r, s, deepest)


cdef inline void rank(const Rules* r, State* s, uint64_t deepest) noexcept nogil:
    """All own stations of the set but this one give more; if it is the only one, none does."""
    s.marks = s.to_come & s.owned[s.turn] & ~deepest
    next_of_set(r, s)


cdef inline void next_of_set(const Rules* r, State* s) noexcept nogil:
    s.pending = NO_CELL
    s.actor = s.turn
    if not s.to_come:
        end_action(r, s, True)
    elif without_lowest(s.to_come):
        s.phase = IN_SET
    else:
        activate_of_set(r, s, lowest(s.to_come))


cdef inline void activate_of_set(const Rules* r, State* s, int cell) noexcept nogil:
    """The sundiver returns to the hold, cards are owed, the activator takes first."""
    s.to_come &= ~bit(cell)
    take_sundiver(r, s, s.turn, cell)
    s.seat[s.turn].hold += 1
    s.owed += r.cards[r.board.ring_of[cell]]
    s.pending = cell
    ask_to_take(r, s, s.turn)


cdef inline void ask_to_take(const Rules* r, State* s, int seat) noexcept nogil:
    s.phase = TAKING
    s.actor = seat
    if not most_to_take(r, s, seat):
        take_from_set(r, s, 0)


cdef inline void take_from_set(const Rules* r, State* s, int amount) noexcept nogil:
    """What the actor takes; then another owner takes, and the station is settled."""
    cdef bint more = has(s.marks, s.pending)
    take(r, s, s.actor, amount)
    if s.actor == s.turn and not has(s.owned[s.turn], s.pending):
        ask_to_take(r, s, owner_of(s, s.pending))
        return
    s.marks &= ~bit(s.pending)
    if more and amount and station_at(s, s.pending) == NODE:
        s.pending = NO_CELL
        s.phase = SPENDING
        s.points = amount   # its own sundiver is in the hold, so that there is a use for them
    else:
        next_of_set(r, s)


cdef inline void stop_spending(const Rules* r, State* s) noexcept nogil:
    s.points = 0
    next_of_set(r, s)


cdef inline void spend(const Rules* r, State* s, step_t step) noexcept nogil:
    cdef step_t steps[MOST_MOVES]
    take_move_step(r, s, step)
    if not add_spendings(r, s, steps):
        stop_spending(r, s)
