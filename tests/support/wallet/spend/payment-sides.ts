// Payer and payee of payments on the recorded chains, one pair per family.
import { fromHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt, toIntegratedAddress } from '../../../../src/coin/addresses/address.ts'
import type { FeeEstimate } from '../../../../src/coin/networks/fees.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { createRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import type { SpendContext } from '../../../../src/wallet/spend/paymentContext.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import { vector } from '../../data/vectors.ts'
import { seededRandom } from '../../random.ts'
import { moneroBenchChain, smallChain } from '../recorded-chains.ts'
import { keysOf, ownedOutputs, type SpendChain, spendChain } from './spend-chain.ts'

type Keys = ReturnType<typeof keysOf>

const readKeys = ({ spend_key, view_key }: { spend_key: string; view_key: string }): Keys =>
  keysOf(fromHex(spend_key, 32), fromHex(view_key, 32))

export type Side = {
  readonly network: Network
  readonly chain: SpendChain
  readonly payer: Keys
  readonly payee: Keys
  readonly outputs: readonly OutputFields[]
  readonly estimate: FeeEstimate
  readonly coin: bigint
}

export const OXEN_ESTIMATE = { perByte: 122n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
export const MONERO_ESTIMATE = {
  perByte: 1_200_000n,
  perOutput: 0n,
  perByteLevels: [1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n],
  quantizationMask: 10_000n,
}

export const oxenSide = (): Side => {
  const { wallets } = vector('oxen/chain-small/wallets.json')
  const chain = spendChain(oxenRegtest, smallChain(), OXEN_ESTIMATE)
  const payer = readKeys(wallets.B.keys)
  return {
    network: oxenRegtest,
    chain,
    payer,
    payee: readKeys(wallets.C.keys),
    outputs: ownedOutputs(oxenRegtest, chain, payer),
    estimate: OXEN_ESTIMATE,
    coin: 10n ** 9n,
  }
}

const moneroSide = (): Side => {
  const { wallets } = vector('monero/bench-chain/wallets.json')
  const chain = spendChain(moneroRegtest, moneroBenchChain().slice(0, 300), MONERO_ESTIMATE)
  const payer = readKeys(wallets.A)
  return {
    network: moneroRegtest,
    chain,
    payer,
    payee: readKeys(wallets.B),
    outputs: ownedOutputs(moneroRegtest, chain, payer, 2, 4),
    estimate: MONERO_ESTIMATE,
    coin: 10n ** 12n,
  }
}

export const contextOf = ({ network, chain, payer, outputs }: Side, seed: number): SpendContext => ({
  network,
  keys: payer,
  outputs,
  height: chain.height,
  now: 1_800_000_000,
  node: chain.node,
  random: seededRandom(seed),
  rings: createRingMemory(),
  stakeLocks: NO_STAKE_LOCKS,
})

export const SOURCE = { account: 0, subaddresses: [], priority: 1, unlockTime: 0n }

export const address = ({ network, payee }: Side, major: number, minor: number): string =>
  formatAddress(network, subaddressAt(payee, major, minor))

export const PAYMENT_ID = fromHex('420fa29b2d9a49f5')
export const integratedAddress = ({ network, payee }: Side): string =>
  formatAddress(network, toIntegratedAddress(subaddressAt(payee, 0, 0), PAYMENT_ID))

/** Returns the outputs that a wallet finds in a transaction. */
export const received = (network: Network, blob: Uint8Array, keys: Keys): readonly OwnedOutput[] => {
  const transaction = parseTransaction(network, blob)
  const indices = transaction.outputs.map((_, i) => i)
  const placed = [{ transaction, txid: new Uint8Array(32), height: 1, timestamp: 1, coinbase: false, indices }]
  return ownedOutputs(network, { placed }, keys)
}

export const sum = (items: readonly { readonly amount: bigint }[]): bigint =>
  items.reduce((total, { amount }) => total + amount, 0n)

export const families: readonly (readonly [name: string, make: () => Side])[] = [
  ['oxen', oxenSide],
  ['monero', moneroSide],
]
