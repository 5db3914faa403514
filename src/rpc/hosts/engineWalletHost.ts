// The wallet host of a page's engine: wallets are addressed by name. A new wallet uses the nodes of the open one.

import type { Network } from '../../coin/networks/network.ts'
import type { NewWallet } from '../../engine/api/engineViews.ts'
import { NoWalletError } from '../../engine/api/walletErrors.ts'
import type { Engine } from '../../engine/engine.ts'
import { pollIntervalOf } from '../../wallet/sync/pollInterval.ts'
import {
  type DaemonChoice,
  DaemonChoiceError,
  type NewWalletFile,
  UnsupportedByHostError,
  WalletFileMissingError,
  type WalletHost,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'
import { parsePage } from './requestingPageText.ts'

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

const unsupported = (reason: string): DaemonChoiceError => new DaemonChoiceError(`in a browser ${reason}`)

const setNode = async (engine: Engine, choice: DaemonChoice): Promise<void> => {
  if (choice.proxy !== '') throw unsupported('the proxy is set in the settings of the browser')
  if (choice.privateKeyPath !== '' || choice.certificatePath !== '' || choice.caFile !== '')
    throw unsupported('certificates cannot be read from files')
  if (choice.login !== undefined) throw unsupported('a login for the node is not supported')
  if (choice.allowAnyCertificate || choice.fingerprints.length > 0)
    throw unsupported('the browser verifies certificates by its own authorities')
  const { url } = choice
  if (url === undefined) return
  await engine.changeSettings({ nodes: { urls: [url], choice: 'order', trusted: choice.trusted ? [url] : [] } })
}

/** Returns the wallet host of an engine. */
export const engineWalletHost = (engine: Engine): WalletHost => {
  /** A wallet created by RPC can be used by RPC. */
  const enableRpcAfter = async (creation: Promise<void>): Promise<void> => {
    await creation
    await engine.changeSettings({ rpcEnabled: true })
  }
  return {
    get network() {
      return engine.wallet?.network
    },
    hasFolder: true,
    trustsNode: false,
    miningThreads: 1,
    exists: async (filename) => engine.wallets.some(({ name }) => name === filename.trim()),
    create: async (file, language) => {
      const wallet = await newWallet(engine, file)
      await engine.draftSeed(language)
      await enableRpcAfter(engine.createWallet(wallet, []))
    },
    restoreFromWords: async (file, seed, height) =>
      await enableRpcAfter(engine.restoreFromWords(await newWallet(engine, file), seed, { from: 'height', height })),
    restoreFromKeys: async (file, keys, height) =>
      await enableRpcAfter(engine.restoreFromKeys(await newWallet(engine, file), keys, { from: 'height', height })),
    open: async ({ filename, password }) => {
      const found = engine.wallets.find(({ name }) => name === filename.trim())
      await engine.closeWallet()
      if (found === undefined) throw new WalletFileMissingError(`there is no wallet "${filename}"`)
      // The settings of this wallet decide whether pages may call it.
      await engine.openWallet(found.id, password)
    },
    close: () => engine.closeWallet(),
    store: async () => undefined,
    checkPassword: (password) => engine.checkPassword(password),
    makeMultisig: (round) => engine.makeMultisig(round),
    exchangeMultisigKeys: (messages) => engine.exchangeMultisigKeys(messages),
    changePassword: (oldPassword, newPassword) => engine.changePassword(oldPassword, newPassword.text),
    setLookAhead: (lookAhead) => engine.setLookAhead(lookAhead),
    setNode: (choice) => setNode(engine, choice),
    startMining: async () => {
      throw new UnsupportedByHostError('a page cannot start mining on a node')
    },
    stopMining: async () => {
      throw new UnsupportedByHostError('a page cannot stop mining on a node')
    },
    autoRefresh: (enable, period) =>
      engine.wallet?.sync.pollEvery(pollIntervalOf(networkOf(engine), enable ? period : undefined)),
    setLogLevel: () => undefined,
    setLogCategories: (categories) => categories,
    stop: () => {
      throw new UnsupportedByHostError(
        'a page has no service to stop: close the wallet, or disable its RPC in the settings',
      )
    },
  }
}

/** Returns the context of a page's wallet RPC. */
export const walletRpcContextOf = (engine: Engine): WalletRpcContext => ({
  get wallet() {
    return engine.wallet
  },
  get rpcEnabled() {
    return engine.rpcEnabled
  },
  host: engineWalletHost(engine),
  requestApproval: (method, action, { signal, caller }) =>
    engine.approvals.request(method, action, signal, parsePage(caller)),
})
