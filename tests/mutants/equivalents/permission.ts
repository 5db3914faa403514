import type { Equivalent } from '../equivalent.ts'

export const permissionEquivalents: readonly Equivalent[] = []
