// Transfer history as CSV, with the columns of wallet2.

import { toHex } from '../bytes/hex.ts'
import { formatAmount } from '../coin/amount.ts'
import type { Wallet } from '../wallet/engine/wallet.ts'
import type { Entry } from '../wallet/state/history.ts'
import { isLocked, payTypeOf, transferObject } from './transfers.ts'

const HEADER =
  'block,type,lock,checkpointed,timestamp,amount,running balance,hash,payment ID,fee,destination,amount,index,note'

/** `2026-11-21 06:04:59 UTC` */
const dateText = (seconds: number): string =>
  new Date(1000 * seconds).toISOString().replace('T', ' ').replace('.000Z', ' UTC')

/** Quoted where it would not stay one cell otherwise. */
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** How an entry changes the balance, as far as the list shows it. */
const balanceChange = ({ direction, state, kind, amount, fee }: Entry): bigint => {
  if (state === 'pool') return 0n
  if (direction === 'in') return amount
  return kind === 'stake' ? -fee : -(amount + fee)
}

/** The entries as CSV, in their order, with a header. A further destination of a payment has a row of its own. */
export const transfersCsv = (wallet: Wallet, entries: readonly Entry[]): string => {
  const { network } = wallet
  const amountText = (amount: bigint): string => formatAmount(amount, network.decimals)
  let balance = 0n
  const rows = [HEADER]
  for (const entry of entries) {
    const { height, direction, state, timestamp, amount, fee, txid, destinations } = entry
    const { checkpointed, payment_id, note } = transferObject(wallet, entry)
    // An unsigned sum: the list need not begin with the wallet.
    balance = BigInt.asUintN(64, balance + balanceChange(entry))
    const lock = isLocked(wallet, entry) ? 'locked' : 'unlocked'
    const [first, ...others] = destinations
    rows.push(
      [
        height === undefined ? state : String(height),
        payTypeOf(network, entry),
        direction === 'out' ? '' : lock,
        checkpointed === 0 ? 'no' : 'checkpointed',
        dateText(timestamp),
        amountText(amount),
        amountText(balance),
        toHex(txid),
        payment_id,
        amountText(fee),
        first?.address ?? '-',
        first === undefined ? '' : amountText(first.amount),
        `'${entry.minors.join(', ')}'`,
        cell(note),
      ].join(','),
    )
    for (const other of others) rows.push(`${','.repeat(10)}${other.address},${amountText(other.amount)},'',`)
  }
  return `${rows.join('\r\n')}\r\n`
}
