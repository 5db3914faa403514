// The outputs of a wallet, as the user sees and chooses them.

import { toHex } from '../../bytes/hex.ts'
import { formatShortAmount, sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { transferId } from '../history/transferView.ts'
import { isFree, type Moment } from '../state/balance.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { isSpent } from '../state/packedOutput.ts'
import type { WalletState } from '../state/walletState.ts'
import { sortCoins } from './coinOrder.ts'
import type { CoinDetails, CoinPage, CoinQuery, CoinShow, CoinState, CoinView } from './fundsViews.ts'
import { lockOf } from './waitingCoins.ts'

/** What lists of coins read of their wallet. */
export type CoinSource = {
  readonly network: Network
  readonly state: Pick<
    WalletState,
    'shownOutputs' | 'shownOutput' | 'revision' | 'height' | 'labels' | 'notes' | 'coinLabels' | 'ledger'
  >
  readonly moment: Moment
}

const kindOf = ({ coinbase, change, stake }: OwnedOutput): CoinView['kind'] => {
  if (coinbase) return 'mined'
  if (stake) return 'stake'
  return change ? 'change' : 'received'
}

const stateOf = (network: Network, output: OwnedOutput, moment: Moment): CoinState => {
  if (isSpent(output)) return 'spent'
  if (output.frozen) return 'frozen'
  return isFree(network, output, moment) ? 'available' : 'waiting'
}

const nameOf = ({ state }: CoinSource, { key }: OwnedOutput): string => state.coinLabels.get(toHex(key)) ?? ''

const labelOf = ({ state }: CoinSource, { subaddress }: OwnedOutput): string =>
  state.labels[subaddress.major]?.[subaddress.minor] ?? ''

const noteOf = ({ state }: CoinSource, { txid }: OwnedOutput): string => state.notes.get(toHex(txid)) ?? ''

/** Returns the id of a payment that this wallet made; empty if the history does not have it. */
const paymentMade = ({ state }: CoinSource, txid: string, account: number): string =>
  state.ledger.payments.has(txid) ? transferId({ direction: 'out', account }, txid) : ''

const originOf = (wallet: CoinSource, output: OwnedOutput): Pick<CoinView, 'payment' | 'note' | 'paidTo'> => {
  const { change, subaddress } = output
  const txid = toHex(output.txid)
  const note = noteOf(wallet, output)
  if (!change) return { payment: transferId({ direction: 'in', account: subaddress.major }, txid), note, paidTo: [] }
  const destinations = wallet.state.ledger.payments.get(txid)?.destinations ?? []
  return {
    payment: paymentMade(wallet, txid, subaddress.major),
    note,
    paidTo: destinations.map(({ address }) => address),
  }
}

const coinView = (wallet: CoinSource, output: OwnedOutput, moment: Moment): CoinView => {
  const { network } = wallet
  const { key, keyImage, txid, amount, subaddress, height, timestamp, spent } = output
  const isUnlocked = isFree(network, output, moment)
  return {
    id: toHex(key),
    keyImage: keyImage === undefined ? '' : toHex(keyImage),
    txid: toHex(txid),
    amount,
    account: subaddress.major,
    subaddress: subaddress.minor,
    label: labelOf(wallet, output),
    name: nameOf(wallet, output),
    kind: kindOf(output),
    ...originOf(wallet, output),
    spentBy: spent === undefined ? '' : paymentMade(wallet, toHex(spent.txid), subaddress.major),
    ...{ height, timestamp, isUnlocked },
    state: stateOf(network, output, moment),
    blocks: isUnlocked ? 0 : lockOf(network, output, moment).blocks,
  }
}

/** Returns the test of a search. */
const searchTest = (wallet: CoinSource, search: string): ((output: OwnedOutput) => boolean) => {
  const words = search.trim().toLowerCase()
  if (words === '') return () => true
  const { decimals } = wallet.network
  const amount = words.replace(',', '.')
  return (output) => {
    const { keyImage } = output
    const texts = [
      ...[nameOf(wallet, output), labelOf(wallet, output), noteOf(wallet, output)],
      ...[toHex(output.txid), keyImage ? toHex(keyImage) : ''],
    ]
    return (
      texts.join(' ').toLowerCase().includes(words) || formatShortAmount(output.amount, decimals).startsWith(amount)
    )
  }
}

/** Returns a number by which the states of coins are ordered: locks that no height ends are the longest ones. */
const stateRank = (network: Network, output: OwnedOutput, moment: Moment): number => {
  const state = stateOf(network, output, moment)
  if (state === 'available') return 0
  if (state === 'waiting') return lockOf(network, output, moment).blocks || Number.MAX_SAFE_INTEGER
  return Number.POSITIVE_INFINITY
}

/** Coins in the order of a query, at a state of the wallet. */
type Listed = {
  readonly key: string
  readonly found: readonly OwnedOutput[]
  readonly sum: bigint
  readonly counts: CoinPage['counts']
}

/** The coins of a wallet: sorted once per query and change of the wallet, and given out in parts. */
export class CoinLists {
  readonly #wallet: CoinSource
  #listed: Listed | undefined

  constructor(wallet: CoinSource) {
    this.#wallet = wallet
  }

  #list(query: CoinQuery, moment: Moment): Listed {
    const { revision, height } = this.#wallet.state
    // Before the first block the imported outputs are shown. Locks end with blocks, and by the clock.
    const key = JSON.stringify([revision, height, Math.floor(moment.now / 60), query])
    if (this.#listed?.key !== key) this.#listed = { key, ...this.#find(query, moment) }
    return this.#listed
  }

  #find({ account, show, order, search }: CoinQuery, moment: Moment): Omit<Listed, 'key'> {
    const wallet = this.#wallet
    const counts: Record<CoinShow, number> = { all: 0, available: 0, waiting: 0, frozen: 0, spent: 0 }
    const isFound = searchTest(wallet, search)
    const found: OwnedOutput[] = []
    for (const output of wallet.state.shownOutputs()) {
      if (output.subaddress.major !== account) continue
      const state = stateOf(wallet.network, output, moment)
      counts[state] += 1
      if (state !== 'spent') counts.all += 1
      const isShown = show === 'all' ? state !== 'spent' : state === show
      if (isShown && isFound(output)) found.push(output)
    }
    const sorted = sortCoins(found, order, {
      nameOf: (output) => nameOf(wallet, output) || noteOf(wallet, output),
      labelOf: (output) => labelOf(wallet, output),
      stateRank: (output) => stateRank(wallet.network, output, moment),
    })
    return { found: sorted, sum: sumAmounts(sorted), counts }
  }

  /** Returns coins of a query, from the position `offset` on. */
  page(query: CoinQuery, { offset, limit }: { readonly offset: number; readonly limit: number }): CoinPage {
    const { moment } = this.#wallet
    const { found, sum, counts } = this.#list(query, moment)
    return {
      coins: found.slice(offset, offset + limit).map((output) => coinView(this.#wallet, output, moment)),
      coinCount: found.length,
      sum,
      counts,
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

/** Returns all that is known of the coin with an id, spent or not; undefined if the wallet has none. */
export const coinDetails = (
  wallet: CoinSource & { addressText(index: SubaddressIndex): string },
  id: string,
): CoinDetails | undefined => {
  const output = wallet.state.shownOutput(id)
  if (output === undefined) return undefined
  const { subaddress, globalIndex } = output
  return { ...coinView(wallet, output, wallet.moment), address: wallet.addressText(subaddress), globalIndex }
}
