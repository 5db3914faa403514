// The options of `faba rpc`, parsed from its flags.

import { type LookAhead, MAX_LOOK_AHEAD_ADDRESSES, parseLookAhead } from '../../coin/lookAhead.ts'
import type { Network } from '../../coin/networks/network.ts'
import { isLocalNode } from '../../daemon/nodeUrl.ts'
import type { AllowedOrigins } from '../../jsonrpc/http.ts'
import { DEFAULT_MAX_FEE_RATIO, MAX_FEE_RATIO } from '../../wallet/spend/feeBounds.ts'
import { DEFAULT_MAX_REORG_DEPTH } from '../../wallet/sync/reorganisation.ts'
import { type Flags, rejectBoth, UsageError } from '../command/command.ts'
import { parseNetwork } from '../command/networkFlags.ts'
import { readNewPassword } from '../command/terminal.ts'
import { type LoginOption, type PasswordSource, parseLogin } from '../http/accessFlags.ts'
import { ALLOWED_HOSTS_FLAG, type AllowedHosts, parseAllowedHosts } from '../http/allowedHosts.ts'
import { parseOrigins } from '../http/allowedOrigins.ts'
import { type ProxyAddress, parseProxyAddress } from '../http/socksProxy.ts'
import type { NodeConnection } from './connections/nodeConnection.ts'
import { parseNode, parseNodeLogin } from './connections/nodeOptions.ts'
import { readTextFile } from './flags/configFile.ts'
import { DATABASE_FLAG, type DatabaseOption, parseDatabase } from './flags/databaseOptions.ts'
import { type ListenOptions, parseListenOptions } from './flags/listenOptions.ts'
import { MAX_LOG_LEVEL } from './log/log.ts'
import { walletPathOf } from './wallets/keysFiles.ts'
import { readWalletDescription, type WalletDescription } from './wallets/walletFromJson.ts'

export type RpcOptions = {
  readonly network: Network
  readonly wallets:
    | { readonly kind: 'folder'; readonly path: string }
    | {
        readonly kind: 'database'
        readonly database: DatabaseOption
        /** of wallet files that are copied into the database when they are opened first; undefined for none */
        readonly path: string | undefined
      }
    | { readonly kind: 'file'; readonly path: string; readonly password: PasswordSource }
    | { readonly kind: 'description'; readonly path: string; readonly description: WalletDescription }
  /** wallets that are open at paths of their own at most; 0 for no such paths */
  readonly maxOpenWallets: number
  readonly listen: ListenOptions
  readonly login:
    | { readonly kind: 'given'; readonly login: LoginOption }
    | { readonly kind: 'random' }
    | { readonly kind: 'none' }
  readonly origins: AllowedOrigins
  readonly allowedHosts: AllowedHosts
  readonly restricted: boolean
  /** rejects requests that are not JSON-RPC, although the wallet RPC of the family accepts it */
  readonly strictJson: boolean
  readonly node: Omit<NodeConnection, 'login'>
  readonly nodeLogin: LoginOption | undefined
  /** how many times the ordinary fees the node may request */
  readonly maxFeeRatio: number
  /** blocks that a reorganisation replaces at most */
  readonly maxReorgDepth: number
  /** output lists and unsigned sets have the form that Monero before 0.18.1.1 reads */
  readonly olderTransferSets: boolean
  /** new wallets also have a keys file of wallet2 */
  readonly writesKeysFiles: boolean
  /** lookahead of wallets that are created and restored; undefined for that of wallet2 */
  readonly lookAhead: LookAhead | undefined
  /** the folder of the compact chain on a static host; undefined if all blocks come from the node */
  readonly compactUrl: string | undefined
  /** the resolver of OpenAlias names; undefined if names are not resolved */
  readonly resolver: { readonly url: string; readonly proxy: ProxyAddress | undefined } | undefined
  readonly notifyCommand: string | undefined
  /** a level or categories */
  readonly log: string
  readonly logFile: string | undefined
  /** whether prompts are allowed */
  readonly interactive: boolean
  readonly detached: boolean
  readonly pidFile: string | undefined
}

