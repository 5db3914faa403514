// Real peers: today's monerod and monero-wallet-rpc, or those of Debian stable, on a private regtest chain, and Faba's own command. A
// missing program is an error, never a skip.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type MoneroProgram, newestMonero } from '../../newest-monero.ts'
import { withoutProofOfWork } from './no-proof-of-work.ts'

/** Which Monero: today's, with which Faba is compared unless a test says otherwise, or the one on PATH (Debian stable has 0.18.0). */
export type MoneroRelease = 'stable' | 'newest'

/** Returns the path or name of a program of a release. */
export const programOf = (program: MoneroProgram, release: MoneroRelease = 'newest'): string =>
  release === 'newest' ? newestMonero(program) : program

/** Flags that wallets of a release need on a private chain. */
const regtestFlags = (release: MoneroRelease = 'newest'): readonly string[] =>
  // Today's wallet expects the forks of the main network also from a private chain.
  release === 'newest' ? ['--allow-mismatched-daemon-version'] : []

/** A running program and the URL of its RPC. */
export type Peer = {
  /** its data or wallets; removed when it stops */
  readonly directory: string
  readonly url: string
  readonly pid: number
  /** Calls JSON-RPC; numbers beyond 2^53 are not expected in tests. Throws if the peer returns an error. */
  call<T = Record<string, unknown>>(method: string, params?: Record<string, unknown>): Promise<T>
  stop(): Promise<void>
}

/** Returns a TCP port that was free when it was tested. */
export const freePort = async (): Promise<number> =>
  await new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

export const callJsonRpc = async <T>(
  url: string,
  method: string,
  params: Record<string, unknown> | readonly unknown[],
): Promise<T> => {
  const response = await fetch(`${url}/json_rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }),
  })
  // The shape is the peer's; the caller names the fields it reads.
  const answer = (await response.json()) as { result?: T; error?: { code: number; message: string } }
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`)
  if (answer.result === undefined) throw new Error(`${method}: a response without a result`)
  return answer.result
}

