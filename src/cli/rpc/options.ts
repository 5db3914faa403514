// The flags of `faba rpc`: those of the reference's wallet server under their names, so that a script that starts it starts this.

import { readFileSync } from 'node:fs'
import type { Network } from '../../coin/networks/network.ts'
import { networks } from '../../coin/networks/networks.ts'
import { isLocal, nodeUrlOf } from '../../rpc/hosts/nodeAddress.ts'
import { DaemonChoiceError } from '../../rpc/walletSource.ts'
import { type Flag, type Flags, UsageError } from '../command.ts'
import { fileTrouble } from '../fileTrouble.ts'
import { confirmedHost, type LoginChoice, type Place, parseLogin, type Secret } from '../http/access.ts'
import { type Origins, parseOrigins } from '../http/origins.ts'
import { askTwice } from '../terminal.ts'
import { MAX_TALKATIVE } from './log.ts'
import type { NodeLink } from './nodeConnection.ts'
import { fetchOver, proxyOf, type Route, routeOf } from './route.ts'
import { EXTENSION } from './walletFiles.ts'

export const RPC_FLAGS: readonly Flag[] = [
  { name: 'wallet-dir', value: 'FOLDER', about: 'where wallets are made and opened by name' },
  { name: 'wallet-file', value: 'FILE', about: 'one wallet, opened at once, instead of a folder' },
  { name: 'password', value: 'TEXT', about: 'of the wallet file; asked for at a terminal if left out' },
  { name: 'password-file', value: 'FILE', about: 'holds the password of the wallet file' },
  { name: 'prompt-for-password', about: 'ask for it, as happens anyway' },
  { name: 'rpc-bind-port', value: 'N', about: 'TCP port to listen on, which has to be said; 0 takes a free one' },
  { name: 'rpc-bind-ip', value: 'ADDRESS', about: 'address to listen on, 127.0.0.1 if left out' },
  { name: 'confirm-external-bind', about: 'listen on an address that other machines reach' },
  {
    name: 'rpc-login',
    value: 'USER:PASS',
    about: 'who may call; a random login in a file if left out. A password left out is asked for',
  },
  { name: 'disable-rpc-login', about: 'whoever reaches the port may call' },
  {
    name: 'rpc-access-control-origins',
    value: 'LIST',
    about: 'origins whose pages may call, parted by commas; * for any',
  },
  { name: 'restricted-rpc', about: 'nothing that spends, changes or tells history' },
  { name: 'network', value: 'FAMILY', about: 'oxen (if left out) or monero' },
  { name: 'testnet', about: 'the test network' },
  { name: 'devnet', about: 'the development network (oxen)' },
  { name: 'stagenet', about: 'the staging network (monero)' },
  { name: 'regtest', about: 'a private chain' },
  { name: 'daemon-address', value: 'HOST:PORT', about: 'the node; this machine and the usual port if left out' },
  { name: 'daemon-login', value: 'USER:PASS', about: 'login of the node' },
  { name: 'trusted-daemon', about: 'tell the node what only its owner should be told; so by itself on this machine' },
  { name: 'untrusted-daemon', about: 'not even on this machine' },
  { name: 'proxy', value: 'HOST:PORT', about: 'SOCKS 5 proxy to the node' },
  {
    name: 'openalias-resolver',
    value: 'URL',
    about: 'resolver (DNS over HTTPS) of names in the place of addresses; none are looked up if left out',
  },
  { name: 'daemon-ssl-private-key', value: 'FILE', about: 'key with which the service shows the node who it is' },
  { name: 'daemon-ssl-certificate', value: 'FILE', about: 'certificate of that key' },
  {
    name: 'daemon-ssl-ca-certificates',
    value: 'FILE',
    about: "authorities that vouch for the node, instead of the system's",
  },
  { name: 'daemon-ssl-allow-any-cert', about: 'take the node for what it says it is' },
  { name: 'tx-notify', value: 'COMMAND', about: 'runs for each new transaction, %s is its id' },
  { name: 'log-level', value: 'LEVEL', about: '0 (least, if left out) to 4, or categories: *:WARNING,wallet:DEBUG' },
  { name: 'log-file', value: 'FILE', about: 'where the log goes instead of standard error' },
  { name: 'config-file', value: 'FILE', about: 'more flags, one on a line: name=value' },
  { name: 'non-interactive', about: 'ask nothing' },
]

