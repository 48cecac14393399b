"""A set of 64-bit keys (hashes of states): open addressing, never more than half full, emptied in no time.

It grows when it is half full; one that is made large enough for all it will hold never does. Keys and rounds are apart, because
most look-ups need the rounds alone: with both in one slot a walk over a turn took a tenth longer.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef struct KeySet:
    uint64_t* keys
    uint32_t* rounds        # in which round of the set each slot was filled; 0: never
    size_t capacity         # slots, a power of two
    size_t count            # keys in it
    uint32_t round          # slots of earlier rounds count as empty


cdef inline bint make_set(KeySet* keys, size_t capacity) noexcept nogil:
    """An empty set with so many slots, a power of two; False without memory. It must be freed in either case."""
    keys.capacity = capacity
    keys.count = 0
    keys.round = 1
    keys.keys = <uint64_t*>calloc(capacity, sizeof(uint64_t))
    keys.rounds = <uint32_t*>calloc(capacity, sizeof(uint32_t))
    return keys.keys != NULL and keys.rounds != NULL


cdef inline void free_set(KeySet* keys) noexcept nogil:
    free(keys.keys)
    free(keys.rounds)
    keys.keys = NULL
    keys.rounds = NULL


cdef inline void empty_set(KeySet* keys) noexcept nogil:
    """Forget all keys."""
    cdef size_t i
    keys.count = 0
    keys.round += 1
    if keys.round == 0:     # every 2**32 times
        for i in range(keys.capacity):
            keys.rounds[i] = 0
        keys.round = 1


cdef inline bint insert_key(KeySet* keys, uint64_t key) noexcept nogil:
    """True if the key is new. There must be room."""
    cdef size_t at = key & (keys.capacity - 1)
    while keys.rounds[at] == keys.round:
        if keys.keys[at] == key:
            return False
        at = (at + 1) & (keys.capacity - 1)
    keys.keys[at] = key
    keys.rounds[at] = keys.round
    keys.count += 1
    return True


cdef inline bint grow_set(KeySet* keys) noexcept nogil:
    """Twice as many slots; False without memory."""
    cdef KeySet bigger
    cdef size_t i
    if not make_set(&bigger, 2 * keys.capacity):
        free_set(&bigger)
        return False
    for i in range(keys.capacity):
        if keys.rounds[i] == keys.round:
            insert_key(&bigger, keys.keys[i])
    free_set(keys)
    keys[0] = bigger
    return True


cdef inline int add_key(KeySet* keys, uint64_t key) noexcept nogil:
    """1: the key is new, 0: it was there, -1: no memory."""
    if 2 * keys.count >= keys.capacity and not grow_set(keys):
        return -1
    return insert_key(keys, key)
