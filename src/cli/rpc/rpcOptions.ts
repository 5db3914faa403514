// The options of `faba rpc`, parsed from its flags.

import type { Network } from '../../coin/networks/network.ts'
import { networks } from '../../coin/networks/networks.ts'
import { isLocalNode } from '../../daemon/nodeUrl.ts'
import type { AllowedOrigins } from '../../jsonrpc/http.ts'
import { nodeUrlOf } from '../../rpc/hosts/nodeAddress.ts'
import { DEFAULT_MAX_FEE_RATIO, MAX_FEE_RATIO } from '../../wallet/spend/feeBounds.ts'
import { DEFAULT_MAX_REORG_DEPTH } from '../../wallet/sync/reorganisation.ts'
import { type Flags, UsageError } from '../command.ts'
import { toUsageError } from '../fileErrors.ts'
import {
  checkListenHost,
  type ListenAddress,
  type LoginOption,
  type PasswordSource,
  PORT_RANGE,
  parseLogin,
} from '../http/accessFlags.ts'
import { ALLOWED_HOSTS_FLAG, type AllowedHosts, parseAllowedHosts } from '../http/allowedHosts.ts'
import { parseOrigins } from '../http/allowedOrigins.ts'
import { createRouteFetch, parseNodeRoute } from '../http/nodeRoute.ts'
import { type ProxyAddress, parseProxyAddress } from '../http/socksProxy.ts'
import { readNewPassword } from '../terminal.ts'
import { readTextFile } from './configFile.ts'
import { walletPathOf } from './keysFiles.ts'
import { MAX_LOG_LEVEL } from './log.ts'
import type { NodeConnection } from './nodeConnection.ts'

export type RpcOptions = {
  readonly network: Network
  readonly wallets:
    | { readonly kind: 'folder'; readonly path: string }
    | { readonly kind: 'file'; readonly path: string; readonly password: PasswordSource }
  readonly listenAddress: ListenAddress
  readonly login:
    | { readonly kind: 'given'; readonly login: LoginOption }
    | { readonly kind: 'random' }
    | { readonly kind: 'none' }
  readonly origins: AllowedOrigins
  readonly allowedHosts: AllowedHosts
  readonly restricted: boolean
  /** rejects what is not JSON-RPC, although the wallet RPC of the family accepts it */
  readonly strictJson: boolean
  readonly node: Omit<NodeConnection, 'login'>
  readonly nodeLogin: LoginOption | undefined
  /** how many times the ordinary fees the node may request */
  readonly maxFeeRatio: number
  /** blocks that a reorganisation replaces at most */
  readonly maxReorgDepth: number
  /** new wallets also have a keys file of wallet2 */
  readonly writesKeysFiles: boolean
  /** the resolver of OpenAlias names; undefined if names are not resolved */
  readonly resolver: { readonly url: string; readonly proxy: ProxyAddress | undefined } | undefined
  readonly notifyCommand: string | undefined
  /** a level or categories */
  readonly log: string
  readonly logFile: string | undefined
  /** whether prompts are allowed */
  readonly interactive: boolean
}

const NETWORK_FLAGS = ['testnet', 'devnet', 'stagenet', 'regtest'] as const

/** @throws UsageError if both flags are present */
const rejectBoth = (flags: Flags, one: string, other: string): void => {
  const isPresent = (name: string): boolean => flags.has(name) || flags.text(name) !== undefined
  if (isPresent(one) && isPresent(other)) throw new UsageError(`choose one of --${one} and --${other}`)
}

const parseNetwork = (flags: Flags): Network => {
  const family = flags.text('network') ?? 'oxen'
  const families = [...new Set(networks.map(({ id }) => id.slice(0, id.indexOf('-'))))]
  if (!families.includes(family)) throw new UsageError(`--network is ${families.join(' or ')}, not "${family}"`)
  const [kind, secondKind] = NETWORK_FLAGS.filter((name) => flags.has(name))
  if (kind !== undefined && secondKind !== undefined)
    throw new UsageError(`choose one of --${kind} and --${secondKind}`)
  const network = networks.find(({ id }) => id === `${family}-${kind ?? 'mainnet'}`)
  if (network === undefined) throw new UsageError(`there is no --${kind} of --network ${family}`)
  return network
}

const parseWallets = (flags: Flags): RpcOptions['wallets'] => {
  const [folder, file] = [flags.text('wallet-dir'), flags.text('wallet-file')]
  rejectBoth(flags, 'wallet-dir', 'wallet-file')
  rejectBoth(flags, 'password', 'password-file')
  const [password, passwordFile] = [flags.text('password'), flags.text('password-file')]
  if (folder !== undefined) {
    if (folder === '') throw new UsageError('--wallet-dir takes a folder')
    if (password !== undefined || passwordFile !== undefined)
      throw new UsageError('a password requires --wallet-file; open_wallet receives those of --wallet-dir')
    return { kind: 'folder', path: folder }
  }
  if (file === undefined || file === '')
    throw new UsageError('no wallets: give --wallet-dir FOLDER, or --wallet-file FILE for one wallet')
  const filePassword =
    passwordFile === undefined ? undefined : readTextFile(passwordFile, 'password-file').replace(/[\r\n]+$/, '')
  return {
    kind: 'file',
    path: walletPathOf(file),
    password: password ?? filePassword ?? ((terminal) => terminal.readSecret('password of the wallet')),
  }
}

