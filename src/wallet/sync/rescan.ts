// Scanning again: from where the wallet began, or from where a node and the wallet disagree on what is spent.

import { wipe } from '../../bytes/bytes.ts'
import { NO_TAGS } from '../accounts/accountTags.ts'
import type { RestoreFrom } from '../engine/engineApi.ts'
import { restoreDateOf, restoreHeightOf } from '../engine/restoreHeight.ts'
import type { Wallet } from '../engine/wallet.ts'
import { Trail } from '../state/blockIds.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'

/** Where the wallet began to look. */
export const beginningOf = ({ book }: Wallet): RestoreFrom =>
  book.restoreDate > 0 ? { from: 'date', timestamp: book.restoreDate } : { from: 'height', height: book.restoreHeight }

/**
 * Forgets what was scanned from some height on; it is scanned again by the sync.
 * @param learn notes what is the reason for it, together with the forgetting
 */
export const scanAgain = (
  { network, book, sync }: Wallet,
  from: RestoreFrom,
  learn: (draft: LedgerDraft) => void,
): Promise<void> => {
  const height = restoreHeightOf(network, from)
  return sync.pause(async ({ receiver }) => {
    await book.update('strict', (draft) => {
      const keeps = height > book.trail.base && height < book.height && height >= book.restoreHeight
      draft.rollback(keeps ? height : 0, receiver.keyImageOrigin)
      learn(draft)
      if (keeps) {
        const trail = book.trail.copy()
        trail.cut(height)
        return { trail, immutableHeight: Math.min(book.immutableHeight, trail.height - 1) }
      }
      // What was paid before the new beginning is not found again, and stays paid.
      for (const payment of book.ledger.payments.values())
        if (payment.blob.length > 0 && payment.height !== undefined && payment.height < height)
          draft.putPayment(payment)
      return { trail: new Trail(), restoreHeight: height, restoreDate: restoreDateOf(from), immutableHeight: 0 }
    })
    book.pool.clear()
  })
}

/**
 * Forgets what only this wallet knew: notes, labels, address book, tags, outputs it was told of, and of mined payments whom they paid
 * and with which keys.
 * Accounts and addresses that were given out stay, and so does what keeps money where its owner wants it: frozen outputs.
 */
export const forgetOwnRecords = async ({ book }: Wallet): Promise<void> => {
  const forgotten: TransactionKeys[] = []
  await book.update('strict', (draft) => {
    for (const payment of book.ledger.payments.values()) {
      if (payment.state !== 'confirmed') continue
      if (payment.keys !== undefined) forgotten.push(payment.keys)
      draft.putPayment({ ...payment, destinations: [], keys: undefined })
    }
    return {
      labels: book.labels.map((labels) => labels.map(() => '')),
      notes: [...book.notes.keys()].map((txid) => ({ txid, text: '' })),
      addressBook: [],
      imported: [],
      tags: NO_TAGS,
    }
  })
  for (const { main, additional } of forgotten) wipe(main, ...additional)
}

/**
 * The height of the oldest output that only the node holds spent, or only the book. What waits for a block is judged by the sync.
 * Throws NodeError.
 */
const firstDisagreement = async ({ book, sync }: Wallet): Promise<number | undefined> => {
  const judged = [...book.ledger.outputs.values()].flatMap(({ keyImage, spent, height }) => {
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
 * Asks the node which outputs are spent, and looks again where it says otherwise than the book: in new blocks, then from the oldest
 * of those outputs on, as key images may have become known after their blocks were scanned. Throws NodeError.
 */
export const rescanSpent = async (wallet: Wallet): Promise<void> => {
  if ((await firstDisagreement(wallet)) === undefined) return
  await wallet.sync.refresh()
  const height = await firstDisagreement(wallet)
  if (height === undefined) return
  await wallet.rescan({ from: 'height', height })
  await wallet.sync.refresh()
}
