import type { Equivalent } from '../equivalent.ts'

const LEDGER = 'src/wallet/state/ledger.ts'
const DRAFT = 'src/wallet/state/ledgerDraft.ts'
const SHARED = 'src/wallet/state/sharedKeys.ts'
const APPLY = 'src/wallet/sync/applyToLedger.ts'

const sortsMore = 'it sorts outputs that are in order: the result is the same'
const indexed = 'unreachable: the indexes name only outputs that exist'
const quickPath = 'the general path that follows has the same result'
const ownMemory = 'a copy only releases the memory of the page that contains the bytes'
const inputExists = 'unreachable: the key image is one of the inputs of the same transaction'

export const ledgerEquivalents: readonly Equivalent[] = [
  { file: LEDGER, original: '[]', replacement: '["Stryker was here"]', why: indexed },
  { file: LEDGER, original: 'others.length === 0', replacement: 'false', why: quickPath },
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
  { file: LEDGER, original: 'ids.length > 1', replacement: 'true', why: sortsMore },
  { file: LEDGER, original: 'ids.length > 1', replacement: 'ids.length >= 1', why: sortsMore },
  {
    file: LEDGER,
    original: 'outputs.at(-1)?.[1]',
    replacement: 'outputs.at(-1)[1]',
    why: 'unreachable: only outputs that were just added are out of order',
  },
  { file: LEDGER, original: 'index.get(key)?.filter', replacement: 'index.get(key).filter', why: indexed },
  {
    file: LEDGER,
    original: 'rest.length > 0',
    replacement: 'true',
    why: 'a list without ids reads as no list',
  },
  {
    file: LEDGER,
    original: 'rest.length > 0',
    replacement: 'rest.length >= 0',
    why: 'a list without ids reads as no list',
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
    file: DRAFT,
    original: '!this.#keyImagePrefixes.has(keyImagePrefix(keyImage)) && !this.#ledger.mayHaveKeyImage(keyImage)',
    replacement: 'false',
    why: quickPath,
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
]
