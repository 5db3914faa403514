// The few C library functions that monero's curve and hash need, for WebAssembly, which has none. Included before everything else; the
// standard headers of these names are empty there.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define LITTLE_ENDIAN 1234
#define BIG_ENDIAN 4321
#define BYTE_ORDER LITTLE_ENDIAN

#define static_assert _Static_assert
#define assert(condition) ((void)0)

// monero ends the process when a hash is used incorrectly.
#define stderr 0
#define fprintf(...) ((void)0)
#define abort __builtin_trap
#define _exit(code) __builtin_trap()

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memset(void *to, int value, size_t length);
int memcmp(const void *a, const void *b, size_t length);
