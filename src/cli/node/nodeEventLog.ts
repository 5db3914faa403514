// --verbose and --log-level: a line for each event of a development node.

import { toHex } from '../../bytes/hex.ts'
import type { AdminSettings } from '../../devnet/node/adminSettings.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import type { FlagGroup, Flags } from '../command/command.ts'

export const LOG_GROUP: FlagGroup = {
  title: 'Log',
  flags: [
    {
      name: 'log-level',
      value: 'LEVEL',
      description: '0, the default, or 1 to 4, the same as --verbose; categories such as *:WARNING are only stored',
    },
  ],
}

/** Stores the level or the categories of --log-level, as `set_log_level` and `set_log_categories` do. Returns whether events are logged. */
export const applyLogFlags = (flags: Flags, settings: AdminSettings): boolean => {
  const text = flags.text('log-level')
  if (text !== undefined && /^[0-4]$/.test(text)) settings.logLevel = Number(text)
  else if (text !== undefined) settings.logCategories = text
  return flags.has('verbose') || settings.logLevel > 0
}

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
