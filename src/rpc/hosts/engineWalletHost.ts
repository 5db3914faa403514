// What a page's engine can do for the wallet RPC: its wallets are called by their names. New ones follow the node of the open one.

import type { Network } from '../../coin/networks/network.ts'
import type { Engine } from '../../wallet/engine/engine.ts'
import type { NewWallet } from '../../wallet/engine/engineApi.ts'
import { NoWalletError } from '../../wallet/engine/walletManager.ts'
import { POLL_INTERVAL } from '../../wallet/sync/synchronizer.ts'
import {
  type DaemonChoice,
  DaemonChoiceError,
  type NewWalletFile,
  UnsupportedByHostError,
  WalletFileMissingError,
  type WalletHost,
  type WalletRpcContext,
} from '../walletRpcContext.ts'
import { nodeUrlOf } from './nodeAddress.ts'

const networkOf = (engine: Engine): Network => {
  if (engine.wallet === undefined) throw new NoWalletError()
  return engine.wallet.network
}

const newWallet = async (engine: Engine, { filename, password }: NewWalletFile): Promise<NewWallet> => ({
  name: filename,
  password,
  networkId: networkOf(engine).id,
  nodes: (await engine.settings()).nodes,
})

const cannot = (what: string): DaemonChoiceError => new DaemonChoiceError(`a browser ${what}`)

const setNode = async (engine: Engine, choice: DaemonChoice): Promise<void> => {
  if (choice.proxy !== '') throw cannot('uses the proxy of its own settings')
  if (choice.privateKeyPath !== '' || choice.certificatePath !== '' || choice.caFile !== '')
    throw cannot('has certificates of its own, and reads none from files')
  if (choice.login !== undefined) throw cannot('keeps no login of a node')
  if (choice.allowAnyCertificate) throw cannot('always checks certificates')
  if (choice.address.trim() === '') return
  await engine.changeSettings({ nodes: { urls: [nodeUrlOf(choice.address, networkOf(engine))] } })
}

/** The host of wallets that an engine with one store is. */
export const engineWalletHost = (engine: Engine): WalletHost => {
  const allowed = async (work: Promise<void>): Promise<void> => {
    await work
    // Whoever made or opened it by RPC may go on.
    await engine.changeSettings({ rpcEnabled: true })
  }
  return {
    get network() {
      return networkOf(engine)
    },
    hasFolder: true,
    trustsNode: false,
    miningThreads: 1,
    exists: async (filename) => engine.wallets.some(({ name }) => name === filename.trim()),
    create: async (file, language) => {
      const wallet = await newWallet(engine, file)
      await engine.draftSeed(language)
      await allowed(engine.createWallet(wallet, []))
    },
    restoreFromWords: async (file, seed, height) =>
      await allowed(engine.restoreFromWords(await newWallet(engine, file), seed, { from: 'height', height })),
    restoreFromKeys: async (file, keys, height) =>
      await allowed(engine.restoreFromKeys(await newWallet(engine, file), keys, { from: 'height', height })),
    open: async ({ filename, password }) => {
      const found = engine.wallets.find(({ name }) => name === filename.trim())
      await engine.closeWallet()
      if (found === undefined) throw new WalletFileMissingError(`there is no wallet "${filename}"`)
      // Its own settings say whether pages may call it.
      await engine.openWallet(found.id, password)
    },
    close: () => engine.closeWallet(),
    changePassword: (oldPassword, newPassword) => engine.changePassword(oldPassword, newPassword),
    setNode: (choice) => setNode(engine, choice),
    startMining: async () => {
      throw new UnsupportedByHostError('a page does not have nodes mine')
    },
    stopMining: async () => {
      throw new UnsupportedByHostError('a page does not have nodes mine')
    },
    autoRefresh: (enable, period) =>
      engine.wallet?.sync.pollEvery(enable ? (period === 0 ? POLL_INTERVAL : period * 1000) : undefined),
    setLogLevel: () => undefined,
    setLogCategories: (categories) => categories,
    stop: () => {
      throw new UnsupportedByHostError(
        'a page has no service to end: close the wallet, or switch its RPC off in the settings',
      )
    },
  }
}

/** What the wallet RPC of a page works on. */
export const walletRpcContextOf = (engine: Engine): WalletRpcContext => ({
  get wallet() {
    return engine.wallet
  },
  get rpcEnabled() {
    return engine.rpcEnabled
  },
  host: engineWalletHost(engine),
  requestApproval: (method, action, signal) => engine.approvals.request(method, action, signal),
})
