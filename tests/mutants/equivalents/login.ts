import type { Equivalent } from '../equivalent.ts'

export const loginEquivalents: readonly Equivalent[] = []
