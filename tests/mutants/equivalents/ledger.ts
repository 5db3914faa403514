import type { Equivalent } from '../equivalent.ts'

const LEDGER = 'src/wallet/state/ledger.ts'
const DRAFT = 'src/wallet/state/ledgerDraft.ts'
const SHARED = 'src/wallet/state/sharedKeys.ts'
const BLOCK_IDS = 'src/wallet/state/blockIds.ts'
const HISTORY = 'src/wallet/history/history.ts'
const APPLY = 'src/wallet/sync/applyToLedger.ts'

const sortsMore = 'it sorts outputs that are in order: the result is the same'
const indexed = 'unreachable: the indexes name only outputs that exist'
const quickPath = 'the general path that follows has the same result'
const ownMemory = 'a copy only releases the memory of the page that contains the bytes'
const bufferSize = 'the size of the buffer decides only how often it grows'
const oldestFollows = 'the oldest id is added after the loop'
const isKept = 'unreachable: the ids of these heights are kept'
const inputExists = 'unreachable: the key image is one of the inputs of the same transaction'

export const ledgerEquivalents: readonly Equivalent[] = [
  { file: LEDGER, original: '[]', replacement: '["Stryker was here"]', why: indexed },
  { file: LEDGER, original: '-1', replacement: '+1', why: 'without a payment there is no ring at any position' },
  {
    file: LEDGER,
    original: 'newest === undefined || compareOutputs(newest, output) <= 0',
    replacement: 'false',
    why: sortsMore,
  },
  { file: LEDGER, original: 'compareOutputs(newest, output) <= 0', replacement: 'false', why: sortsMore },
  {
    file: LEDGER,
    original: 'compareOutputs(newest, output) <= 0',
    replacement: 'compareOutputs(newest, output) < 0',
    why: sortsMore,
  },
  { file: LEDGER, original: 'compareOutputs(before, output) === 0', replacement: 'false', why: sortsMore },
  { file: LEDGER, original: 'true', replacement: 'false', why: sortsMore },
  { file: LEDGER, original: '!isOrdered', replacement: 'true', why: sortsMore },
  {
    file: LEDGER,
    original: 'outputs.at(-1)?.[1]',
    replacement: 'outputs.at(-1)[1]',
    why: 'unreachable: only outputs that were just added are out of order',
  },
  {
    file: DRAFT,
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'a text has neither a key image nor a frozen flag, and is the id of no output',
  },
  {
    file: DRAFT,
    original: 'retained === undefined && sameKey.length === 0',
    replacement: 'false',
    why: 'an equal copy of the output is returned',
  },
  {
    file: DRAFT,
    original: "payment.state === 'pending'",
    replacement: 'true',
    why: 'the list of pending payments reads the state again',
  },
  {
    file: SHARED,
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'a text is the global index of no output',
  },
  {
    file: SHARED,
    original: 'height === undefined',
    replacement: 'false',
    why: 'no output is older than undefined, so the largest of all outputs is taken, which are the same',
  },
  {
    file: SHARED,
    original: 'amount <= counted',
    replacement: 'amount < counted',
    why: 'the difference of equal amounts is 0',
  },
  {
    file: SHARED,
    original: 'limit !== undefined',
    replacement: 'true',
    why: 'no amount exceeds undefined',
  },
  { file: APPLY, original: "one.kind === 'key'", replacement: 'true', why: inputExists },
  { file: APPLY, original: "input?.kind === 'key'", replacement: 'true', why: inputExists },
  { file: APPLY, original: 'input?.kind', replacement: 'input.kind', why: inputExists },
  { file: APPLY, original: '[]', replacement: '["Stryker was here"]', why: inputExists },
  {
    file: APPLY,
    original: 'owned.length === 0',
    replacement: 'false',
    why: 'none of no outputs is spent',
  },
  {
    file: APPLY,
    original: 'spent === undefined',
    replacement: 'false',
    why: 'unreachable: one of several outputs is spent',
  },
  {
    file: APPLY,
    original: 'keyImage === undefined',
    replacement: 'false',
    why: 'unreachable: the outputs were found by their key image',
  },
  { file: APPLY, original: 'keyImage.slice()', replacement: 'keyImage', why: ownMemory },
  { file: APPLY, original: 'source.txid.slice()', replacement: 'source.txid', why: ownMemory },
  {
    file: APPLY,
    original: 'source.extra.longPaymentId?.slice()',
    replacement: 'source.extra.longPaymentId',
    why: ownMemory,
  },
  {
    file: APPLY,
    original: 'equalBytes(payment.txid, source.txid)',
    replacement: 'false',
    why: 'a payment that is confirmed next replaces its failed state and its inputs',
  },
  {
    file: 'src/wallet/state/balance.ts',
    original: '{ account: 0, change: 0n }',
    replacement: '{}',
    why: 'unreachable: the ledger has each pending payment',
  },
  {
    file: 'src/wallet/funds/coinControl.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: indexed,
  },
  { file: BLOCK_IDS, original: 'height >= this.#start', replacement: 'height > this.#start', why: oldestFollows },
  { file: BLOCK_IDS, original: 'i >= 0', replacement: 'i > 0', why: oldestFollows },
  { file: BLOCK_IDS, original: 'this.#count > 0', replacement: 'true', why: 'a height without an id is left out' },
  {
    file: BLOCK_IDS,
    original: 'this.#count > 0',
    replacement: 'this.#count >= 0',
    why: 'a height without an id is left out',
  },
  { file: BLOCK_IDS, original: 'this.#anchors[i]?.height', replacement: 'this.#anchors[i].height', why: isKept },
  {
    file: BLOCK_IDS,
    original: 'heights.map((height) => this.idAt(height)).filter((id) => id !== undefined)',
    replacement: 'heights.map(height => this.idAt(height))',
    why: isKept,
  },
  { file: BLOCK_IDS, original: 'id !== undefined', replacement: 'true', why: isKept },
  { file: BLOCK_IDS, original: 'height < 0', replacement: 'false', why: 'no anchor has a negative height' },
  {
    file: BLOCK_IDS,
    original: 'IDS_PER_CHUNK * ID_SIZE',
    replacement: 'IDS_PER_CHUNK / ID_SIZE',
    why: bufferSize,
  },
  { file: BLOCK_IDS, original: 'used + ids.length > this.#ids.length', replacement: 'true', why: bufferSize },
  {
    file: BLOCK_IDS,
    original: 'used + ids.length > this.#ids.length',
    replacement: 'used + ids.length >= this.#ids.length',
    why: bufferSize,
  },
  { file: BLOCK_IDS, original: '2 * this.#ids.length', replacement: '2 / this.#ids.length', why: bufferSize },
  {
    file: BLOCK_IDS,
    original: 'start <= this.#start',
    replacement: 'start < this.#start',
    why: 'nothing is thinned from the start to itself',
  },
  {
    file: HISTORY,
    original: 'amountIn > change + fee',
    replacement: 'amountIn >= change + fee',
    why: 'the difference of equal amounts is 0',
  },
  { file: HISTORY, original: 'pool.entries.size === 0', replacement: 'false', why: quickPath },
  {
    file: 'src/wallet/history/transferView.ts',
    original: 'stakeLocks.size === 0',
    replacement: 'false',
    why: quickPath,
  },
]
