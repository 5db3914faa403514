// --verbose: a line for each event of a development node.

import { toHex } from '../../bytes/hex.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'

/** Logs each transaction that enters the pool, each new block with its transactions, and each reorganisation. */
export const logNodeEvents = (node: DevelopmentNode, log: (line: string) => void): void => {
  let tipHeight = node.chain.height - 1
  node.listen((event) => {
    // A transaction that a block includes at once is logged with the block.
    if (event.kind === 'pool' && node.pool.get(event.txid) !== undefined)
      log(`transaction ${toHex(event.txid)} in the pool`)
    if (event.kind !== 'block') return
    const block = node.chain.blockAt(event.height)
    if (event.height !== tipHeight + 1) log(`rolled back to block ${event.height}`)
    else if (block !== undefined) {
      log(`block ${event.height} ${toHex(block.id)}`)
      for (const { id } of block.transactions.slice(1)) log(`  transaction ${toHex(id)}`)
    }
    tipHeight = event.height
  })
}
