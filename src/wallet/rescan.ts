// Scanning again: from where the wallet began, or from where a node knows of a spend that the wallet has not seen.

import { wipe } from '../bytes/bytes.ts'
import type { RestoreFrom } from './api.ts'
import type { OwnedOutput, TransactionKeys } from './ledger.ts'
import { NO_TAGS } from './tags.ts'
import type { Wallet } from './wallet.ts'

/** Where the wallet began to look. */
export const beginningOf = ({ book }: Wallet): RestoreFrom =>
  book.restoreDate > 0 ? { from: 'date', timestamp: book.restoreDate } : { from: 'height', height: book.restoreHeight }

/**
 * Forgets what only this wallet knew: labels, address book, tags, and of mined payments whom they paid and with which keys. Notes
 * stay, and so do accounts and addresses that were given out.
 */
export const forgetOwnRecords = async ({ book }: Wallet): Promise<void> => {
  const forgotten: TransactionKeys[] = []
  await book.update('strict', (draft) => {
    for (const payment of book.ledger.payments.values()) {
      if (payment.state !== 'confirmed') continue
      if (payment.keys !== undefined) forgotten.push(payment.keys)
      draft.putPayment({ ...payment, destinations: [], keys: undefined })
    }
    return { labels: book.labels.map((labels) => labels.map(() => '')), addressBook: [], tags: NO_TAGS }
  })
  for (const { main, additional } of forgotten) wipe(main, ...additional)
}

/** Outputs that the book holds unspent and a node spent. Throws NodeError. */
const spentUnseen = async ({ book, sync }: Wallet): Promise<OwnedOutput[]> => {
  const unspent = [...book.ledger.outputs.values()].flatMap((output) =>
    output.keyImage === undefined || output.spent !== undefined ? [] : [{ output, keyImage: output.keyImage }],
  )
  if (unspent.length === 0) {
    // Whether there is a node is asked all the same.
    await sync.node.info()
    return []
  }
  const statuses = await sync.node.keyImageStatus(unspent.map(({ keyImage }) => keyImage))
  return unspent.flatMap(({ output }, i) => (statuses[i] === 'in chain' ? [output] : []))
}

/**
 * Asks the node which outputs are spent. Spends that it knows of and the wallet does not are looked for: in new blocks, then from the
 * oldest of those outputs on, as their key images may have become known after their blocks were scanned. Throws NodeError.
 */
export const rescanSpent = async (wallet: Wallet): Promise<void> => {
  if ((await spentUnseen(wallet)).length === 0) return
  await wallet.sync.refresh()
  const unseen = await spentUnseen(wallet)
  if (unseen.length === 0) return
  await wallet.rescan({ from: 'height', height: Math.min(...unseen.map(({ height }) => height)) })
  await wallet.sync.refresh()
}
