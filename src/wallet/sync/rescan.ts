// Rescans: from the restore height, or from the height where node and wallet disagree on spent outputs.

import { wipe } from '../../bytes/bytes.ts'
import type { Network } from '../../coin/networks/network.ts'
import { BlockIds } from '../state/blockIds.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { withDefaultTitles } from '../state/subaddressTable.ts'
import type { WalletState } from '../state/walletState.ts'
import type { StateChange } from '../state/walletStateData.ts'
import { restoreDateOf, restoreHeightOf } from './restoreHeight.ts'
import type { Synchronizer } from './synchronizer.ts'
import type { RestoreFrom } from './syncViews.ts'

/** The parts of an open wallet that a rescan needs. */
export type SyncedWallet = {
  readonly network: Network
  readonly state: WalletState
  readonly sync: Synchronizer
}

/** Records the reason for a rescan in the same update; may return further changes. */
export type Learn = (draft: LedgerDraft) => StateChange | undefined

/** Returns the restore height or date of the wallet. */
export const beginningOf = ({ state }: Pick<SyncedWallet, 'state'>): RestoreFrom =>
  state.restoreDate > 0
    ? { from: 'date', timestamp: state.restoreDate }
    : { from: 'height', height: state.restoreHeight }

/**
 * Discards scan results from a height on; the sync then scans again.
 * @param learn records the reason for the rescan in the same update
 */
export const scanAgain = (
  { network, state, sync }: SyncedWallet,
  from: RestoreFrom,
  learn: Learn = () => undefined,
): Promise<void> => {
  const height = restoreHeightOf(network, from)
  return sync.pause(async ({ outputScanner }) => {
    await state.update('strict', (draft) => {
      const keeps = height > state.blockIds.base && height < state.height && height >= state.restoreHeight
      draft.rollback(keeps ? height : 0, outputScanner.keyImageOrigin)
      const learned = learn(draft)
      if (keeps) {
        const blockIds = state.blockIds.copy()
        blockIds.cut(height)
        return { ...learned, blockIds, immutableHeight: Math.min(state.immutableHeight, blockIds.height - 1) }
      }
      // Payments made here and mined below the new restore height are not found again, so they are kept.
      for (const payment of state.ledger.payments.values())
        if (payment.isOwn && payment.height !== undefined && payment.height < height) draft.putPayment(payment)
      return {
        ...learned,
        blockIds: new BlockIds(),
        restoreHeight: height,
        restoreDate: restoreDateOf(from),
        immutableHeight: 0,
        rescanAdvised: false,
      }
    })
    state.pool.clear()
  })
}

/**
 * Erases what this wallet recorded of its payments and no scan restores: destinations and transaction keys of confirmed payments, imported
 * outputs. wallet2's hard rescan erases labels and contacts too; here all that a user has typed stays, and so do frozen outputs. Accounts
 * without a label get the one that wallet2 gives all accounts then.
 */
export const forgetPayments = async ({ state }: Pick<SyncedWallet, 'state'>): Promise<void> => {
  const forgotten: TransactionKeys[] = []
  await state.update('strict', (draft) => {
    for (const payment of state.ledger.payments.values()) {
      if (payment.state !== 'confirmed') continue
      if (payment.keys !== undefined) forgotten.push(payment.keys)
      draft.putPayment({ ...payment, destinations: [], keys: undefined })
    }
    for (const [txid, { keys }] of state.ledger.removedPayments) {
      if (keys !== undefined) forgotten.push(keys)
      draft.retainPayment(txid, undefined)
    }
    return { imported: [], labels: withDefaultTitles(state.labels) }
  })
  for (const { main, additional } of forgotten) wipe(main, ...additional)
}

/**
 * Returns the height of the oldest output whose spent status differs between node and state; undefined without a difference.
 * Pending spends are left to the sync. Throws the errors of the node client.
 */
const firstDisagreement = async ({ state, sync }: SyncedWallet): Promise<number | undefined> => {
  const checked = [...state.ledger.outputs.values()].flatMap(({ keyImage, spent, height }) => {
    const waits = spent !== undefined && spent.height === undefined
    return keyImage === undefined || waits ? [] : [{ keyImage, isSpent: spent !== undefined, height }]
  })
  // Without outputs the node is still contacted, so that an unreachable node is an error.
  if (checked.length === 0) await sync.node.info()
  const statuses = await sync.node.keyImageStatus(checked.map(({ keyImage }) => keyImage))
  const heights = checked.flatMap(({ isSpent, height }, i) =>
    (statuses[i] === 'in chain') === isSpent ? [] : [height],
  )
  return heights.length === 0 ? undefined : heights.reduce((lowest, height) => Math.min(lowest, height))
}

/**
 * Compares spent outputs with the node. On a difference it first syncs new blocks, then rescans from the oldest differing output,
 * since key images may have become known after their blocks were scanned. Throws the errors of the node client.
 */
export const rescanSpent = async (wallet: SyncedWallet): Promise<void> => {
  if ((await firstDisagreement(wallet)) === undefined) return
  await wallet.sync.refresh()
  const height = await firstDisagreement(wallet)
  if (height === undefined) return
  await scanAgain(wallet, { from: 'height', height })
  await wallet.sync.refresh()
}
