// The programs that Monero's functional tests need, and runs of the tests.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suitePythonPath } from '../../tools.ts'
import { COMMAND } from '../peers/commands.ts'
import { programOf, startPeer } from '../peers/monero.ts'
import { createPeers } from '../peers/started-peers.ts'
import { type Pairing, type SuitePorts, type SuiteTest, writeSuite } from './suite-files.ts'

/** Any nonce will do: monerod hashes each block of a higher difficulty many times. */
const DIFFICULTY = 1

/** Of the nodes. The epoch is that of Monero's own run of the tests. monerod mines without its dataset of two gigabytes (RANDOMX_FLAG_FULL_MEM). */
const NODE_ENVIRONMENT = { SEEDHASH_EPOCH_BLOCKS: '8', SEEDHASH_EPOCH_LAG: '4', MONERO_RANDOMX_UMASK: '4' }

/** The wallet RPC servers: four with the node, one without any. */
const WALLETS = [0, 1, 2, 3]
const OFFLINE_WALLET = 5

/** Of the ports of each kind. */
const PORT_STRIDE = 10

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Ports below those that the system gives to programs that ask for any. */
const [FIRST_PORT, LAST_PORT] = [18_180, 30_000]

/** Returns free ports. Processes that search at the same time begin at different ports. */
const freePorts = async (): Promise<SuitePorts> => {
  const stride = 3 * PORT_STRIDE
  const slots = Math.floor((LAST_PORT - FIRST_PORT) / stride)
  for (let i = 0; i < slots; i++) {
    const node = FIRST_PORT + ((process.pid + i) % slots) * stride
    const all = Array.from({ length: stride }, (_, offset) => isFree(node + offset))
    if ((await Promise.all(all)).every((free) => free))
      return { node, wallet: node + PORT_STRIDE, zmq: node + 2 * PORT_STRIDE }
  }
  throw new Error('no free ports for the functional tests')
}

/** `failure`: the end of what the test printed; undefined if it passed. */
export type SuiteRun = { readonly failure: string | undefined }

export type RunningSuite = {
  run(test: SuiteTest): Promise<SuiteRun>
  stop(): Promise<void>
}

const nodeArguments = (
  { node }: Pairing,
  ports: SuitePorts,
  directory: string,
): readonly [string, readonly string[]] =>
  node === 'faba'
    ? [
        process.execPath,
        [
          COMMAND,
          'node',
          '--network=monero',
          '--wallets=0',
          `--fixed-difficulty=${DIFFICULTY}`,
          `--port=${ports.node}`,
        ],
      ]
    : [
        programOf('monerod'),
        [
          ...['--regtest', '--offline', `--fixed-difficulty=${DIFFICULTY}`, '--non-interactive', '--no-igd'],
          ...['--disable-dns-checkpoints', '--check-updates=disabled', '--rpc-ssl=disabled', '--log-level=0'],
          ...['--rpc-max-connections-per-private-ip=100', '--rpc-max-connections=100'],
          ...[`--p2p-bind-port=${ports.node + 1}`, `--rpc-bind-port=${ports.node}`, `--data-dir=${directory}`],
          ...[`--zmq-rpc-bind-port=${ports.node + 2}`, `--zmq-pub=tcp://127.0.0.1:${ports.zmq}`],
        ],
      ]

const walletArguments = (
  { wallet }: Pairing,
  ports: SuitePorts,
  index: number,
  folders: { readonly wallets: string; readonly own: string },
): readonly [string, readonly string[]] => {
  const common = [
    `--wallet-dir=${folders.wallets}`,
    `--rpc-bind-port=${ports.wallet + index}`,
    '--disable-rpc-login',
    ...(index === OFFLINE_WALLET ? ['--offline'] : [`--daemon-address=127.0.0.1:${ports.node}`]),
  ]
  return wallet === 'faba'
    ? [process.execPath, [COMMAND, 'rpc', '--network=monero', '--regtest', '--keys-files', ...common]]
    : [
        programOf('monero-wallet-rpc'),
        [
          ...['--rpc-ssl=disabled', '--daemon-ssl=disabled', '--log-level=0', '--allow-mismatched-daemon-version'],
          ...[`--log-file=${join(folders.own, 'wallet.log')}`, ...common],
        ],
      ]
}

/** Starts the programs of a pairing. */
export const startSuite = async (pairing: Pairing): Promise<RunningSuite> => {
  const { started, stopPeers } = createPeers()
  const folder = mkdtempSync(join(tmpdir(), 'faba-functional-'))
  const wallets = join(folder, 'wallets')
  mkdirSync(wallets)
  const ports = await freePorts()
  writeSuite(folder, pairing, ports)
  Object.assign(process.env, NODE_ENVIRONMENT)
  const own = (): string => mkdtempSync(join(tmpdir(), 'faba-functional-peer-'))
  const start = async (port: number, [program, args]: readonly [string, readonly string[]], directory: string) =>
    await started(startPeer(program, args, `http://127.0.0.1:${port}`, directory))
  const directory = own()
  await start(ports.node, nodeArguments(pairing, ports, directory), directory)
  for (const index of [...WALLETS, OFFLINE_WALLET]) {
    const directory = own()
    const args = walletArguments(pairing, ports, index, { wallets, own: directory })
    await start(ports.wallet + index, args, directory)
  }
  const env = {
    ...process.env,
    ...{ PYTHONPATH: folder, PYTHONIOENCODING: 'utf-8', DIFFICULTY: String(DIFFICULTY) },
    ...{ WALLET_DIRECTORY: wallets, FUNCTIONAL_TESTS_DIRECTORY: folder },
    // Its program that measures the processor is not part of the suite.
    MINING_NO_MEASUREMENT: '1',
  }
  return {
    run: (test) =>
      new Promise((resolve) => {
        execFile(suitePythonPath(), [join(folder, `${test}.py`)], { env, cwd: folder }, (error, stdout, stderr) =>
          resolve({ failure: error === null ? undefined : `${stdout}${stderr}`.slice(-4_000) }),
        )
      }),
    stop: async () => {
      await stopPeers()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
