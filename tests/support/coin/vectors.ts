// The recorded chains as bytes, for the tests of formats.

import { type PortableCursor, visitPortable } from '../../../src/bytes/portableStorage.ts'
import { vector, vectorBytes } from '../data/vectors.ts'

/** A transaction in full, with the id a node gave it. */
export type RecordedTransaction = { readonly id: string; readonly hex: string }

/** A block, with the id a node gave it. */
export type RecordedBlock = { readonly id: string; readonly hex: string }

const fromBlockAnswers = (path: string, key: string): RecordedBlock[] =>
  vector(path)[key].map((block: { blob: string; block_header: { hash: string } }) => ({
    id: block.block_header.hash,
    hex: block.blob,
  }))

/** Every block of the oxen family that was recorded in full. */
export const oxenBlocks = (): RecordedBlock[] => [
  ...fromBlockAnswers('oxen/chain-small/blocks.json', 'blocks'),
  ...fromBlockAnswers('oxen/young-chain.json', 'blocks'),
  ...fromBlockAnswers('oxen/staking.json', 'blocks'),
  ...fromBlockAnswers('oxen/proofs.json', 'later_blocks'),
]

const fromTable = (path: string): RecordedTransaction[] =>
  Object.entries<string>(vector(path).tx_hex).map(([id, hex]) => ({ id, hex }))

/** Every transaction of the oxen family that was recorded in full. */
export const oxenTransactions = (): RecordedTransaction[] => [
  ...vector('oxen/chain-small/txs.json').txs.map((tx: { hash: string; hex: string }) => ({ id: tx.hash, hex: tx.hex })),
  ...fromTable('oxen/names.json'),
  ...fromTable('oxen/staking.json'),
  ...fromTable('oxen/proofs.json'),
]

type ScanChainBlock = {
  readonly hash: string
  readonly blob: string
  readonly txs: readonly {
    readonly hash: string
    readonly hex: string
    readonly pruned_hex: string
    readonly prunable_hash: string
    readonly is_miner?: boolean
  }[]
}

export const moneroScanBlocks = (): ScanChainBlock[] => vector('monero/scan_chain.json').blocks

/** One block of a page, as a wallet gets it: with pruned transactions. */
type PageBlock = { readonly block: Uint8Array; readonly transactions: readonly Uint8Array[] }

/** A blob, or the field of that name in a section: the families differ. */
const blobIn = (item: PortableCursor): Uint8Array => {
  if (item.type === 'blob') return item.bytes()
  let blob: Uint8Array = new Uint8Array()
  item.section((name, value) => {
    if (name === 'blob') blob = value.bytes()
  })
  return blob
}

/** The blocks of a recorded `get_blocks.bin` answer. */
export const pageBlocks = (path: string): PageBlock[] => {
  const blocks: PageBlock[] = []
  visitPortable(vectorBytes(path), (name, value) => {
    if (name !== 'blocks') return
    value.each((entry) => {
      let block: Uint8Array = new Uint8Array()
      const transactions: Uint8Array[] = []
      entry.section((field, content) => {
        if (field === 'block') block = content.bytes()
        if (field === 'txs') content.each((item) => transactions.push(blobIn(item)))
      })
      blocks.push({ block, transactions })
    })
  })
  return blocks
}
