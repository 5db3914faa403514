import type { Equivalent } from '../equivalent.ts'

export const syncEquivalents: readonly Equivalent[] = []
