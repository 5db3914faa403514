import type { Equivalent } from '../equivalent.ts'

export const feesEquivalents: readonly Equivalent[] = []
