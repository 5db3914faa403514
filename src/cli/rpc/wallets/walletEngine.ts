// The engine of a wallet of the wallet RPC, with what this host gives it.

import { scheduleTimer } from '../../../async/time.ts'
import { systemRandom } from '../../../crypto/random/random.ts'
import type { NodeClient } from '../../../daemon/nodeClient.ts'
import { createEngine, type Engine } from '../../../engine/engine.ts'
import { DEFAULT_MAX_FEE_RATIO } from '../../../wallet/spend/feeBounds.ts'
import { DEFAULT_MAX_REORG_DEPTH } from '../../../wallet/sync/reorganisation.ts'
import { connectLogged, type NodeConnection } from '../connections/nodeConnection.ts'
import { stackOf } from '../log/log.ts'
import { createThreadedScanner } from '../threads/threadedScanner.ts'
import { subscribeToTransactions } from './transactionNotify.ts'
import type { WalletFilesOptions } from './walletFilesOptions.ts'
import type { NewStore, WalletPlace } from './walletPlaces.ts'

/** Returns a client of a node. */
export const clientOf = (
  { connect, log }: Pick<WalletFilesOptions, 'connect' | 'log'>,
  connection: NodeConnection,
): NodeClient => (connect === undefined ? connectLogged(connection, log) : connect(connection))

/** What the engine asks its host for while it runs. */
type EngineHostState = {
  readonly connectionOf: (engine: Engine) => NodeConnection
  readonly pollInterval: () => number | undefined
}

/** Creates the engine of a wallet in a store. */
export const createWalletEngine = async (
  options: WalletFilesOptions,
  { store, shared }: Pick<NewStore, 'store' | 'shared'>,
  place: WalletPlace | undefined,
  { connectionOf, pollInterval }: EngineHostState,
): Promise<Engine> => {
  const { maxFeeRatio = DEFAULT_MAX_FEE_RATIO, maxReorgDepth = DEFAULT_MAX_REORG_DEPTH } = options
  const { onTransaction, olderTransferSets = false } = options
  const engine: Engine = createEngine({
    store,
    // A service has no user who could unlock the wallet.
    settings: { lockMinutes: 0, rpcEnabled: true, maxFeeRatio, maxReorgDepth, olderTransferSets },
    ...(shared === undefined ? {} : { follows: () => !shared.hasAcceptedLead }),
    createNode: () => clientOf(options, connectionOf(engine)),
    createScanner: options.createScanner ?? createThreadedScanner,
    clock: () => Date.now(),
    monotonic: () => performance.now(),
    schedule: options.schedule ?? scheduleTimer,
    random: systemRandom,
    pollInterval,
    compact: () => options.compact,
    report: (error) => options.log.write('ERROR', 'wallet', stackOf(error)),
    ...(place?.nonceTokens === undefined ? {} : { nonceTokens: place.nonceTokens }),
  })
  // Before the wallet opens, which begins to scan at once.
  if (onTransaction !== undefined)
    await subscribeToTransactions(engine, (txid) => {
      if (shared === undefined || shared.leads) onTransaction(txid)
    })
  return engine
}
