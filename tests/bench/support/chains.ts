// The wallets that benches sync on the recorded chains: owners of outputs, and wallets that own none. A sync that ends with another
// balance than the recorded one is an error.

import { isJsonObject, type JsonValue, parseJson } from '../../../src/jsonrpc/json.ts'
import { vector, vectorText } from '../../support/data/vectors.ts'

export type SyncedWallet = {
  readonly networkId: string
  readonly words: string
  /** height from which Faba scans; omitted for the whole chain */
  readonly restoreHeight?: number
  /** of all accounts, in atomic units */
  readonly balance: bigint
}

/** All outputs of the chains. */
export const MONERO_OUTPUTS = 13_527
export const OXEN_OUTPUTS = 6875 + 2158

const field = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined

/** Returns the recorded balance of all accounts. */
const moneroBalance = (name: string): bigint => {
  const file = parseJson(vectorText('monero/bench-chain/wallets.json'))
  const accounts = field(field(field(file, 'wallets'), name), 'accounts')
  if (!Array.isArray(accounts)) throw new TypeError(`no accounts of wallet ${name} are recorded`)
  return accounts.reduce((sum: bigint, account) => sum + BigInt(String(field(account, 'balance'))), 0n)
}

/** Returns the wallets by their names in the report. */
export const syncedWallets = () => {
  const { owner, stranger, state } = vector('oxen/bench-chain/owner.json')
  const { A } = vector('monero/bench-chain/wallets.json').wallets
  return {
    nothing: { networkId: 'monero-regtest', words: owner.mnemonic, balance: 0n },
    wallet_a: { networkId: 'monero-regtest', words: A.mnemonic, balance: moneroBalance('A') },
    oxen_nothing: { networkId: 'oxen-regtest', words: stranger.mnemonic, balance: 0n },
    oxen_owner: {
      networkId: 'oxen-regtest',
      words: owner.mnemonic,
      balance: BigInt(state.get_balance.result.balance),
    },
  } as const satisfies Readonly<Record<string, SyncedWallet>>
}
