// What happens in a development node while it runs, a line each, for whoever watches it.

import { toHex } from '../../bytes/hex.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'

/** Tells of each transaction that waits for a block, each block that is made or taken in, and each time that blocks go. */
export const tellNews = (node: DevelopmentNode, log: (line: string) => void): void => {
  let top = node.chain.height - 1
  node.listen((event) => {
    // One that a block took at once is told with it.
    if (event.kind === 'pool' && node.pool.get(event.txid) !== undefined)
      log(`transaction ${toHex(event.txid)} waits for a block`)
    if (event.kind !== 'block') return
    const block = node.chain.blockAt(event.height)
    if (event.height !== top + 1) log(`back to block ${event.height}`)
    else if (block !== undefined) {
      log(`block ${event.height} ${toHex(block.id)}`)
      for (const { id } of block.transactions.slice(1)) log(`  transaction ${toHex(id)}`)
    }
    top = event.height
  })
}