const parseWallets = (flags: Flags): RpcOptions['wallets'] => {
  const database = parseDatabase(flags, process.env)
  const [folder, file] = [flags.text('wallet-dir'), flags.text('wallet-file')]
  if (database !== undefined) return { kind: 'database', database, path: folder }
  const descriptionFile = flags.text('generate-from-json')
  rejectBoth(flags, 'wallet-dir', 'wallet-file')
  rejectBoth(flags, 'password', 'password-file')
  const [password, passwordFile] = [flags.text('password'), flags.text('password-file')]
  if (descriptionFile !== undefined) {
    for (const other of ['wallet-dir', 'wallet-file', 'password', 'password-file'])
      rejectBoth(flags, 'generate-from-json', other)
    const description = readWalletDescription(descriptionFile)
    return { kind: 'description', path: walletPathOf(description.filename), description }
  }
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

const MAX_OPEN_WALLETS = 10_000

/** @throws UsageError without a folder or a database of wallets, and for a database without wallets at paths of their own */
const parseMaxOpenWallets = (flags: Flags): number => {
  const count = flags.integer('wallets', { min: 0, max: MAX_OPEN_WALLETS, fallback: 0 })
  const hasDatabase = flags.text(DATABASE_FLAG) !== undefined
  if (count > 0 && !hasDatabase && flags.text('wallet-dir') === undefined)
    throw new UsageError(`--wallets requires --wallet-dir or --${DATABASE_FLAG}`)
  if (count === 0 && hasDatabase) throw new UsageError(`--${DATABASE_FLAG} requires --wallets N`)
  return count
}

/** Requires https except on this machine: the names reveal the recipients of payments. */
const parseResolver = (flags: Flags): RpcOptions['resolver'] => {
  const url = flags.text('openalias-resolver') ?? ''
  if (url === '' || flags.has('offline')) return undefined
  if (!URL.canParse(url) || !(url.startsWith('https://') || (url.startsWith('http://') && isLocalNode(url))))
    throw new UsageError(`--openalias-resolver takes a URL such as https://dns.example.org/dns-query, not "${url}"`)
  return { url, proxy: parseProxyAddress(flags.text('proxy') ?? '') }
}

/** @throws UsageError for one that is not valid, and for an existing wallet, which has its own */
const parseLookAheadFlag = (flags: Flags): LookAhead | undefined => {
  const text = flags.text('subaddress-lookahead')
  if (text === undefined) return undefined
  rejectBoth(flags, 'subaddress-lookahead', 'wallet-file')
  const lookAhead = parseLookAhead(text)
  if (lookAhead === undefined)
    throw new UsageError(
      `--subaddress-lookahead takes ACCOUNTS:ADDRESSES, at least 1:1 and at most ${MAX_LOOK_AHEAD_ADDRESSES} addresses together, not "${text}"`,
    )
  return lookAhead
}

const MAX_KDF_ROUNDS = 1

/** @throws UsageError for more rounds: the keys files would not be what the flag promises */
const checkKdfRounds = (flags: Flags): void =>
  void flags.integer('kdf-rounds', { min: 1, max: MAX_KDF_ROUNDS, fallback: MAX_KDF_ROUNDS })

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
  checkKdfRounds(flags)
  return {
    network,
    wallets: parseWallets(flags),
    maxOpenWallets: parseMaxOpenWallets(flags),
    listen: parseListenOptions(flags),
    login: parseRpcLogin(flags),
    origins: parseOrigins(flags.text('rpc-access-control-origins') ?? ''),
    allowedHosts: parseAllowedHosts(flags.text(ALLOWED_HOSTS_FLAG.name)),
    restricted: flags.has('restricted-rpc'),
    strictJson: flags.has('strict-json'),
    node: parseNode(flags, network),
    compactUrl: flags.text('compact-url'),
    resolver: parseResolver(flags),
    nodeLogin: parseNodeLogin(flags),
    maxFeeRatio: flags.integer('max-fee-ratio', { min: 1, max: MAX_FEE_RATIO, fallback: DEFAULT_MAX_FEE_RATIO }),
    writesKeysFiles: flags.has('keys-files'),
    lookAhead: parseLookAheadFlag(flags),
    olderTransferSets: flags.has('older-transfer-sets'),
    maxReorgDepth: flags.integer('max-reorg-depth', {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      fallback: DEFAULT_MAX_REORG_DEPTH,
    }),
    notifyCommand: flags.text('tx-notify'),
    log: parseLogSetting(flags),
    logFile: flags.text('log-file'),
    interactive: !flags.has('non-interactive'),
    detached: flags.has('detach'),
    pidFile: flags.text('pidfile'),
  }
}
