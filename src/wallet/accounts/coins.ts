// The unspent outputs of a wallet, as the user sees and chooses them.

import { toHex } from '../../bytes/hex.ts'
import type { CoinView } from '../engine/engineViews.ts'
import type { Wallet } from '../engine/wallet.ts'
import { isFree, type Moment } from '../state/balance.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { lockOf } from '../state/waitingCoins.ts'

const kindOf = ({ coinbase, change, stake }: OwnedOutput): CoinView['kind'] => {
  if (coinbase) return 'mined'
  if (stake) return 'stake'
  return change ? 'change' : 'received'
}

const coinView = ({ network, state }: Wallet, output: OwnedOutput, moment: Moment): CoinView => {
  const { key, keyImage, txid, amount, subaddress, height, timestamp, frozen } = output
  const isUnlocked = isFree(network, output, moment)
  return {
    id: toHex(key),
    keyImage: keyImage === undefined ? '' : toHex(keyImage),
    txid: toHex(txid),
    amount,
    account: subaddress.major,
    subaddress: subaddress.minor,
    label: state.labels[subaddress.major]?.[subaddress.minor] ?? '',
    kind: kindOf(output),
    ...{ height, timestamp, frozen, isUnlocked },
    blocks: isUnlocked ? 0 : lockOf(network, output, moment).blocks,
  }
}

/** Returns the unspent coins of an account, largest first. */
export const coinsOf = (wallet: Wallet, account: number): CoinView[] => {
  const { moment } = wallet
  return wallet.state
    .shownOutputs()
    .filter(({ spent, subaddress }) => spent === undefined && subaddress.major === account)
    .map((output) => coinView(wallet, output, moment))
    .sort((a, b) => (a.amount === b.amount ? a.height - b.height : a.amount > b.amount ? -1 : 1))
}

/** Returns those of the wallet's coins with some ids that are unspent, in the order of the ids. */
export const coinsWithIds = (wallet: Wallet, ids: readonly string[]): CoinView[] => {
  const { moment, state } = wallet
  return ids.flatMap((id) => {
    const output = state.shownOutput(id)
    return output === undefined || output.spent !== undefined ? [] : [coinView(wallet, output, moment)]
  })
}