/** Returns whether a server responds: with the version, or with a request for a login. */
const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/json_rpc`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":"0","method":"get_version"}',
    })
    // The shape is the peer's.
    return response.status === 401 || ((await response.json()) as { result?: unknown }).result !== undefined
  } catch {
    return false
  }
}

/** Starts a program with a directory of its own, and waits until its RPC answers. */
export const startPeer = async (
  program: string,
  args: readonly string[],
  url: string,
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Peer> => {
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, XDG_STATE_HOME: directory },
  })
  let output = ''
  let isStarted = false
  child.stdout?.on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(-4000)
  })
  child.stderr?.on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(-4000)
  })
  const exited = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', (error) => {
      output += error.message
      resolve()
    })
  })
  let gone = false
  child.on('exit', (code, signal) => {
    // A crash explains the failures of a test that follow it. Tests kill with SIGKILL.
    const isExpected = code === 0 || signal === 'SIGTERM' || signal === 'SIGKILL'
    if (isStarted && !isExpected)
      console.error(`${program} crashed (${signal ?? code}). The end of its output:\n${output}`)
  })
  void exited.then(() => {
    gone = true
  })
  for (;;) {
    if (gone) throw new Error(`${program} did not start (Debian: apt-get install monero). Its output:\n${output}`)
    if (await isReady(url)) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  isStarted = true
  return {
    ...{ url, directory, pid: child.pid ?? 0 },
    call: async (method, params = {}) => await callJsonRpc(url, method, params),
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(timer)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Waits until a monerod has relayed its txpool: it omits the other transactions from new blocks. Not longer than ten seconds, as some
 * tests submit transactions that are never relayed.
 */
const untilRelayed = async (url: string): Promise<void> => {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/get_transaction_pool`, { method: 'POST', body: '{}' })
    // The response has this shape; the list is omitted when it is empty.
    const { transactions = [] } = (await response.json()) as {
      transactions?: readonly { readonly relayed: boolean; readonly do_not_relay: boolean }[]
    }
    if (transactions.every(({ relayed, do_not_relay }) => relayed || do_not_relay)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * `difficulty`: of blocks, whose work is then real; 1 and none by default. `connections`: how many an address may have; 25 by default, as
 * monerod allows private addresses. `zmqPub`: the address of its ZMQ publisher; none by default. `flags`: further ones.
 */
type MonerodOptions = {
  readonly flags?: readonly string[]
  readonly origins?: string
  readonly restricted?: boolean
  readonly difficulty?: number
  readonly connections?: number
  readonly zmqPub?: string
  readonly release?: MoneroRelease
}

/** monerod opens a socket for requests together with the publisher. */
const zmqFlags = async (address: string | undefined): Promise<readonly string[]> =>
  address === undefined ? ['--no-zmq'] : [`--zmq-pub=${address}`, `--zmq-rpc-bind-port=${await freePort()}`]

/** By default monerod accepts 100 connections in all. */
const connectionFlags = (count: number): string[] => [
  `--rpc-max-connections=${Math.max(100, count)}`,
  `--rpc-max-connections-per-private-ip=${count}`,
]

/** Starts a private monerod at fork 16 whose blocks are mined by `generateblocks`. */
export const startMonerod = async (options: MonerodOptions = {}): Promise<Peer> => {
  const directory = await mkdtemp(join(tmpdir(), 'faba-monerod-'))
  const port = await freePort()
  const args = [
    '--regtest',
    '--offline',
    `--fixed-difficulty=${options.difficulty ?? 1}`,
    '--non-interactive',
    ...(await zmqFlags(options.zmqPub)),
    '--no-igd',
    '--p2p-bind-ip=127.0.0.1',
    `--p2p-bind-port=${await freePort()}`,
    `--rpc-bind-port=${port}`,
    '--rpc-ssl=disabled',
    '--disable-rpc-ban',
    `--data-dir=${directory}`,
    '--log-level=0',
    ...(options.origins === undefined ? [] : [`--rpc-access-control-origins=${options.origins}`]),
    ...(options.restricted === true ? ['--restricted-rpc'] : []),
    ...(options.connections === undefined ? [] : connectionFlags(options.connections)),
    ...(options.flags ?? []),
  ]
  const url = `http://127.0.0.1:${port}`
  const environment = options.difficulty === undefined ? withoutProofOfWork() : {}
  const peer = await startPeer(programOf('monerod', options.release), args, url, directory, environment)
  return {
    ...peer,
    call: async <T>(method: string, params: Record<string, unknown> = {}) => {
      if (method === 'generateblocks') await untilRelayed(url)
      return await peer.call<T>(method, params)
    },
  }
}

/** `login`: `user:password` that callers need; none if omitted. `flags`: further ones. */
export type WalletServerOptions = { readonly login?: string; readonly flags?: readonly string[] }

export type CliRun = {
  readonly seed: string
  readonly command: string
  readonly release: MoneroRelease
  readonly flags: readonly string[]
}

export type MoneroWalletOptions = WalletServerOptions & { readonly release?: MoneroRelease }

/** Returns the flags of both wallet RPC servers. */
const flagsOf = ({ login, flags = [] }: WalletServerOptions): readonly string[] => [
  login === undefined ? '--disable-rpc-login' : `--rpc-login=${login}`,
  ...flags,
]

/** Starts monero-wallet-rpc on a monerod, with an empty wallet directory. */
export const startMoneroWallet = async (
  daemon: Pick<Peer, 'url'>,
  options: MoneroWalletOptions = {},
): Promise<Peer> => {
  const directory = await mkdtemp(join(tmpdir(), 'faba-wallet-'))
  const port = await freePort()
  const args = [
    `--daemon-address=${daemon.url.replace('http://', '')}`,
    '--trusted-daemon',
    ...flagsOf(options),
    `--rpc-bind-port=${port}`,
    `--wallet-dir=${directory}`,
    '--rpc-ssl=disabled',
    '--daemon-ssl=disabled',
    '--log-level=0',
    `--log-file=${join(directory, 'wallet.log')}`,
    ...regtestFlags(options.release),
  ]
  return await startPeer(programOf('monero-wallet-rpc', options.release), args, `http://127.0.0.1:${port}`, directory)
}

/**
 * Restores a wallet from its seed in monero-wallet-cli, runs one command, and returns all output.
 * @param flags further ones
 */
export const runMoneroCli = async (
  daemon: Pick<Peer, 'url'>,
  { seed, command, release, flags }: CliRun,
): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'faba-cli-'))
  const program = programOf('monero-wallet-cli', release)
  const common = [
    `--daemon-address=${daemon.url.replace('http://', '')}`,
    '--trusted-daemon',
    '--daemon-ssl=disabled',
    `--log-file=${join(directory, 'cli.log')}`,
    `--shared-ringdb-dir=${directory}`,
    ...regtestFlags(release),
    ...flags,
  ]
  const run = async (...args: readonly string[]): Promise<string> => {
    const child = spawn(program, [...common, ...args], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
    return (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  }
  try {
    const wallet = { version: 1, filename: 'wallet', scan_from_height: 0, password: '', seed }
    await writeFile(join(directory, 'wallet.json'), JSON.stringify(wallet))
    const restored = await run('--generate-from-json=wallet.json', '--command', 'version')
    return restored + (await run('--wallet-file=wallet', '--password', '', '--command', command))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const COMMAND = fileURLToPath(new URL('../../../src/cli/faba.js', import.meta.url))

/** Starts `faba rpc` on a monerod in the same way. */
export const startFabaWallet = async (daemon: Pick<Peer, 'url'>, options: WalletServerOptions = {}): Promise<Peer> => {
  const directory = await mkdtemp(join(tmpdir(), 'faba-rpc-'))
  const port = await freePort()
  const args = [
    COMMAND,
    'rpc',
    '--network=monero',
    '--regtest',
    `--daemon-address=${daemon.url.replace('http://', '')}`,
    ...(options.flags?.includes('--untrusted-daemon') === true ? [] : ['--trusted-daemon']),
    ...flagsOf(options),
    `--rpc-bind-port=${port}`,
    `--wallet-dir=${directory}`,
    '--non-interactive',
  ]
  return await startPeer(process.execPath, args, `http://127.0.0.1:${port}`, directory)
}
