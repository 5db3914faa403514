// The coins of an open wallet in sums: balances by address, what waits to be spent, and what is on its way. Results are computed once for
// each state of the wallet.

import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { approvedOutputs, pooledOutputs } from '../history/history.ts'
import {
  type AddressBalance,
  addressBalances,
  type ComingAmount,
  type Moment,
  type Strictness,
} from '../state/balance.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { changedOutput } from '../state/packedOutput.ts'
import type { WalletState } from '../state/walletState.ts'
import { addCoinSums, coinSumsByAccount, NO_COIN_SUMS } from './coinSums.ts'
import { comingAmounts } from './comingAmounts.ts'
import type { CoinSums, WaitingCoins } from './fundsViews.ts'
import { waitingCoins } from './waitingCoins.ts'

/** A result with the state for which it was computed. */
type Computed<T> = { readonly at: string; readonly value: T }

/** What sums need of their wallet. */
export type FundsHost = {
  readonly network: Network
  readonly state: WalletState
  /** returns the present */
  readonly moment: () => Moment
  /** finds the address of a spend key; undefined if the key is not the wallet's */
  readonly indexOf: (spendKey: Uint8Array) => SubaddressIndex | undefined
}

/** Sums of the coins of one wallet. */
export class Funds {
  readonly #host: FundsHost
  readonly #balances = new Map<Strictness, Computed<readonly AddressBalance[]>>()
  #waiting: Computed<readonly WaitingCoins[]> | undefined
  #coinSums: Computed<ReadonlyMap<number, CoinSums>> | undefined

  constructor(host: FundsHost) {
    this.#host = host
  }

  /** Unlock times expire without a new block, so results are valid for 10 seconds at most. */
  #at({ now }: Moment): string {
    const { state } = this.#host
    return `${state.revision} ${state.height} ${Math.floor(now / 10)}`
  }

  /** Returns what counts in the balance although it is in no block yet. */
  coming(): readonly ComingAmount[] {
    const { network, state, indexOf } = this.#host
    return comingAmounts(network, state, indexOf)
  }

  /** Returns the balances of all addresses with a balance. */
  balances(strictness: Strictness): readonly AddressBalance[] {
    const { network, state } = this.#host
    const moment = this.#host.moment()
    const at = this.#at(moment)
    const known = this.#balances.get(strictness)
    if (known?.at === at) return known.value
    const value = addressBalances(
      network,
      this.coming(),
      state.shownOutputs(),
      moment,
      strictness,
      approvedOutputs(state),
    )
    this.#balances.set(strictness, { at, value })
    return value
  }

  /** Returns the coins that count in the balance but cannot be spent yet, soonest first. */
  waiting(): readonly WaitingCoins[] {
    const { network, state } = this.#host
    const moment = this.#host.moment()
    const at = this.#at(moment)
    if (this.#waiting?.at === at) return this.#waiting.value
    const approved: OwnedOutput[] = approvedOutputs(state).map((output) =>
      changedOutput(output, { height: moment.height }),
    )
    const value = waitingCoins(network, this.coming(), [...state.shownOutputs(), ...approved], moment)
    this.#waiting = { at, value }
    return value
  }

  /** Returns sums of the unspent coins of an account, or of all accounts. */
  coinSums(account: number | undefined): CoinSums {
    const { state } = this.#host
    const at = this.#at(this.#host.moment())
    if (this.#coinSums?.at !== at) this.#coinSums = { at, value: coinSumsByAccount(state.shownOutputs()) }
    const { value } = this.#coinSums
    if (account !== undefined) return value.get(account) ?? NO_COIN_SUMS
    return [...value.values()].reduce(addCoinSums, NO_COIN_SUMS)
  }

  /** Returns the sum of txpool payments that the balance does not count, in atomic units. */
  incoming(): bigint {
    const { network, state } = this.#host
    if (network.countsUnmined) return 0n
    return sumAmounts(pooledOutputs(state)) - sumAmounts(approvedOutputs(state))
  }
}
