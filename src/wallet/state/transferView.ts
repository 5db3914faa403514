// A transfer of the history in the form that the page shows.

import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { TransferView } from '../engine/engineViews.ts'
import { blocksToUnlock, type Moment } from './balance.ts'
import type { Entry } from './history.ts'
import type { SubaddressIndex, TransactionKeys } from './ledger.ts'

export type ViewContext = {
  readonly network: Network
  readonly moment: Moment
  readonly note: string
  readonly addressText: (index: SubaddressIndex) => string
}

/** Returns transaction secret keys in the form of wallet2's `tx_key`: the main key, then the additional keys, concatenated hex. */
export const transactionKeyText = (keys: TransactionKeys | undefined): string =>
  keys === undefined ? '' : [keys.main, ...keys.additional].map(toHex).join('')

/** Converts a history entry to the form that the page shows. */
export const transferView = (entry: Entry, { network, moment, note, addressText }: ViewContext): TransferView => {
  const { direction, kind, state, relayed, reverted, amount, fee, height, timestamp, account, minors, destinations } =
    entry
  const txid = toHex(entry.txid)
  const blocksToWait = entry.outputs.map((output) => blocksToUnlock(network, output, moment))
  const isUnmined = height === undefined
  return {
    id: direction === 'in' ? `in/${txid}/${account}` : `out/${txid}`,
    txid,
    direction,
    kind,
    state,
    relayed,
    reverted,
    amount,
    fee,
    height: height ?? 0,
    timestamp,
    confirmations: isUnmined ? 0 : Math.max(0, moment.height - height),
    blocksToUnlock: isUnmined && direction === 'in' ? network.spendableAge : Math.max(0, ...blocksToWait),
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
