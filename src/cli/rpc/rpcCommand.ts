// faba rpc: the wallet RPC over HTTP.

import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { useSlowHashes } from '../../crypto/hash/slowHashes.ts'
import { systemRandom } from '../../crypto/random/random.ts'
import { type CompactHost, createCompactHost } from '../../daemon/compactHost.ts'
import type { Login } from '../../daemon/loginSession.ts'
import { createAliasResolver, type ResolveAlias } from '../../dns/aliasResolver.ts'
import type { Service } from '../../jsonrpc/service.ts'
import type { WalletRpcContext } from '../../rpc/calls/walletRpcContext.ts'
import { createWalletRpc } from '../../rpc/service.ts'
import type { PostgresDatabase } from '../../store/postgres/postgresDatabase.ts'
import { type Command, UsageError } from '../command/command.ts'
import { toUsageError, withUsageErrors } from '../command/fileErrors.ts'
import { RPC_MANUAL } from '../command/manuals.ts'
import { replaceFile } from '../command/replaceFile.ts'
import { openTerminal } from '../command/terminal.ts'
import type { LoginOption, PasswordSource } from '../http/accessFlags.ts'
import { allowOrigins } from '../http/allowedOrigins.ts'
import { bindingOn, portOf } from '../http/boundAddress.ts'
import { requireLogin } from '../http/httpLogin.ts'
import { type FetchHandler, listenAll } from '../http/httpServer.ts'
import { fetchOf } from './connections/nodeConnection.ts'
import { createResolverFetch } from './connections/resolverFetch.ts'
import { isDetached, reportListening, startDetached, writePidFile } from './detach.ts'
import { expandConfigFile } from './flags/configFile.ts'
import { processLabel } from './flags/databaseOptions.ts'
import { RPC_GROUPS } from './flags/rpcFlags.ts'
import { Log, stackOf } from './log/log.ts'
import { withFetchLog, withRequestLog } from './log/requestLog.ts'
import { keepNewSpaceSmall } from './newSpace.ts'
import { parseRpcOptions, type RpcOptions } from './rpcOptions.ts'
import { ThreadedSlowHashes } from './threads/threadedSlowHashes.ts'
import { defaultStateFolder } from './wallets/nonceTokens.ts'
import { createNotifier } from './wallets/transactionNotify.ts'
import { WalletFiles } from './wallets/walletFiles.ts'
import type { WalletFilesOptions } from './wallets/walletFilesOptions.ts'
import { sharedOptions, WalletPaths } from './wallets/walletPaths.ts'

/** Time that open calls have to complete when the service stops. Each call saves its results before it responds. */
const GRACE_PERIOD_MS = 10_000

const createRandomLogin = (user: string): Login => ({
  user,
  password: Buffer.from(systemRandom(16)).toString('base64'),
})

/**
 * Writes a login to a file that only this user can read. Replaces the file of a killed service.
 * @throws UsageError
 */
const writeLoginFile = (path: string, { user, password }: Login): void => {
  try {
    replaceFile(path, `${user}:${password}\n`)
  } catch (error) {
    throw toUsageError(`the random login cannot be written (--rpc-login avoids the file)`, error)
  }
}

/**
 * Returns a password, from the terminal if it is not given.
 * @throws UsageError if prompts are not possible or not allowed
 */
const resolvePassword = async (
  source: PasswordSource,
  subject: string,
  { interactive }: RpcOptions,
): Promise<string> => {
  if (typeof source === 'string') return source
  const terminal = interactive ? openTerminal(process) : undefined
  if (terminal === undefined)
    throw new UsageError(
      `${subject} is missing, and ${interactive ? 'there is no terminal to read it from' : '--non-interactive forbids prompts'}`,
    )
  return await source(terminal)
}

const resolveLogin = async ({ user, password }: LoginOption, flag: string, options: RpcOptions): Promise<Login> => ({
  user,
  password: await resolvePassword(password, `the password of --${flag} user:password`, options),
})

const WALLET_PASSWORD = 'the password of --wallet-file (--password, an empty one is --password "", or --password-file)'

const createResolver = ({ url, proxy }: NonNullable<RpcOptions['resolver']>): ResolveAlias =>
  createAliasResolver({ url, fetch: createResolverFetch(proxy), clock: () => Date.now() })

