// --tx-notify: runs a command for every transaction that pays the wallet, in the txpool and in a block.

import { spawn } from 'node:child_process'
import { toHex } from '../../../bytes/hex.ts'
import { RequestSlots } from '../../../daemon/requestSlots.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Wallet } from '../../../wallet/open/wallet.ts'

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

/** Commands that run at the same time: a block can pay a wallet thousands of times. */
const MAX_PROCESSES = 8

/** Commands that wait while a warning is due. */
const MANY_WAITING = 100

/** Runs a program to its end. Returns why it could not be started; undefined if it was. */
const runProgram = async (program: string, args: readonly string[]): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  try {
    const child = spawn(program, args, { stdio: 'ignore' })
    child.on('error', ({ message }) => resolve(message))
    child.on('exit', () => resolve(undefined))
  } catch (error) {
    // Some errors of the system are thrown: ENOTDIR, ENOMEM.
    resolve(error instanceof Error ? error.message : String(error))
  }
  return await promise
}

/** Receives why a command could not be started, and that many of them wait. */
export type NotifyReport = { readonly failed: (reason: string) => void; readonly waiting: (count: number) => void }

/**
 * Returns a function that runs a command with `%s` replaced by a transaction id. Splits the command at white space; no shell interprets
 * it. Commands start in the order of their transactions, and `MAX_PROCESSES` run at a time. wallet2 starts all at once.
 */
export const createNotifier = (command: string, report: NotifyReport): ((txid: string) => void) => {
  const slots = new RequestSlots(MAX_PROCESSES)
  let waiting = 0
  const run = async (txid: string): Promise<void> => {
    waiting--
    const [program = '', ...args] = command.split(/\s+/).map((word) => word.replaceAll('%s', txid))
    const reason = await runProgram(program, args)
    if (reason !== undefined) report.failed(reason)
  }
  return (txid) => {
    waiting++
    if (waiting % MANY_WAITING === 0) report.waiting(waiting)
    void slots.run(() => run(txid))
  }
}
