// The start of a stored wallet: with a scanner, its node and the settings in force.

import { networkById } from '../../coin/networks/networks.ts'
import { loadPointKernel } from '../../crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../crypto/hash/keccak.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { Wallet } from '../../wallet/open/wallet.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import { accessRecords, type StoredWallet } from '../vault/walletVault.ts'
import { sharedKeysHash } from './lookAheadChange.ts'
import type { OpenWallet } from './openWallet.ts'
import { sharedVaultHash } from './passwordChange.ts'

/** Starts a wallet. `changed` is called after each of its changes. On failure the caller still owns its keys and its store. */
export const startWallet = async (
  host: EngineEnvironment,
  { summary, store, settings, keyring, state, backup }: StoredWallet,
  node: NodeClient,
  changed: () => void,
): Promise<OpenWallet> => {
  // Scanner workers start while the kernels are compiled.
  const [scanner] = await Promise.all([host.createScanner(), loadPointKernel(), prepareKeccak()])
  const keysHash = await sharedKeysHash(host, store)
  const vaultHash = await sharedVaultHash(host, summary.id)
  const inForce = { ...settings, ...host.settings }
  const wallet = await Wallet.open({
    host,
    network: networkById(summary.networkId),
    keys: keyring.keys,
    ...{ language: keyring.language, lookAhead: keyring.lookAhead, priorities: keyring.priorities },
    state,
    scanner,
    node,
    rules: inForce,
    changed,
  })
  await host.retaining?.retain(accessRecords(summary.id))
  return { wallet, store, summary, settings: inForce, backup, keysHash, vaultHash }
}