/**
 * Connects to the database of the wallets; undefined without one. Its driver is loaded only then.
 * @throws UsageError
 */
const openDatabase = async ({ wallets, listen }: RpcOptions, log: Log): Promise<PostgresDatabase | undefined> => {
  if (wallets.kind !== 'database') return undefined
  const { PostgresDatabase } = await import('../../store/postgres/postgresDatabase.ts')
  const label = processLabel(listen.addresses[0]?.port ?? 0)
  const report = (message: string): void => log.write('WARNING', 'global', message)
  return await withUsageErrors('--wallet-database', () => PostgresDatabase.open({ ...wallets.database, label, report }))
}

const walletFolderOf = (wallets: RpcOptions['wallets']): string | undefined =>
  (wallets.kind === 'folder' || wallets.kind === 'database') && wallets.path !== undefined
    ? resolve(wallets.path)
    : undefined

/** @throws UsageError */
const openCompactHost = (
  url: string,
  { network, node, log }: Pick<WalletFilesOptions, 'network' | 'node' | 'log'>,
): Promise<CompactHost> =>
  withUsageErrors('--compact-url', () => createCompactHost({ network, url, fetch: withFetchLog(fetchOf(node), log) }))

/**
 * Returns what the host of each wallet gets.
 * @throws UsageError
 */
const walletFilesOptions = async (options: RpcOptions, log: Log, stop: () => void): Promise<WalletFilesOptions> => {
  const {
    wallets,
    network,
    node,
    nodeLogin,
    maxFeeRatio,
    maxReorgDepth,
    writesKeysFiles,
    lookAhead,
    olderTransferSets,
    notifyCommand,
    resolver,
    compactUrl,
  } = options
  const own: WalletFilesOptions = {
    network,
    node: {
      ...node,
      login: nodeLogin === undefined ? undefined : await resolveLogin(nodeLogin, 'daemon-login', options),
    },
    ...{ maxFeeRatio, maxReorgDepth, writesKeysFiles, lookAhead, olderTransferSets },
    stateFolder: defaultStateFolder(process.env),
    log,
    stop,
    folder: walletFolderOf(wallets),
    ...(resolver === undefined ? {} : { resolveName: createResolver(resolver) }),
    ...(notifyCommand === undefined
      ? {}
      : {
          onTransaction: createNotifier(notifyCommand, {
            failed: (reason) => log.write('ERROR', 'global', `--tx-notify failed: ${reason}`),
            waiting: (count) =>
              log.write('WARNING', 'global', `${count} commands of --tx-notify wait for earlier ones`),
          }),
        }),
  }
  const withHost = compactUrl === undefined ? own : { ...own, compact: await openCompactHost(compactUrl, own) }
  return options.maxOpenWallets === 0 ? withHost : sharedOptions(withHost)
}

/**
 * Opens the folder of wallets, or the wallet file. Wallets of a database are opened by calls.
 * @throws UsageError
 */
const openWallets = async (
  { wallets }: RpcOptions,
  password: string,
  filesOptions: WalletFilesOptions,
): Promise<WalletFiles> => {
  const files = new WalletFiles(filesOptions)
  if (wallets.kind === 'database') return files
  if (wallets.kind === 'folder')
    await withUsageErrors(`--wallet-dir ${wallets.path}`, () =>
      mkdirSync(wallets.path, { recursive: true, mode: 0o700 }),
    )
  else if (wallets.kind === 'file')
    await withUsageErrors('--wallet-file', () => files.openFile(resolve(wallets.path), password))
  else
    await withUsageErrors('--generate-from-json', () =>
      files.openDescription(resolve(wallets.path), wallets.description),
    )
  return files
}

/** Returns the login that calls need; undefined for none. */
const resolveRpcLogin = async (options: RpcOptions): Promise<Login | undefined> => {
  const { login, network } = options
  if (login.kind === 'given') return await resolveLogin(login.login, 'rpc-login', options)
  return login.kind === 'random' ? createRandomLogin(network.uri.scheme) : undefined
}

/**
 * Prints where the service listens, and writes a random login to a file. Returns the path of that file.
 *
 * Programs that start monero-wallet-rpc wait for two lines of it. Both are one line here, the last one: monero-ts parses each chunk of
 * output as one line, to its end, and one chunk may contain all that is printed.
 */
