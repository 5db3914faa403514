import type { Equivalent } from '../equivalent.ts'

export const spendEquivalents: readonly Equivalent[] = []
