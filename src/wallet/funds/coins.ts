// The unspent outputs of a wallet, as the user sees and chooses them.

import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import { isFree, type Moment } from '../state/balance.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { WalletState } from '../state/walletState.ts'
import type { CoinOrder, CoinPage, CoinQuery, CoinView } from './fundsViews.ts'
import { lockOf } from './waitingCoins.ts'

/** What lists of coins read of their wallet. */
export type CoinSource = {
  readonly network: Network
  readonly state: Pick<WalletState, 'shownOutputs' | 'shownOutput' | 'revision' | 'height' | 'labels'>
  readonly moment: Moment
}

const kindOf = ({ coinbase, change, stake }: OwnedOutput): CoinView['kind'] => {
  if (coinbase) return 'mined'
  if (stake) return 'stake'
  return change ? 'change' : 'received'
}

const labelOf = ({ state }: CoinSource, { subaddress }: OwnedOutput): string =>
  state.labels[subaddress.major]?.[subaddress.minor] ?? ''

const coinView = (wallet: CoinSource, output: OwnedOutput, moment: Moment): CoinView => {
  const { network } = wallet
  const { key, keyImage, txid, amount, subaddress, height, timestamp, frozen } = output
  const isUnlocked = isFree(network, output, moment)
  return {
    id: toHex(key),
    keyImage: keyImage === undefined ? '' : toHex(keyImage),
    txid: toHex(txid),
    amount,
    account: subaddress.major,
    subaddress: subaddress.minor,
    label: labelOf(wallet, output),
    kind: kindOf(output),
    ...{ height, timestamp, frozen, isUnlocked },
    blocks: isUnlocked ? 0 : lockOf(network, output, moment).blocks,
  }
}

const ORDERS: { readonly [order in CoinOrder]: (a: OwnedOutput, b: OwnedOutput) => number } = {
  largest: (a, b) => (a.amount === b.amount ? a.height - b.height : a.amount > b.amount ? -1 : 1),
  oldest: (a, b) => a.height - b.height,
  newest: (a, b) => b.height - a.height,
}

const unspentOf = ({ state }: CoinSource, account: number): OwnedOutput[] =>
  state.shownOutputs().filter(({ spent, subaddress }) => spent === undefined && subaddress.major === account)

const isFound = (wallet: CoinSource, output: OwnedOutput, words: string): boolean =>
  `${labelOf(wallet, output)} ${toHex(output.txid)}`.toLowerCase().includes(words)

/** Coins in the order of a query, at a state of the wallet. */
type Listed = { readonly key: string; readonly all: readonly OwnedOutput[]; readonly found: readonly OwnedOutput[] }

/** The unspent coins of a wallet: sorted once per query and change of the wallet, and given out in parts. */
export class CoinLists {
  readonly #wallet: CoinSource
  #listed: Listed | undefined

  constructor(wallet: CoinSource) {
    this.#wallet = wallet
  }

  #list({ account, order, search }: CoinQuery): Listed {
    const { revision, height } = this.#wallet.state
    const words = search.trim().toLowerCase()
    // Before the first block the imported outputs are shown.
    const key = JSON.stringify([revision, height === 0, account, order, words])
    if (this.#listed?.key !== key) {
      const all = unspentOf(this.#wallet, account).sort(ORDERS[order])
      const found = words === '' ? all : all.filter((output) => isFound(this.#wallet, output, words))
      this.#listed = { key, all, found }
    }
    return this.#listed
  }

  /** Returns coins of a query, from the position `offset` on. */
  page(query: CoinQuery, { offset, limit }: { readonly offset: number; readonly limit: number }): CoinPage {
    const { all, found } = this.#list(query)
    const { moment } = this.#wallet
    return {
      coins: found.slice(offset, offset + limit).map((output) => coinView(this.#wallet, output, moment)),
      coinCount: found.length,
      allCount: all.length,
    }
  }
}

/** Returns those of the wallet's coins with some ids that are unspent, in the order of the ids. */
export const coinsWithIds = (wallet: CoinSource, ids: readonly string[]): CoinView[] => {
  const { moment, state } = wallet
  return ids.flatMap((id) => {
    const output = state.shownOutput(id)
    return output === undefined || output.spent !== undefined ? [] : [coinView(wallet, output, moment)]
  })
}
