// Checks of a block's header against the chain that it extends.

import { equalBytes } from '../../bytes/bytes.ts'
import { type Block, blockId } from '../../coin/blocks/block.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Consensus } from '../rules/consensus.ts'

/** The chain as these checks read it; implemented by `Chain`. */
export type HeaderView = {
  readonly rules: { readonly network: Network; readonly consensus: Consensus }
  readonly height: number
  readonly tip: { readonly id: Uint8Array }
  readonly nextFork: number
  readonly minTimestamp: number
  clock(): number
}

/** Returns what is wrong with the header of the next block; undefined if it is valid. */
export const headerFault = (chain: HeaderView, block: Block): string | undefined => {
  const { height, tip, nextFork: fork, minTimestamp, rules } = chain
  const { network, consensus } = rules
  if (!equalBytes(block.previousId, tip.id)) return 'it does not follow the top block'
  if (block.majorVersion !== fork) return `its version is ${block.majorVersion}, the fork is ${fork}`
  if (Math.max(1, block.minorVersion) < fork) return `it votes for ${block.minorVersion}, the fork is ${fork}`
  const checkpoint = network.checkpoints.find((known) => known.height === height)
  if (checkpoint !== undefined && !equalBytes(checkpoint.id, blockId(block))) return 'it differs from the checkpoint'
  if (block.timestamp > chain.clock() + consensus.timestamps.futureLimit)
    return `its timestamp ${block.timestamp} is in the future`
  if (block.timestamp < minTimestamp) return `its timestamp ${block.timestamp} is below the median ${minTimestamp}`
  return undefined
}
