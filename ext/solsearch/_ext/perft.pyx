"""Perft: how many sequences of steps lead from a state, by depth. The numbers pin the rules down; see tests/perft."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport free, malloc
from solsearch._ext.arguments cimport whole
from solsearch._ext.game cimport MAX_STEPS, GameState, step_t


cdef long count_below(GameState state, int depth, char* saved, step_t* steps) noexcept nogil:
    """Sequences of exactly `depth` steps from `state`, which is not left as it was. Room for one level each is taken."""
    cdef int count = state.legal(steps)
    cdef long total = 0
    cdef int i
    if depth == 1:
        return count
    state.save(saved)
    for i in range(count):
        state.restore(saved)
        state.apply(steps[i])
        total += count_below(state, depth - 1, saved + state.size(), steps + MAX_STEPS)
    return total


def sequences(GameState start not None, depth):
    """The number of sequences of exactly `depth` steps; chance outcomes count as steps, each once."""
    cdef GameState state = start.blank()
    cdef step_t roots[MAX_STEPS]
    cdef char* saved
    cdef step_t* steps
    cdef long total = 0
    cdef int levels = <int>whole(depth, "depth", 0, 1000)
    cdef int count, i
    if levels == 0:
        return 1
    count = start.legal(roots)
    if levels == 1:
        return count
    saved = <char*>malloc(levels * start.size())
    steps = <step_t*>malloc(levels * MAX_STEPS * sizeof(step_t))
    try:
        if saved == NULL or steps == NULL:
            raise MemoryError
        for i in range(count):
            PyErr_CheckSignals()    # so that Ctrl-C is heard
            with nogil:
                state.copy_from(start)
                state.apply(roots[i])
                total += count_below(state, levels - 1, saved, steps)
        return total
    finally:
        free(saved)
        free(steps)
