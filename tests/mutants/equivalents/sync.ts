import type { Equivalent } from '../equivalent.ts'

const REORGANISATION = 'src/wallet/sync/reorganisation.ts'
const PROCESSOR = 'src/wallet/sync/blockProcessor.ts'
const DOWNLOAD = 'src/wallet/sync/blockDownload.ts'

const unknownWork = 'a comparison with undefined is false'
const NO_PENDING = 'A set without members contains no id: the size is compared for speed.'

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
  {
    file: PROCESSOR,
    original: 'ledger.pending.size > 0',
    replacement: 'true',
    why: NO_PENDING,
  },
  {
    file: PROCESSOR,
    original: 'ledger.pending.size > 0',
    replacement: 'ledger.pending.size >= 0',
    why: NO_PENDING,
  },
  {
    file: PROCESSOR,
    original: 'signal.aborted',
    replacement: 'false',
    why: 'The check before the verification: the same one follows it, and is tested.',
  },
  {
    file: PROCESSOR,
    original: 'ranges[0]?.start',
    replacement: 'ranges[0].start',
    why: 'A commit has at least one range.',
  },
  {
    file: DOWNLOAD,
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A text that is no transaction id: only what is both ours and approved is recorded.',
  },
  {
    file: DOWNLOAD,
    original: 'blockIds.thin()',
    replacement: ';',
    why: 'It frees memory: the node finds the same block in a longer history.',
  },
  {
    file: DOWNLOAD,
    original: 'opened.catch(() => undefined)',
    replacement: ';',
    why: 'The processor handles the rejection of this promise too.',
  },
  {
    file: DOWNLOAD,
    original: 'isLast',
    replacement: 'false',
    why: 'The last page is read again, and contains nothing new.',
  },
]
