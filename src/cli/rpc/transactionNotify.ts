// --tx-notify: runs a command for every new transaction of the wallet.

import { spawn } from 'node:child_process'
import { toHex } from '../../bytes/hex.ts'
import type { Engine } from '../../wallet/engine/engine.ts'
import type { Wallet } from '../../wallet/engine/wallet.ts'

const transactionIdsOf = ({ state }: Wallet): Set<string> => {
  const txids = new Set(state.ledger.payments.keys())
  for (const { txid } of state.ledger.outputs.values()) txids.add(toHex(txid))
  return txids
}

/**
 * Calls back with the id (hex) of each transaction that is new to the engine's open wallet. A rescan does not report a transaction
 * again.
 */
export const subscribeToTransactions = async (engine: Engine, onTransaction: (txid: string) => void): Promise<void> => {
  const { wallet } = engine
  if (wallet === undefined) return
  const known = transactionIdsOf(wallet)
  let revision = wallet.state.revision
  await engine.subscribe(() => {
    if (engine.wallet !== wallet || wallet.state.revision === revision) return
    revision = wallet.state.revision
    for (const txid of transactionIdsOf(wallet)) {
      if (known.has(txid)) continue
      known.add(txid)
      onTransaction(txid)
    }
  })
}

/**
 * Runs a command with `%s` replaced by a transaction id. Splits the command at white space; no shell interprets it.
 * @param onError receives the reason if the command cannot be started
 */
export const runNotifyCommand = (command: string, txid: string, onError: (reason: string) => void): void => {
  const [program = '', ...args] = command.split(/\s+/).map((word) => word.replaceAll('%s', txid))
  const child = spawn(program, args, { stdio: 'ignore' })
  child.on('error', (error) => onError(error.message))
}
