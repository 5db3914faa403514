import type { Equivalent } from '../equivalent.ts'

export const ledgerEquivalents: readonly Equivalent[] = []
