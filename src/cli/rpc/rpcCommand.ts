// faba rpc: the wallet RPC over HTTP.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Login } from '../../daemon/loginSession.ts'
import { createAliasResolver, type ResolveAlias } from '../../dns/aliasResolver.ts'
import { createWalletRpc } from '../../rpc/service.ts'
import { type Command, UsageError } from '../command.ts'
import type { LoginChoice, Secret } from '../http/access.ts'
import { requireLogin } from '../http/httpLogin.ts'
import { type FetchHandler, host } from '../http/httpServer.ts'
import { admitOrigins } from '../http/origins.ts'
import { terminalOf } from '../terminal.ts'
import { Log } from './log.ts'
import { loggedCalls } from './logging.ts'
import { runFor } from './notify.ts'
import { RPC_FLAGS, type RpcOptions, rpcOptionsOf, withConfigFile } from './options.ts'
import { resolverFetch } from './resolver.ts'
import { Wallets } from './walletFiles.ts'

/** Milliseconds that calls have to end when the service stops. Whatever they did is saved as they do it. */
const PATIENCE = 10_000

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

const randomLogin = (user: string): Login => ({ user, password: Buffer.from(random(16)).toString('base64') })

/** Writes a login where only this user reads it; a file that a killed service left behind is replaced. */
const writeLogin = (path: string, { user, password }: Login): void => {
  try {
    rmSync(path, { force: true })
    writeFileSync(path, `${user}:${password}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`the login cannot be written, give one with --rpc-login: ${reason}`, { cause: error })
  }
}

/** A secret that was given, or is asked for now. */
const secretOf = async (secret: Secret, flag: string, { interactive }: RpcOptions): Promise<string> => {
  if (typeof secret === 'string') return secret
  const terminal = interactive ? terminalOf(process) : undefined
  if (terminal === undefined)
    throw new UsageError(
      `${flag} is missing, and ${interactive ? 'there is no terminal to ask at' : '--non-interactive forbids to ask'}`,
    )
  return await secret(terminal)
}

const loginOf = async (choice: LoginChoice | undefined, flag: string, options: RpcOptions) =>
  choice && {
    user: choice.user,
    password: await secretOf(choice.password, `the password of --${flag} user:password`, options),
  }

const PASSWORD = 'the password of --wallet-file (--password, an empty one is --password "", or --password-file)'

const nameResolver = ({ url, proxy }: NonNullable<RpcOptions['resolver']>): ResolveAlias =>
  createAliasResolver({ url, fetch: resolverFetch(proxy), clock: () => Date.now() })

const openWallets = async (options: RpcOptions, log: Log, stop: () => void): Promise<Wallets> => {
  const { wallets: kept, network, node, nodeLogin, notify, resolver } = options
  const password = kept.kind === 'file' ? await secretOf(kept.password, PASSWORD, options) : ''
  const wallets = new Wallets({
    network,
    node: { ...node, login: await loginOf(nodeLogin, 'daemon-login', options) },
    log,
    stop,
    folder: kept.kind === 'folder' ? resolve(kept.path) : undefined,
    ...(resolver === undefined ? {} : { resolveName: nameResolver(resolver) }),
    ...(notify === undefined
      ? {}
      : {
          found: (txid: string) =>
            runFor(notify, txid, (reason) => log.write('ERROR', 'global', `--tx-notify failed: ${reason}`)),
        }),
  })
  try {
    if (kept.kind === 'folder') mkdirSync(kept.path, { recursive: true, mode: 0o700 })
    else await wallets.openPath(resolve(kept.path), password)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  return wallets
}

/** A login, the file that tells it, and the lines with which scripts know that the service is ready. */
const announce = (url: string, { network, login }: RpcOptions, chosen: Login | undefined): string | undefined => {
  const { hostname, port: unusual } = new URL(url)
  const port = unusual === '' ? '80' : unusual
  const file = login.kind === 'random' ? resolve(`${network.uri.scheme}-wallet-rpc.${port}.login`) : undefined
  if (file !== undefined && chosen !== undefined) writeLogin(file, chosen)
  console.log(`Binding on ${hostname} (${hostname.startsWith('[') ? 'IPv6' : 'IPv4'}):${port}`)
  console.log('Starting wallet RPC server')
  console.log(`wallet RPC for ${network.name}: ${url}/json_rpc`)
  console.log(file === undefined ? `login: ${login.kind === 'none' ? 'none' : 'as given'}` : `login: in ${file}`)
  return file
}

export const rpcCommand: Command = {
  name: 'rpc',
  about: 'the wallet RPC over HTTP',
  flags: RPC_FLAGS,
  expand: withConfigFile,
  run: async (flags) => {
    const options = rpcOptionsOf(flags)
    const log = new Log(options.log, options.logFile)
    const stopping = new AbortController()
    const login =
      options.login.kind === 'given'
        ? await loginOf(options.login.login, 'rpc-login', options)
        : options.login.kind === 'random'
          ? randomLogin(options.network.uri.scheme)
          : undefined
    const wallets = await openWallets(options, log, () => stopping.abort())
    // Calls that wait for a sync are not waited for.
    stopping.signal.addEventListener('abort', () => void wallets.wallet?.sync.close())
    const report = (error: unknown, method: string): void =>
      log.write('ERROR', 'wallet.rpc', `${method}: ${String(error)}`)
    const rpc = createWalletRpc(wallets.source, { restricted: options.restricted, report })
    const guarded: FetchHandler =
      login === undefined ? rpc : requireLogin(rpc, login, { clock: () => Date.now(), random })
    let file: string | undefined
    try {
      await host(
        loggedCalls(admitOrigins(guarded, options.origins), log),
        options.place,
        (url) => {
          file = announce(url, options, login)
        },
        { signal: stopping.signal, patience: PATIENCE },
      )
    } finally {
      await wallets.end()
      if (file !== undefined) rmSync(file, { force: true })
    }
  },
}
