// --tx-notify: runs a command for every transaction that pays the wallet, in the txpool and in a block.

import { spawn } from 'node:child_process'
import { toHex } from '../../bytes/hex.ts'
import type { Engine } from '../../wallet/engine/engine.ts'
import type { Wallet } from '../../wallet/engine/wallet.ts'

/**
 * Yields the ids (hex) of the transactions that pay the wallet, each with the place where it does: a height, or the txpool. Like wallet2,
 * counts change only in blocks.
 */
function* arrivalsOf({ state: { ledger, pool } }: Wallet): Iterable<readonly [txid: string, place: number | 'txpool']> {
  for (const [txid, { received }] of pool.entries) if (received.some(({ change }) => !change)) yield [txid, 'txpool']
  for (const { txid, height } of ledger.countedOutputs()) yield [toHex(txid), height]
}

/**
 * Calls back with the id (hex) of each transaction that pays the engine's wallet: when it is in the txpool, and when it is in a block. Of
 * the first wallet that opens, reports what arrives afterwards. A rescan does not report a transaction again.
 */
export const subscribeToTransactions = async (engine: Engine, onTransaction: (txid: string) => void): Promise<void> => {
  let known: Set<string> | undefined
  let last: { readonly wallet: Wallet; readonly revision: number } | undefined
  await engine.subscribe(() => {
    const { wallet } = engine
    if (wallet === undefined) return
    const { revision } = wallet.state
    if (last?.wallet === wallet && last.revision === revision) return
    last = { wallet, revision }
    const before = known ?? new Set()
    const isFirst = known === undefined
    known = before
    for (const [txid, place] of arrivalsOf(wallet)) {
      const arrival = `${txid} ${place}`
      if (before.has(arrival)) continue
      before.add(arrival)
      if (!isFirst) onTransaction(txid)
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
