// The recorded chains, as blocks of a fake node.
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../../src/bytes/portableStorage.ts'
import { type Block, blockId, parseBlock } from '../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { RawBlock } from '../../../src/daemon/nodeClient.ts'
import { MONERO_BENCH_PAGES, sectionsOf, vector, vectorBytes } from '../data/vectors.ts'

export type ChainBlock = RawBlock & {
  readonly id: Uint8Array
  readonly parsed: Block
  /** what was pruned of each transaction, if it was recorded */
  readonly prunables?: readonly Uint8Array[]
}

export const chainBlock = (network: Network, raw: RawBlock & Pick<ChainBlock, 'prunables'>): ChainBlock => {
  const parsed = parseBlock(network, raw.block)
  return { ...raw, parsed, id: blockId(parsed) }
}

/** The recorded small chain of the oxen family. */
export const smallChain = (): ChainBlock[] => {
  const { blocks } = vector('oxen/chain-small/blocks.json')
  const { txs } = vector('oxen/chain-small/txs.json')
  return blocks.map(({ blob }, height) => {
    const own = txs.filter((tx) => tx.height === height)
    const paying = own.filter(({ coinbase }) => !coinbase)
    return chainBlock(oxenRegtest, {
      block: fromHex(blob),
      transactions: paying.map(({ hex, non_prunable_bytes }) => fromHex(hex).subarray(0, non_prunable_bytes)),
      prunables: paying.map(({ hex, non_prunable_bytes }) => fromHex(hex).subarray(non_prunable_bytes)),
      outputIndices: own.map(({ output_indices }) => output_indices),
    })
  })
}

const indicesOf = (section: PortableSection): number[][] =>
  // Arrays of u64, in sections.
  sectionsOf(section['indices']).map(({ indices }) => ((indices ?? []) as readonly bigint[]).map(Number))

const blobOf = (value: PortableValue | undefined): Uint8Array => {
  if (value instanceof Uint8Array) return value
  // monerod sends a pruned transaction in a section, with its prunable hash.
  const blob = (value as PortableSection | undefined)?.['blob']
  if (blob instanceof Uint8Array) return blob
  throw new TypeError('a recorded page has a transaction without bytes')
}

const readPages = (network: Network, files: readonly string[]): ChainBlock[] => {
  const blocks: ChainBlock[] = []
  for (const file of files) {
    const page = readPortable(vectorBytes(file))
    const indices = sectionsOf(page['output_indices'])
    for (const [i, section] of sectionsOf(page['blocks']).entries()) {
      const txs = (section['txs'] ?? []) as readonly PortableValue[] // an array of blobs or of sections
      const block = chainBlock(network, {
        block: blobOf(section['block']),
        transactions: txs.map(blobOf),
        outputIndices: indicesOf(indices[i] ?? {}),
      })
      if (!blocks.slice(-3).some(({ id }) => toHex(id) === toHex(block.id))) blocks.push(block)
    }
  }
  return blocks
}

/** The recorded chain of the monero family. */
export const moneroBenchChain = (): ChainBlock[] => {
  const genesis = chainBlock(moneroRegtest, { block: moneroRegtest.genesis, transactions: [], outputIndices: [[0]] })
  return [genesis, ...readPages(moneroRegtest, MONERO_BENCH_PAGES)]
}

/** The recorded chain of a thousand blocks of the oxen family. */
export const oxenBenchChain = (): ChainBlock[] =>
  readPages(
    oxenRegtest,
    ['000', '001'].map((page) => `oxen/bench-chain/get_blocks.${page}.bin`),
  )
