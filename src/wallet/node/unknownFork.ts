// Hard forks that this program does not know. Their blocks are not scanned, and nothing is paid by their rules: the wallet keeps what it
// has until the program is updated. What a node reports is not stored, so that a false report lasts only as long as the node is used.

import { type HardFork, type Network, newestHardFork } from '../../coin/networks/network.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** The node's chain follows a newer hard fork than the newest one that this program knows of the network. */
export class UnknownForkError extends FabaError<{
  readonly version: number
  /** of the first block of the fork that the wallet met; undefined if only the node reports the fork */
  readonly height: number | undefined
  readonly newest: number
}> {
  override readonly name = 'UnknownForkError'
  readonly code = 'unknown-fork'

  constructor(network: Pick<Network, 'name' | 'hardForks'>, { version, height }: { version: number; height?: number }) {
    const newest = newestHardFork(network)
    const subject = height === undefined ? 'the node' : `block ${height}`
    super(
      `${subject} follows hard fork ${version}, but this program knows ${network.name} up to hard fork ${newest}: update the program. Balance and history are those of the blocks before; nothing is lost`,
      { details: { version, height, newest } },
    )
  }
}

/** @throws UnknownForkError if the last pass of the sync found an unknown fork */
export const assertKnownFork = (network: Network, found: HardFork | undefined): void => {
  if (found !== undefined) throw new UnknownForkError(network, found)
}

/**
 * Asks the node which hard fork is in force. A node that refuses the question is not asked again: its blocks show the fork.
 * @throws UnknownForkError, NodeError
 */
export const checkHardFork = async (network: Network, node: Pick<NodeClient, 'hardFork'>): Promise<void> => {
  try {
    const version = await node.hardFork()
    if (version > newestHardFork(network)) throw new UnknownForkError(network, { version })
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
  }
}
