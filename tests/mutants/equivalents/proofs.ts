import type { Equivalent } from '../equivalent.ts'

export const proofsEquivalents: readonly Equivalent[] = []
