// Refuses sets that spend coins which are spent already: a signer knows them from its own chain, a watch-only wallet asks its node with the
// key images of the signed set.

import { toHex } from '../../bytes/hex.ts'
import type { OutputKeyImage } from '../../coin/transfer-sets/transferSet.ts'
import { storeKeyImages, unrecordedSpends } from '../exchange/keyImageExchange.ts'
import type { Wallet } from '../open/wallet.ts'
import type { OwnedOutput, Payment } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { type CheckedTransfer, UnsafeTransferSetError } from './checkedTransfer.ts'
import type { SpentCoin } from './setViews.ts'

const spentCoin = ({ amount, timestamp, txid }: OwnedOutput): SpentCoin => ({ amount, timestamp, txid: toHex(txid) })

/** Returns the inputs of a transaction that this wallet has found spent. */
export const spentCoinsOf = (
  { state }: Pick<Wallet, 'state'>,
  { inputs }: Pick<CheckedTransfer, 'inputs'>,
): SpentCoin[] =>
  inputs.flatMap(({ key }) => {
    const output = state.ledger.countedWithKey(toHex(key))
    return output?.spent === undefined ? [] : [spentCoin(output)]
  })

/** @throws UnsafeTransferSetError if there are coins, which it names */
const refuseSpent = ({ network }: Pick<Wallet, 'network'>, coins: readonly SpentCoin[]): void => {
  if (coins.length === 0) return
  const { decimals, ticker } = network
  const spent = coins.map(({ amount, txid }) => `${amount} of ${txid}`).join(', ')
  throw new UnsafeTransferSetError('spent', `the set is refused: it spends outputs that are spent already (${spent})`, {
    ...{ coins, decimals, ticker },
  })
}

/** @throws UnsafeTransferSetError if this wallet has found an input of the transactions spent */
export const requireUnspent = (wallet: Wallet, transfers: readonly CheckedTransfer[]): void =>
  refuseSpent(
    wallet,
    transfers.flatMap((transfer) => spentCoinsOf(wallet, transfer)),
  )

/** A signed set that was compared with the wallet: its payments, and the key images of their inputs that the wallet did not know. */
type SignedContents = {
  readonly payments: readonly Pick<Payment, 'txid'>[]
  readonly keyImages: readonly OutputKeyImage[]
}

/**
 * Asks the node whether another transaction has spent an input of a signed set, which a watch-only wallet cannot see by itself. If so, the
 * key images are stored, which their ring signatures have proved, and the wallet finds these transactions.
 * @throws UnsafeTransferSetError if an input is spent, NodeError
 */
export const requireUnspentByNode = async (wallet: Wallet, { payments, keyImages }: SignedContents): Promise<void> => {
  const { state, sync } = wallet
  const inputs = keyImages.flatMap(({ key }) => state.ledger.countedWithKey(toHex(key)) ?? [])
  // A payment that was recorded is submitted again: the txpool may have it.
  const isNew = payments.every(({ txid }) => !state.ledger.payments.has(toHex(txid)))
  if (!isNew || inputs.length === 0 || inputs.length !== keyImages.length) return
  const statuses = await sync.node.keyImageStatus(keyImages.map(({ keyImage }) => keyImage))
  const spent = inputs.filter((_, i) => statuses[i] !== 'unspent')
  if (spent.length === 0) return
  const learn = (draft: LedgerDraft): undefined => {
    for (const { key, keyImage } of keyImages) draft.setKeyImage(key, keyImage)
  }
  await storeKeyImages(wallet, learn, unrecordedSpends(inputs, statuses))
  refuseSpent(wallet, spent.map(spentCoin))
}
