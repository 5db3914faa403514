import type { Equivalent } from '../equivalent.ts'

const REORGANISATION = 'src/wallet/sync/reorganisation.ts'

const unknownWork = 'a comparison with undefined is false'

export const syncEquivalents: readonly Equivalent[] = [
  {
    file: 'src/wallet/sync/nodeClaims.ts',
    original: 'cumulativeDifficulty === undefined',
    replacement: 'false',
    why: 'the work of the top block is undefined then too',
  },
  {
    file: REORGANISATION,
    original: 'work !== undefined && fork.cumulativeDifficulty !== undefined',
    replacement: 'true',
    why: unknownWork,
  },
  {
    file: REORGANISATION,
    original: 'work !== undefined && fork.cumulativeDifficulty !== undefined',
    replacement: 'work !== undefined || fork.cumulativeDifficulty !== undefined',
    why: unknownWork,
  },
  { file: REORGANISATION, original: 'work !== undefined', replacement: 'true', why: unknownWork },
  { file: REORGANISATION, original: 'fork.cumulativeDifficulty !== undefined', replacement: 'true', why: unknownWork },
  {
    file: 'src/wallet/sync/verifyTransactions.ts',
    original: 'parts.transaction.version === 1',
    replacement: 'false',
    why: 'the id of version 1 is no hash of three parts, so none is proven either',
  },
]
