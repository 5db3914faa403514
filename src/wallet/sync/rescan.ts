// Scanning again: from where the wallet began, or from where a node and the wallet disagree on what is spent.

import { wipe } from '../../bytes/bytes.ts'
import type { Network } from '../../coin/networks/network.ts'
import { NO_TAGS } from '../accounts/accountTags.ts'
import type { RestoreFrom } from '../engine/engineApi.ts'
import { restoreDateOf, restoreHeightOf } from '../engine/restoreHeight.ts'
import { BlockIds } from '../state/blockIds.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import type { WalletState } from '../state/walletState.ts'
import type { Synchronizer } from './synchronizer.ts'

/** The parts of an open wallet that a rescan works on. */
export type SyncedWallet = {
  readonly network: Network
  readonly state: WalletState
  readonly sync: Synchronizer
}

/** Returns where the wallet began to scan. */
export const beginningOf = ({ state }: Pick<SyncedWallet, 'state'>): RestoreFrom =>
  state.restoreDate > 0
    ? { from: 'date', timestamp: state.restoreDate }
    : { from: 'height', height: state.restoreHeight }

/**
 * Forgets what was scanned from some height on; it is scanned again by the sync.
 * @param learn notes what is the reason for it, together with the forgetting
 */
export const scanAgain = (
  { network, state, sync }: SyncedWallet,
  from: RestoreFrom,
  learn: (draft: LedgerDraft) => void = () => undefined,
): Promise<void> => {
  const height = restoreHeightOf(network, from)
  return sync.pause(async ({ outputScanner }) => {
    await state.update('strict', (draft) => {
      const keeps = height > state.blockIds.base && height < state.height && height >= state.restoreHeight
      draft.rollback(keeps ? height : 0, outputScanner.keyImageOrigin)
      learn(draft)
      if (keeps) {
        const blockIds = state.blockIds.copy()
        blockIds.cut(height)
        return { blockIds, immutableHeight: Math.min(state.immutableHeight, blockIds.height - 1) }
      }
      // What was paid before the new beginning is not found again, and stays paid.
      for (const payment of state.ledger.payments.values())
        if (payment.blob.length > 0 && payment.height !== undefined && payment.height < height)
          draft.putPayment(payment)
      return { blockIds: new BlockIds(), restoreHeight: height, restoreDate: restoreDateOf(from), immutableHeight: 0 }
    })
    state.pool.clear()
  })
}

/**
 * Forgets what only this wallet knew: notes, labels, address book, tags, outputs it was told of, and of mined payments whom they paid
 * and with which keys.
 * Accounts and addresses that were given out stay, and so does what keeps money where its owner wants it: frozen outputs.
 */
export const forgetOwnRecords = async ({ state }: Pick<SyncedWallet, 'state'>): Promise<void> => {
  const forgotten: TransactionKeys[] = []
  await state.update('strict', (draft) => {
    for (const payment of state.ledger.payments.values()) {
      if (payment.state !== 'confirmed') continue
      if (payment.keys !== undefined) forgotten.push(payment.keys)
      draft.putPayment({ ...payment, destinations: [], keys: undefined })
    }
    return {
      labels: state.labels.map((labels) => labels.map(() => '')),
      notes: [...state.notes.keys()].map((txid) => ({ txid, text: '' })),
      addressBook: [],
      imported: [],
      tags: NO_TAGS,
    }
  })
  for (const { main, additional } of forgotten) wipe(main, ...additional)
}

/**
 * The height of the oldest output that only the node holds spent, or only the state. What waits for a block is judged by the sync.
 * Throws NodeError.
 */
const firstDisagreement = async ({ state, sync }: SyncedWallet): Promise<number | undefined> => {
  const judged = [...state.ledger.outputs.values()].flatMap(({ keyImage, spent, height }) => {
    const waits = spent !== undefined && spent.height === undefined
    return keyImage === undefined || waits ? [] : [{ keyImage, isSpent: spent !== undefined, height }]
  })
  // Whether there is a node is asked all the same.
  if (judged.length === 0) await sync.node.info()
  const statuses = await sync.node.keyImageStatus(judged.map(({ keyImage }) => keyImage))
  const heights = judged.flatMap(({ isSpent, height }, i) => ((statuses[i] === 'in chain') === isSpent ? [] : [height]))
  return heights.length === 0 ? undefined : heights.reduce((lowest, height) => Math.min(lowest, height))
}

/**
 * Asks the node which outputs are spent, and looks again where it says otherwise than the state: in new blocks, then from the oldest
 * of those outputs on, as key images may have become known after their blocks were scanned. Throws NodeError.
 */
export const rescanSpent = async (wallet: SyncedWallet): Promise<void> => {
  if ((await firstDisagreement(wallet)) === undefined) return
  await wallet.sync.refresh()
  const height = await firstDisagreement(wallet)
  if (height === undefined) return
  await scanAgain(wallet, { from: 'height', height })
  await wallet.sync.refresh()
}