export type RpcOptions = {
  readonly network: Network
  readonly wallets:
    | { readonly kind: 'folder'; readonly path: string }
    | { readonly kind: 'file'; readonly path: string; readonly password: Secret }
  readonly place: Place
  readonly login:
    | { readonly kind: 'given'; readonly login: LoginChoice }
    | { readonly kind: 'random' }
    | { readonly kind: 'none' }
  readonly origins: Origins
  readonly restricted: boolean
  readonly node: Omit<NodeLink, 'login'>
  readonly nodeLogin: LoginChoice | undefined
  /** who is asked for names, and through which proxy; undefined where nobody is */
  readonly resolver: { readonly url: string; readonly proxy: Route['proxy'] } | undefined
  readonly notify: string | undefined
  /** a level or categories */
  readonly log: string
  readonly logFile: string | undefined
  /** whether a person may be asked */
  readonly interactive: boolean
}

const NETS = ['testnet', 'devnet', 'stagenet', 'regtest'] as const

const readText = (path: string, flag: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const words = fileTrouble(error)
    throw words === undefined ? error : new UsageError(`--${flag} ${path}: ${words}`, { cause: error })
  }
}

/** One of two flags that contradict each other, or neither. */
const refuseBoth = (flags: Flags, one: string, other: string): void => {
  const isGiven = (name: string): boolean => flags.has(name) || flags.text(name) !== undefined
  if (isGiven(one) && isGiven(other)) throw new UsageError(`choose one of --${one} and --${other}`)
}

const networkOf = (flags: Flags): Network => {
  const family = flags.text('network') ?? 'oxen'
  const families = [...new Set(networks.map(({ id }) => id.slice(0, id.indexOf('-'))))]
  if (!families.includes(family)) throw new UsageError(`--network is ${families.join(' or ')}, not "${family}"`)
  const [net, other] = NETS.filter((name) => flags.has(name))
  if (net !== undefined && other !== undefined) throw new UsageError(`choose one of --${net} and --${other}`)
  const network = networks.find(({ id }) => id === `${family}-${net ?? 'mainnet'}`)
  if (network === undefined) throw new UsageError(`there is no --${net} of --network ${family}`)
  return network
}

const walletsOf = (flags: Flags): RpcOptions['wallets'] => {
  const [folder, file] = [flags.text('wallet-dir'), flags.text('wallet-file')]
  refuseBoth(flags, 'wallet-dir', 'wallet-file')
  refuseBoth(flags, 'password', 'password-file')
  const [password, passwordFile] = [flags.text('password'), flags.text('password-file')]
  if (folder !== undefined) {
    if (folder === '') throw new UsageError('--wallet-dir takes a folder')
    if (password !== undefined || passwordFile !== undefined)
      throw new UsageError('a password belongs to --wallet-file; wallets of --wallet-dir get theirs with open_wallet')
    return { kind: 'folder', path: folder }
  }
  if (file === undefined || file === '')
    throw new UsageError('say where wallets are: --wallet-dir FOLDER, or --wallet-file FILE for one wallet')
  const inFile =
    passwordFile === undefined ? undefined : readText(passwordFile, 'password-file').replace(/[\r\n]+$/, '')
  return {
    kind: 'file',
    path: file.endsWith(EXTENSION) ? file : `${file}${EXTENSION}`,
    password: password ?? inFile ?? ((terminal) => terminal.ask('password of the wallet')),
  }
}

const placeOf = (flags: Flags): RpcOptions['place'] => {
  if (flags.text('rpc-bind-port') === undefined)
    throw new UsageError('--rpc-bind-port is missing: say where to listen, as in --rpc-bind-port 22030')
  const port = flags.integer('rpc-bind-port', { least: 0, most: 65535, otherwise: 0 })
  const host = flags.text('rpc-bind-ip') ?? '127.0.0.1'
  return { host: confirmedHost(host, 'rpc-bind-ip', flags.has('confirm-external-bind')), port }
}

const nodeOf = (flags: Flags, network: Network): RpcOptions['node'] => {
  refuseBoth(flags, 'trusted-daemon', 'untrusted-daemon')
  try {
    const url = nodeUrlOf(flags.text('daemon-address') ?? 'localhost', network)
    const route = routeOf(
      {
        proxy: flags.text('proxy') ?? '',
        privateKeyPath: flags.text('daemon-ssl-private-key') ?? '',
        certificatePath: flags.text('daemon-ssl-certificate') ?? '',
        caFile: flags.text('daemon-ssl-ca-certificates') ?? '',
        allowAnyCertificate: flags.has('daemon-ssl-allow-any-cert'),
      },
      url,
    )
    return {
      url,
      fetch: route === undefined ? undefined : fetchOver(route),
      trusted:
        !flags.has('untrusted-daemon') && (flags.has('trusted-daemon') || (isLocal(url) && route?.proxy === undefined)),
    }
  } catch (error) {
    if (error instanceof DaemonChoiceError) throw new UsageError(`the node: ${error.message}`, { cause: error })
    throw error
  }
}

