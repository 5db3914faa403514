import type { Equivalent } from '../equivalent.ts'

export const unlockEquivalents: readonly Equivalent[] = []
