// Recorded chains in the form of scan batches (keys and outputs), and the outputs that their wallets own.

import { concat } from '../../../../src/bytes/bytes.ts'
import { FormatError, Reader } from '../../../../src/bytes/cursor.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { type PortableValue, readPortable } from '../../../../src/bytes/portableStorage.ts'
import { parseBlock } from '../../../../src/coin/blocks/block.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { parsePrunedTransaction, parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import type { ScanBatch, Scanner } from '../../../../src/crypto/scan/scanner.ts'
import { createSubaddressTable } from '../../../../src/crypto/scan/subaddressTable.ts'
import { vectorBytes } from '../../../support/data/vectors.ts'

type ChainOutput = { readonly key: Uint8Array; readonly viewTag: number; readonly globalIndex: number }
export type ChainTransaction = { readonly extra: Uint8Array; readonly outputs: readonly ChainOutput[] }

/** Returns the transaction keys and additional keys of an extra field, as far as it is readable. */
const keysOfExtra = (extra: Uint8Array): { keys: Uint8Array[]; additional: Uint8Array[] } => {
  const reader = new Reader(extra)
  const keys: Uint8Array[] = []
  const additional: Uint8Array[] = []
  try {
    while (reader.remaining > 0) {
      const tag = reader.u8()
      if (tag === 0x01) keys.push(reader.bytes(32))
      else if (tag === 0x02 || tag === 0x03 || tag === 0xde) reader.bytes(reader.varint())
      else if (tag === 0x04) for (let count = reader.varint(); count > 0; count--) additional.push(reader.bytes(32))
      else if (tag === 0x72) reader.bytes(32)
      else break
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
  }
  return { keys, additional }
}

/** Creates a batch of transactions; its output rows are those of the flattened transactions. */
export const batchOf = (transactions: readonly ChainTransaction[]): ScanBatch => {
  const keys: Uint8Array[] = []
  const outputs: Uint8Array[] = []
  const rows: { index: number; first: number; count: number; additional: number; viewTag: number }[] = []
  for (const transaction of transactions) {
    const found = keysOfExtra(transaction.extra)
    const first = keys.length
    keys.push(...found.keys, ...found.additional)
    for (const [index, output] of transaction.outputs.entries()) {
      outputs.push(output.key)
      const additional = index < found.additional.length ? first + found.keys.length + index : -1
      rows.push({ index, first, count: found.keys.length, additional, viewTag: output.viewTag })
    }
  }
  return {
    keys: concat(...keys),
    outputs: concat(...outputs),
    outputIndexes: Uint32Array.from(rows, ({ index }) => index),
    firstKeys: Uint32Array.from(rows, ({ first }) => first),
    keyCounts: Uint32Array.from(rows, ({ count }) => count),
    additionalKeys: Int32Array.from(rows, ({ additional }) => additional),
    viewTags: Int16Array.from(rows, ({ viewTag }) => viewTag),
  }
}

type Section = Record<string, PortableValue>

/** Returns the transactions of the recorded `get_blocks.bin` responses of a folder. */
export const benchChain = (folder: string, files: readonly string[], network: Network): ChainTransaction[] => {
  const transactions: ChainTransaction[] = []
  let nextHeight = 0
  for (const file of files) {
    const page = readPortable(vectorBytes(`${folder}/${file}`))
    // The shape of the response; a wrong one fails below.
    const blocks = page['blocks'] as readonly (Section & {
      block: Uint8Array
      txs?: readonly (Section | Uint8Array)[]
    })[]
    const indices = page['output_indices'] as readonly { indices: readonly { indices: readonly number[] }[] }[]
    const start = Number(page['start_height'])
    for (const [i, { block, txs = [] }] of blocks.entries()) {
      // A response begins with the last block that the wallet knows.
      if (start + i < nextHeight) continue
      nextHeight = start + i + 1
      const parsed = [
        parseBlock(network, block).minerTransaction,
        ...txs.map((tx) =>
          tx instanceof Uint8Array
            ? parsePrunedTransaction(network, tx)
            : parsePrunedTransaction(network, tx['blob'] as Uint8Array),
        ),
      ]
      for (const [j, { extra, outputs }] of parsed.entries())
        transactions.push({
          extra,
          outputs: outputs.map(({ key, viewTag = -1 }, k) => ({
            key,
            viewTag,
            globalIndex: Number(indices[i]?.indices[j]?.indices[k]),
          })),
        })
    }
  }
  return transactions
}

/** Parses a transaction from its hex. */
export const transactionOf = (network: Network, hex: string, indices: readonly number[]): ChainTransaction => {
  const { extra, outputs } = parseTransaction(network, fromHex(hex))
  return {
    extra,
    outputs: outputs.map(({ key, viewTag = -1 }, i) => ({ key, viewTag, globalIndex: indices[i] ?? -1 })),
  }
}

export type WalletSecrets = { readonly view_key: string; readonly spend_key: string }

/** Computes the spend keys of `majors` accounts of `minors` subaddresses, by account. */
const computeKeys = async (wallet: WalletSecrets, majors: number, minors: number): Promise<Uint8Array> => {
  const viewSecret = fromHex(wallet.view_key, 32)
  const spendPublic = publicKeyOf(fromHex(wallet.spend_key, 32))
  const tables: Uint8Array[] = []
  for (let major = 0; major < majors; major++)
    tables.push(await createSubaddressTable(viewSecret, spendPublic, major, 0, minors))
  return concat(...tables)
}

/** The computed keys: scanners of every level watch the same ones. */
const computed = new Map<string, Promise<Uint8Array>>()

/** Returns the spend keys that a wallet watches: `majors` accounts of `minors` subaddresses, by account. */
export const lookAhead = (wallet: WalletSecrets, majors: number, minors: number): Promise<Uint8Array> => {
  const name = [wallet.view_key, wallet.spend_key, majors, minors].join()
  const keys = computed.get(name) ?? computeKeys(wallet, majors, minors)
  computed.set(name, keys)
  return keys
}

/** The batches of whole chains, each of which many scanners scan. */
const batches = new WeakMap<readonly ChainTransaction[], ScanBatch>()

const batchOfChain = (transactions: readonly ChainTransaction[]): ScanBatch => {
  const batch = batches.get(transactions) ?? batchOf(transactions)
  batches.set(transactions, batch)
  return batch
}

/** Returns the outputs of the transactions that a wallet owns: "global index:major/minor", sorted. */
export const ownedBy = async (
  scanner: Scanner,
  wallet: WalletSecrets,
  transactions: readonly ChainTransaction[],
  majors: number,
  minors: number,
): Promise<string[]> => {
  await scanner.watch(fromHex(wallet.view_key, 32), await lookAhead(wallet, majors, minors))
  const rows = transactions.flatMap(({ outputs }) => outputs)
  const hits = await scanner.scan(batchOfChain(transactions))
  return hits
    .map(({ output, spendKey }) => {
      const index = rows[output]?.globalIndex
      return `${index}:${Math.floor(spendKey / minors)}/${spendKey % minors}`
    })
    .sort()
}
