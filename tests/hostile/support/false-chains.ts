// False chains for lying nodes: forks of any depth, as answers about the chain.

import { equalBytes } from '../../../src/bytes/bytes.ts'
import type { BlockPage } from '../../../src/daemon/nodeClient.ts'
import type { ChainBlock } from '../../support/wallet/recorded-chains.ts'
import type { Lies } from './lying-node.ts'

const PAGE = 1000

/** Serves a false chain: its state, its blocks, and an empty txpool. */
export const chainLies = (
  chain: readonly ChainBlock[],
  { height = chain.length, work }: { readonly height?: number; readonly work?: bigint } = {},
): Lies => {
  const page = (startHeight: number): BlockPage => ({
    startHeight,
    chainHeight: height,
    blocks: chain.slice(startHeight, startHeight + PAGE),
  })
  return {
    info: async (honest) => ({
      ...(await honest()),
      height,
      targetHeight: height,
      topHash: chain.at(-1)?.id ?? new Uint8Array(32),
      immutableHeight: 0,
      cumulativeDifficulty: work,
    }),
    blocks: (_honest, history) => {
      const start = history
        .map((id) => chain.findIndex((block) => equalBytes(block.id, id)))
        .find((position) => position >= 0)
      return page(start ?? 0)
    },
    blocksFrom: (_honest, startHeight) => page(startHeight),
    block: (_honest, height) => chain[height]?.block ?? new Uint8Array(),
    poolHashes: () => [],
  }
}