const parseListenAddress = (flags: Flags): ListenAddress => {
  if (flags.text('rpc-bind-port') === undefined)
    throw new UsageError('--rpc-bind-port is missing: give the port to listen on, as in --rpc-bind-port 22030')
  const port = flags.integer('rpc-bind-port', { ...PORT_RANGE, fallback: 0 })
  const host = flags.text('rpc-bind-ip') ?? '127.0.0.1'
  return { host: checkListenHost(host, 'rpc-bind-ip', flags.has('confirm-external-bind')), port }
}

const parseNode = (flags: Flags, network: Network): RpcOptions['node'] => {
  rejectBoth(flags, 'trusted-daemon', 'untrusted-daemon')
  try {
    const url = nodeUrlOf(flags.text('daemon-address') ?? 'localhost', network)
    const proxy = (flags.text('proxy') ?? '').trim()
    const route = parseNodeRoute(
      {
        proxy,
        privateKeyPath: flags.text('daemon-ssl-private-key') ?? '',
        certificatePath: flags.text('daemon-ssl-certificate') ?? '',
        caFile: flags.text('daemon-ssl-ca-certificates') ?? '',
        allowAnyCertificate: flags.has('daemon-ssl-allow-any-cert'),
      },
      url,
    )
    const isDirect = isLocalNode(url) && proxy === ''
    return {
      url,
      fetch: route === undefined ? undefined : createRouteFetch(route),
      trusted: !flags.has('untrusted-daemon') && (flags.has('trusted-daemon') || isDirect),
      proxy,
    }
  } catch (error) {
    throw toUsageError('the node', error)
  }
}

const parseNodeLogin = (flags: Flags): LoginOption | undefined => {
  const text = flags.text('daemon-login') ?? ''
  return text === ''
    ? undefined
    : parseLogin(text, 'daemon-login', (terminal) => terminal.readSecret('password of the node'))
}

/** Requires https except on this machine: the names reveal whom the user pays. */
const parseResolver = (flags: Flags): RpcOptions['resolver'] => {
  const url = flags.text('openalias-resolver') ?? ''
  if (url === '') return undefined
  if (!URL.canParse(url) || !(url.startsWith('https://') || (url.startsWith('http://') && isLocalNode(url))))
    throw new UsageError(`--openalias-resolver takes a URL such as https://dns.example.org/dns-query, not "${url}"`)
  return { url, proxy: parseProxyAddress(flags.text('proxy') ?? '') }
}

const parseRpcLogin = (flags: Flags): RpcOptions['login'] => {
  rejectBoth(flags, 'rpc-login', 'disable-rpc-login')
  const login = flags.text('rpc-login')
  if (login === undefined) return { kind: flags.has('disable-rpc-login') ? 'none' : 'random' }
  return {
    kind: 'given',
    login: parseLogin(login, 'rpc-login', (terminal) => readNewPassword(terminal, 'password of the RPC login')),
  }
}

const parseLogSetting = (flags: Flags): string => {
  const setting = flags.text('log-level') ?? '0'
  if (/^-?\d+$/.test(setting) && !(Number(setting) >= 0 && Number(setting) <= MAX_LOG_LEVEL))
    throw new UsageError(`--log-level takes a whole number from 0 to ${MAX_LOG_LEVEL} or categories, not "${setting}"`)
  return setting
}

/**
 * Parses the options.
 * @throws UsageError for missing, invalid or contradicting flags
 */
export const parseRpcOptions = (flags: Flags): RpcOptions => {
  const network = parseNetwork(flags)
  return {
    network,
    wallets: parseWallets(flags),
    listenAddress: parseListenAddress(flags),
    login: parseRpcLogin(flags),
    origins: parseOrigins(flags.text('rpc-access-control-origins') ?? ''),
    allowedHosts: parseAllowedHosts(flags.text(ALLOWED_HOSTS_FLAG.name)),
    restricted: flags.has('restricted-rpc'),
    strictJson: flags.has('strict-json'),
    node: parseNode(flags, network),
    resolver: parseResolver(flags),
    nodeLogin: parseNodeLogin(flags),
    maxFeeRatio: flags.integer('max-fee-ratio', { min: 1, max: MAX_FEE_RATIO, fallback: DEFAULT_MAX_FEE_RATIO }),
    writesKeysFiles: flags.has('keys-files'),
    maxReorgDepth: flags.integer('max-reorg-depth', {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      fallback: DEFAULT_MAX_REORG_DEPTH,
    }),
    notifyCommand: flags.text('tx-notify'),
    log: parseLogSetting(flags),
    logFile: flags.text('log-file'),
    interactive: !flags.has('non-interactive'),
  }
}
