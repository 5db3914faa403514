// A line of history as the page shows it.

import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { TransferView } from '../engine/engineApi.ts'
import { blocksToUnlock, type Moment } from './balance.ts'
import type { Entry } from './history.ts'
import type { SubaddressIndex, TransactionKeys } from './ledger.ts'

export type ViewContext = {
  readonly network: Network
  readonly moment: Moment
  readonly note: string
  readonly addressText: (index: SubaddressIndex) => string
}

/** Transaction secret keys as people pass them on: the main one, then the additional ones, in hex. */
export const transactionKeyText = (keys: TransactionKeys | undefined): string =>
  keys === undefined ? '' : [keys.main, ...keys.additional].map(toHex).join('')

/** A payment of the history with its amounts, addresses and keys as a page shows them. */
export const transferView = (entry: Entry, { network, moment, note, addressText }: ViewContext): TransferView => {
  const { direction, kind, state, relayed, amount, fee, height, timestamp, account, minors, destinations } = entry
  const txid = toHex(entry.txid)
  const waits = entry.outputs.map((output) => blocksToUnlock(network, output, moment))
  const unmined = height === undefined
  return {
    id: direction === 'in' ? `in/${txid}/${account}` : `out/${txid}`,
    txid,
    direction,
    kind,
    state,
    relayed,
    amount,
    fee,
    height: height ?? 0,
    timestamp,
    confirmations: unmined ? 0 : Math.max(0, moment.height - height),
    blocksToUnlock: unmined && direction === 'in' ? network.spendableAge : Math.max(0, ...waits),
    account,
    subaddresses: minors,
    addresses: minors.map((minor) => addressText({ major: account, minor })),
    paymentId: toHex(entry.paymentId),
    note,
    destinations,
    txKey: transactionKeyText(entry.keys),
    doubleSpendSeen: entry.doubleSpendSeen,
  }
}
