// Replaces monero's header of this name, which needs Boost: compiler warnings stay unchanged.
#pragma once
#define PUSH_WARNINGS
#define POP_WARNINGS
#define DISABLE_VS_WARNINGS(w)
#define DISABLE_GCC_WARNING(w)
#define DISABLE_CLANG_WARNING(w)
#define DISABLE_GCC_AND_CLANG_WARNING(w)
