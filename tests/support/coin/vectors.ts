// The recorded chains as bytes, for the tests of formats.

import { type PortableCursor, visitPortable } from '../../../src/bytes/portableStorage.ts'
import { type Vector, vector, vectorBytes } from '../data/vectors.ts'

/** A transaction in full, with the id a node gave it. */
export type RecordedTransaction = { readonly id: string; readonly hex: string }

/** A block, with the id a node gave it. */
export type RecordedBlock = { readonly id: string; readonly hex: string }

const fromBlockAnswers = (blocks: Vector<'oxen/chain-small/blocks.json'>['blocks']): RecordedBlock[] =>
  blocks.map(({ blob, block_header }) => ({ id: block_header.hash, hex: blob }))

/** Every block of the oxen family that was recorded in full. */
export const oxenBlocks = (): RecordedBlock[] => [
  ...fromBlockAnswers(vector('oxen/chain-small/blocks.json').blocks),
  ...fromBlockAnswers(vector('oxen/young-chain.json').blocks),
  ...fromBlockAnswers(vector('oxen/staking.json').blocks),
  ...fromBlockAnswers(vector('oxen/proofs.json').later_blocks),
]

const fromTable = (path: 'oxen/names.json' | 'oxen/staking.json' | 'oxen/proofs.json'): RecordedTransaction[] =>
  Object.entries(vector(path).tx_hex).map(([id, hex]) => ({ id, hex }))

/** Every transaction of the oxen family that was recorded in full. */
export const oxenTransactions = (): RecordedTransaction[] => [
  ...vector('oxen/chain-small/txs.json').txs.map(({ hash, hex }) => ({ id: hash, hex })),
  ...fromTable('oxen/names.json'),
  ...fromTable('oxen/staking.json'),
  ...fromTable('oxen/proofs.json'),
]

export const moneroScanBlocks = (): Vector<'monero/scan_chain.json'>['blocks'] =>
  vector('monero/scan_chain.json').blocks

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