const announce = (
  urls: readonly string[],
  { network, login }: RpcOptions,
  rpcLogin: Login | undefined,
): string | undefined => {
  const bound = urls.map((text) => new URL(text))
  const [first] = bound
  if (first === undefined) return undefined
  const loginFile =
    login.kind === 'random' ? resolve(`${network.uri.scheme}-wallet-rpc.${portOf(first)}.login`) : undefined
  if (loginFile !== undefined && rpcLogin !== undefined) writeLoginFile(loginFile, rpcLogin)
  const loginPlace = loginFile === undefined ? (login.kind === 'none' ? 'none' : 'as given') : `in ${loginFile}`
  const lines = [
    ...urls.map((text) => `wallet RPC for ${network.name}: ${text}/json_rpc`),
    `login: ${loginPlace}`,
    `Starting wallet RPC server: ${bound.map(bindingOn).join('\n')}`,
  ]
  console.log(lines.join('\n'))
  return loginFile
}

/** Returns the wallet RPC of a host of wallets. */
const createRpc = (context: WalletRpcContext, { restricted, strictJson }: RpcOptions, log: Log): Service => {
  const report = (error: unknown, method: string): void =>
    log.write('ERROR', 'wallet.rpc', `${method}: ${stackOf(error)}`)
  return createWalletRpc(context, { restricted, strictJson, report })
}

/** Wraps the RPC: request log, then origins, then login. */
const createHandler = (
  rpc: FetchHandler,
  { origins }: RpcOptions,
  rpcLogin: Login | undefined,
  log: Log,
): FetchHandler => {
  const handler =
    rpcLogin === undefined ? rpc : requireLogin(rpc, rpcLogin, { clock: () => Date.now(), random: systemRandom })
  return withRequestLog(allowOrigins(handler, origins), log)
}

/** Serves the wallet RPC until it is stopped. */
const serve = async (options: RpcOptions): Promise<void> => {
  keepNewSpaceSmall()
  const log = new Log(options.log, options.logFile)
  const stopping = new AbortController()
  const rpcLogin = await resolveRpcLogin(options)
  const { wallets: source } = options
  const password = source.kind === 'file' ? await resolvePassword(source.password, WALLET_PASSWORD, options) : ''
  const withoutDatabase = await walletFilesOptions(options, log, () => stopping.abort())
  const database = await openDatabase(options, log)
  const files = { ...withoutDatabase, ...(database === undefined ? {} : { database }) }
  const wallets = await openWallets(options, password, files)
  const createService = (context: WalletRpcContext): Service => createRpc(context, options, log)
  const paths = new WalletPaths({ files, maxOpen: options.maxOpenWallets, createService })
  // Ends calls that wait for a sync.
  stopping.signal.addEventListener('abort', () => {
    void wallets.wallet?.sync.close()
    paths.endSyncs()
  })
  const { addresses, limits, tls } = options.listen
  const rpc = createService(wallets.source)
  const handler = createHandler(options.maxOpenWallets === 0 ? rpc : paths.handler(rpc), options, rpcLogin, log)
  let loginFile: string | undefined
  try {
    await listenAll(
      addresses.map(({ isOptional, ...address }) => ({
        ...{ handler, address, limits, tls, isOptional },
        ...{ gracePeriodMs: GRACE_PERIOD_MS, allowedHosts: options.allowedHosts },
      })),
      (urls) => {
        loginFile = announce(urls, options, rpcLogin)
        reportListening()
      },
      stopping,
    )
  } finally {
    await Promise.all([wallets.shutDown(), paths.shutDown()])
    await database?.close()
    if (loginFile !== undefined) rmSync(loginFile, { force: true })
  }
}

export const rpcCommand: Command = {
  name: 'rpc',
  summary: 'the wallet RPC over HTTP, with the flags of monero-wallet-rpc and oxen-wallet-rpc',
  groups: RPC_GROUPS,
  manual: RPC_MANUAL,
  expandArguments: expandConfigFile,
  run: async (flags) => {
    const options = parseRpcOptions(flags)
    if (options.detached && !isDetached()) return await startDetached()
    const removePidFile = options.pidFile === undefined ? () => undefined : writePidFile(options.pidFile)
    const slowHashes = new ThreadedSlowHashes()
    useSlowHashes(slowHashes)
    try {
      await serve(options)
    } finally {
      await slowHashes.close()
      removePidFile()
    }
  },
}
