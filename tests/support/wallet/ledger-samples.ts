// Records of a wallet with literal values: an output, a payment, a scanned transaction. A test names only the fields that it is about.

import type { KeyInput, Transaction } from '../../../src/coin/transactions/transaction.ts'
import type { ChainTransaction } from '../../../src/wallet/scan/scanBatch.ts'
import type { Ledger, LedgerChanges, OwnedOutput, Payment } from '../../../src/wallet/state/ledger.ts'
import { LedgerDraft } from '../../../src/wallet/state/ledgerDraft.ts'
import type { OutputFields } from '../../../src/wallet/state/outputFields.ts'
import type { ScannedTransaction } from '../../../src/wallet/sync/outputScanner.ts'

/** Returns 32 equal bytes: a key, a key image or a transaction id. */
export const bytesOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** Returns the hex of 32 equal bytes. */
export const keyHex = (byte: number): string => byte.toString(16).padStart(2, '0').repeat(32)

export const sampleOutput = (fields: Partial<OutputFields> = {}): OutputFields => ({
  globalIndex: 7,
  confidential: true,
  key: bytesOf(1),
  txid: bytesOf(2),
  indexInTx: 0,
  amount: 100n,
  mask: bytesOf(3),
  subaddress: { major: 0, minor: 0 },
  txPublicKey: bytesOf(4),
  keyImage: bytesOf(5),
  height: 40,
  timestamp: 1_600_000_000,
  unlockTime: 0n,
  prefixUnlockTime: 0n,
  coinbase: false,
  stake: false,
  paymentId: new Uint8Array(),
  fee: 1n,
  change: false,
  spent: undefined,
  frozen: false,
  ...fields,
})

/** Returns an output whose key, key image and transaction id derive from one number, so that outputs of two numbers differ in all. */
export const numberedOutput = (number: number, fields: Partial<OutputFields> = {}): OutputFields =>
  sampleOutput({
    key: bytesOf(number),
    keyImage: bytesOf(100 + number),
    txid: bytesOf(200 + number),
    globalIndex: number,
    height: number,
    ...fields,
  })

/** A pending payment of account 0 that this wallet made, or another copy of it if its transaction is empty. */
export const samplePayment = (fields: Partial<Payment> = {}): Payment => ({
  txid: bytesOf(9),
  state: 'pending',
  kind: 'transfer',
  account: 0,
  subaddresses: [0],
  amountIn: 100n,
  fee: 1n,
  change: 40n,
  destinations: [{ address: 'address', amount: 59n }],
  paymentId: new Uint8Array(),
  unlockTime: 0n,
  keyImages: [bytesOf(5)],
  rings: [[6, 7, 8]],
  keys: undefined,
  created: 1_600_000_000,
  isOwn: fields.blob?.length !== 0,
  blob: Uint8Array.of(1),
  blink: false,
  relayed: true,
  reverted: false,
  absences: 0,
  height: undefined,
  timestamp: undefined,
  ...fields,
})

/** Returns the changes that a function makes in a draft, after it has applied them to the ledger. */
export const applyDraft = (ledger: Ledger, change: (draft: LedgerDraft) => void): LedgerChanges => {
  const draft = new LedgerDraft(ledger)
  change(draft)
  ledger.apply(draft.changes)
  return draft.changes
}

const keyInput = (keyImage: Uint8Array, keyOffsets: readonly number[]): KeyInput => ({
  kind: 'key',
  amount: 0n,
  keyOffsets: keyOffsets.map(BigInt),
  keyImage,
})

/** A transaction of version 1, whose fee is the difference of the amounts of inputs and outputs. */
const sampleTransaction = (inputs: readonly KeyInput[], fee: bigint, unlockTime: bigint): Transaction => ({
  version: 1,
  type: 0,
  unlockTime,
  outputUnlockTimes: [],
  inputs: inputs.map((input, i) => (i === 0 ? { ...input, amount: fee } : input)),
  outputs: [],
  extra: new Uint8Array(),
  signatures: [],
  rct: undefined,
  prunable: undefined,
})

/** The properties of a scanned transaction. `inputs`: the key image and the ring, as relative offsets, of each input. */
export type SampleTransaction = {
  readonly txid?: Uint8Array
  readonly inputs?: readonly (readonly [keyImage: Uint8Array, keyOffsets: readonly number[]])[]
  readonly received?: readonly OwnedOutput[]
  readonly fee?: bigint
  readonly unlockTime?: bigint
  readonly extra?: ChainTransaction['extra']
  readonly height?: number | undefined
}

export const scannedTransaction = ({
  txid = bytesOf(9),
  inputs = [],
  received = [],
  fee = 1n,
  unlockTime = 0n,
  extra = {
    keys: [],
    additionalKeys: [],
    longPaymentId: undefined,
    encryptedPaymentId: undefined,
    isStake: false,
    fields: [],
  },
  height = 50,
}: SampleTransaction): ScannedTransaction => {
  const transaction = sampleTransaction(
    inputs.map(([keyImage, offsets]) => keyInput(keyImage, offsets)),
    fee,
    unlockTime,
  )
  const source: ChainTransaction = {
    txid,
    extra,
    keyImages: inputs.map(([keyImage]) => keyImage),
    coinbase: false,
    outputIndices: [],
    height,
    timestamp: 1_600_000_500,
    blockVersion: 17,
    bytes: new Uint8Array(),
    transaction: () => transaction,
  }
  return { source, received }
}