const nodeLoginOf = (flags: Flags): LoginChoice | undefined => {
  const text = flags.text('daemon-login') ?? ''
  return text === '' ? undefined : parseLogin(text, 'daemon-login', (terminal) => terminal.ask('password of the node'))
}

/** What is asked is nobody else's business: the way is encrypted, unless it does not leave this machine. */
const resolverOf = (flags: Flags): RpcOptions['resolver'] => {
  const url = flags.text('openalias-resolver') ?? ''
  if (url === '') return undefined
  if (!URL.canParse(url) || !(url.startsWith('https://') || (url.startsWith('http://') && isLocal(url))))
    throw new UsageError(`--openalias-resolver takes a URL such as https://dns.example.org/dns-query, not "${url}"`)
  return { url, proxy: proxyOf(flags.text('proxy') ?? '') }
}

const callersOf = (flags: Flags): RpcOptions['login'] => {
  refuseBoth(flags, 'rpc-login', 'disable-rpc-login')
  const login = flags.text('rpc-login')
  if (login !== undefined)
    return {
      kind: 'given',
      login: parseLogin(login, 'rpc-login', (terminal) => askTwice(terminal, 'password for who calls')),
    }
  return { kind: flags.has('disable-rpc-login') ? 'none' : 'random' }
}

const logOf = (flags: Flags): string => {
  const setting = flags.text('log-level') ?? '0'
  if (/^-?\d+$/.test(setting) && !(Number(setting) >= 0 && Number(setting) <= MAX_TALKATIVE))
    throw new UsageError(`--log-level takes a whole number from 0 to ${MAX_TALKATIVE} or categories, not "${setting}"`)
  return setting
}

/**
 * What the flags ask for.
 * @throws UsageError for flags that do not fit
 */
export const rpcOptionsOf = (flags: Flags): RpcOptions => {
  const network = networkOf(flags)
  return {
    network,
    wallets: walletsOf(flags),
    place: placeOf(flags),
    login: callersOf(flags),
    origins: parseOrigins(flags.text('rpc-access-control-origins') ?? ''),
    restricted: flags.has('restricted-rpc'),
    node: nodeOf(flags, network),
    resolver: resolverOf(flags),
    nodeLogin: nodeLoginOf(flags),
    notify: flags.text('tx-notify'),
    log: logOf(flags),
    logFile: flags.text('log-file'),
    interactive: !flags.has('non-interactive'),
  }
}

/** A switch in a file may be said to be on or off. */
const SWITCHES: Record<string, boolean> = {
  '': true,
  ...{ '1': true, true: true, yes: true, on: true },
  ...{ '0': false, false: false, no: false, off: false },
}

/**
 * The flags in a file, as arguments: `name=value` on a line, or `name` alone. What stands behind a # says nothing where that begins
 * the line or comes after a space, so that a password may have one.
 * @throws UsageError
 */
export const argumentsIn = (text: string): string[] =>
  text.split(/\r?\n/).flatMap((line, i) => {
    const trimmed = line.replace(/(^|\s)#.*$/, '').trim()
    if (trimmed === '') return []
    const equals = trimmed.indexOf('=')
    const name = (equals < 0 ? trimmed : trimmed.slice(0, equals)).trim()
    const value = equals < 0 ? '' : trimmed.slice(equals + 1).trim()
    const flag = RPC_FLAGS.find((known) => known.name === name)
    if (flag === undefined || name === 'config-file')
      throw new UsageError(`--config-file: line ${i + 1}: there is no flag "${name}"`)
    if (flag.value !== undefined) return [`--${name}=${value}`]
    const isOn = SWITCHES[value.toLowerCase()]
    if (isOn === undefined) throw new UsageError(`--config-file: line ${i + 1}: ${name} is 1 or 0, not "${value}"`)
    return isOn ? [`--${name}`] : []
  })

/** Arguments with those of a configuration file before them, so that the command line has the last word. */
export const withConfigFile = (args: readonly string[]): readonly string[] => {
  const at = args.findLastIndex((arg) => arg === '--config-file' || arg.startsWith('--config-file='))
  if (at < 0) return args
  const path = args[at]?.startsWith('--config-file=') ? args[at]?.slice('--config-file='.length) : args[at + 1]
  if (path === undefined || path === '') throw new UsageError('--config-file takes a file')
  return [...argumentsIn(readText(path, 'config-file')), ...args]
}
