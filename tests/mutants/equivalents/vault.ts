import type { Equivalent } from '../equivalent.ts'

export const vaultEquivalents: readonly Equivalent[] = []
