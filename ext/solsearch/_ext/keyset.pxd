"""A growing set of 64-bit keys (hashes of states): open addressing, never more than half full."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

cdef struct KeySet:
    uint64_t* slot          # 0: empty; the key 0 is kept as 1
    size_t capacity         # a power of two
    size_t count            # keys in it


cdef inline bint make_set(KeySet* keys) noexcept nogil:
    """An empty set; False without memory."""
    keys.capacity = 1024
    keys.count = 0
    keys.slot = <uint64_t*>calloc(keys.capacity, sizeof(uint64_t))
    return keys.slot != NULL


cdef inline void free_set(KeySet* keys) noexcept nogil:
    free(keys.slot)
    keys.slot = NULL


cdef inline bint insert_key(uint64_t* slot, size_t capacity, uint64_t key) noexcept nogil:
    """True if the key is new."""
    cdef size_t at = key & (capacity - 1)
    while slot[at]:
        if slot[at] == key:
            return False
        at = (at + 1) & (capacity - 1)
    slot[at] = key
    return True


cdef inline int add_key(KeySet* keys, uint64_t key) noexcept nogil:
    """1: the key is new, 0: it was there, -1: no memory."""
    cdef uint64_t* bigger
    cdef size_t i
    if key == 0:
        key = 1
    if 2 * keys.count >= keys.capacity:
        bigger = <uint64_t*>calloc(2 * keys.capacity, sizeof(uint64_t))
        if bigger == NULL:
            return -1
        for i in range(keys.capacity):
            if keys.slot[i]:
                insert_key(bigger, 2 * keys.capacity, keys.slot[i])
        free(keys.slot)
        keys.slot = bigger
        keys.capacity *= 2
    if insert_key(keys.slot, keys.capacity, key):
        keys.count += 1
        return 1
    return 0
