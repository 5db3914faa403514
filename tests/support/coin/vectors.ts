// Blocks and transactions of the recorded chains, for the tests of formats.

import { type PortableCursor, visitPortable } from '../../../src/bytes/portableStorage.ts'
import { type Vector, vector, vectorBytes } from '../data/vectors.ts'

/** A complete transaction, with the id that a node reported. */
export type RecordedTransaction = { readonly id: string; readonly hex: string }

/** A block, with the id that a node reported. */
export type RecordedBlock = { readonly id: string; readonly hex: string }

const fromBlockAnswers = (blocks: Vector<'oxen/chain-small/blocks.json'>['blocks']): RecordedBlock[] =>
  blocks.map(({ blob, block_header }) => ({ id: block_header.hash, hex: blob }))

/** Returns every complete recorded block of the oxen family. */
export const oxenBlocks = (): RecordedBlock[] => [
  ...fromBlockAnswers(vector('oxen/chain-small/blocks.json').blocks),
  ...fromBlockAnswers(vector('oxen/young-chain.json').blocks),
  ...fromBlockAnswers(vector('oxen/staking.json').blocks),
  ...fromBlockAnswers(vector('oxen/proofs.json').later_blocks),
]

const fromTable = (path: 'oxen/names.json' | 'oxen/staking.json' | 'oxen/proofs.json'): RecordedTransaction[] =>
  Object.entries(vector(path).tx_hex).map(([id, hex]) => ({ id, hex }))

/** Returns every complete recorded transaction of the oxen family. */
export const oxenTransactions = (): RecordedTransaction[] => [
  ...vector('oxen/chain-small/txs.json').txs.map(({ hash, hex }) => ({ id: hash, hex })),
  ...fromTable('oxen/names.json'),
  ...fromTable('oxen/staking.json'),
  ...fromTable('oxen/proofs.json'),
]

export const moneroScanBlocks = (): Vector<'monero/scan_chain.json'>['blocks'] =>
  vector('monero/scan_chain.json').blocks

/** A block of a `get_blocks.bin` response, with pruned transactions. */
type PageBlock = { readonly block: Uint8Array; readonly transactions: readonly Uint8Array[] }

/** Returns a blob, or the field `blob` of a section; the families differ. */
const blobIn = (item: PortableCursor): Uint8Array => {
  if (item.type === 'blob') return item.bytes()
  let blob: Uint8Array = new Uint8Array()
  item.section((name, value) => {
    if (name === 'blob') blob = value.bytes()
  })
  return blob
}

/** Returns the blocks of a recorded `get_blocks.bin` response. */
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
