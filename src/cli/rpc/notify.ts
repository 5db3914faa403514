// Runs a command for every transaction that the wallet finds or makes.

import { spawn } from 'node:child_process'
import { toHex } from '../../bytes/hex.ts'
import type { Engine } from '../../wallet/engine/engine.ts'
import type { Wallet } from '../../wallet/engine/wallet.ts'

const txidsOf = ({ state }: Wallet): Set<string> => {
  const txids = new Set(state.ledger.payments.keys())
  for (const { txid } of state.ledger.outputs.values()) txids.add(toHex(txid))
  return txids
}

/**
 * Calls back with the id (hex) of each transaction that the open wallet of an engine did not know before. A rescan tells none of
 * them again.
 */
export const onTransactions = async (engine: Engine, found: (txid: string) => void): Promise<void> => {
  const { wallet } = engine
  if (wallet === undefined) return
  const known = txidsOf(wallet)
  let revision = wallet.state.revision
  await engine.subscribe(() => {
    if (engine.wallet !== wallet || wallet.state.revision === revision) return
    revision = wallet.state.revision
    for (const txid of txidsOf(wallet)) {
      if (known.has(txid)) continue
      known.add(txid)
      found(txid)
    }
  })
}

/**
 * Runs a command with `%s` replaced by a transaction's id. Words are parted by white space; no shell reads them.
 * @param failed is told why the command could not be run
 */
export const runFor = (command: string, txid: string, failed: (reason: string) => void): void => {
  const [program = '', ...args] = command.split(/\s+/).map((word) => word.replaceAll('%s', txid))
  const child = spawn(program, args, { stdio: 'ignore' })
  child.on('error', (error) => failed(error.message))
}
