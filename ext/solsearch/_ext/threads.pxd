"""The little that threads need to hand work to each other without a lock and without the GIL.

A number is published with `publish` after what it stands for was written, and read with `published` before that is read: what
was written before the one is seen after the other.
"""
from libc.stdint cimport int64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
      #include <intrin.h>
      #include <windows.h>
      static __forceinline int64_t sol_published(int64_t* n) { return _InterlockedOr64((volatile __int64*)n, 0); }
      static __forceinline void sol_publish(int64_t* n, int64_t value) { _InterlockedExchange64((volatile __int64*)n, value); }
      static __forceinline int sol_replace(int64_t* n, int64_t old, int64_t value) {
        return _InterlockedCompareExchange64((volatile __int64*)n, value, old) == old;
      }
      static void sol_rest(int tries) {
        if (tries < 64) YieldProcessor(); else if (tries < 4096) SwitchToThread(); else Sleep(1);
      }
    #else
      #include <sched.h>
      #include <time.h>
      static inline int64_t sol_published(int64_t* n) { return __atomic_load_n(n, __ATOMIC_ACQUIRE); }
      static inline void sol_publish(int64_t* n, int64_t value) { __atomic_store_n(n, value, __ATOMIC_RELEASE); }
      static inline int sol_replace(int64_t* n, int64_t old, int64_t value) {
        return __atomic_compare_exchange_n(n, &old, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
      }
      static void sol_rest(int tries) {
        if (tries < 64) {
          #if defined(__x86_64__) || defined(__i386__)
            __builtin_ia32_pause();
          #endif
        } else if (tries < 4096) {
          sched_yield();
        } else {
          struct timespec nap = {0, 50000};
          nanosleep(&nap, NULL);
        }
      }
    #endif
    """
    int64_t published "sol_published"(int64_t* number) noexcept nogil
    void publish "sol_publish"(int64_t* number, int64_t value) noexcept nogil
    bint replace "sol_replace"(int64_t* number, int64_t old, int64_t value) noexcept nogil    # False: it was not `old`
    void rest "sol_rest"(int tries) noexcept nogil      # wait a moment, longer after many tries in vain
