// Monero's own functional tests, read from a checkout of its sources, as files in a folder, with the few changes that a pairing of programs
// needs.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Who makes a program. */
export type Maker = 'monero' | 'faba'

/** The node and the wallet RPC server that are tested together. */
export type Pairing = { readonly node: Maker; readonly wallet: Maker }

/** The tests, each a program. */
export const SUITE = [
  'address_book',
  'bans',
  'blockchain',
  'cold_signing',
  'daemon_info',
  'get_output_distribution',
  'integrated_address',
  'mining',
  'multisig',
  'proofs',
  'sign_message',
  'transfer',
  'txpool',
  'uri',
  'validate_address',
  'wallet',
] as const

export type SuiteTest = (typeof SUITE)[number]

const FRAMEWORK = ['daemon', 'rpc', 'wallet', 'zmq'].map((name) => `framework/${name}`)

/** First ports of the nodes, of the wallet RPC servers and of the ZMQ publishers. */
export type SuitePorts = { readonly node: number; readonly wallet: number; readonly zmq: number }

const NAME = 'donate@getmonero.org'
const NAMED = '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H'

/** A change of a file. Its pattern must match, so that it cannot outlive its cause unnoticed. */
type Change = {
  readonly file: string
  readonly pattern: RegExp
  readonly replacement: string
  readonly why: string
  /** in which pairings; all if omitted */
  readonly only?: Partial<Pairing>
}

/** Waits until the node has relayed all transactions. */
const UNTIL_RELAYED = `
        import time
        for _ in range(100):
            pool = self.get_transaction_pool().get('transactions', [])
            if all(tx.relayed or tx.do_not_relay for tx in pool): break
            time.sleep(0.1)`

const CHANGES: readonly Change[] = [
  {
    file: 'framework/daemon',
    pattern: /def generateblocks\([^)]*\):/g,
    replacement: `$&${UNTIL_RELAYED}`,
    why: 'monerod omits transactions from blocks until it has relayed them, which takes it a moment',
  },
  {
    file: 'address_book',
    pattern: new RegExp(`'${NAME}'`, 'g'),
    replacement: `'${NAMED}'`,
    why: 'the name is resolved on the Internet',
  },
  {
    file: 'validate_address',
    pattern: new RegExp(`\\['${NAME}', '${NAMED}'\\]`, 'g'),
    replacement: '',
    why: 'the name is resolved on the Internet',
  },
  {
    file: 'transfer',
    pattern: /^ +self\.check_background_sync\w*\(\)\n/gm,
    replacement: '',
    why: 'faba rpc has no background sync',
    only: { wallet: 'faba' },
  },
  {
    file: 'util_resources',
    pattern: /'\.keys', /g,
    replacement: "$&'.faba', ",
    why: 'faba rpc keeps a wallet in a file of its own',
    only: { wallet: 'faba' },
  },
  {
    file: 'txpool',
    pattern: /^ +zmq(?: = Zmq\(|\.sub\().*\n/gm,
    replacement: '',
    why: 'faba node publishes no events',
    only: { node: 'faba' },
  },
  {
    file: 'txpool',
    pattern: /for i in range\(.*\):(?=\n +zmq_event)/g,
    replacement: 'for i in range(0):',
    why: 'faba node publishes no events',
    only: { node: 'faba' },
  },
]

const isFor = ({ only = {} }: Change, { node, wallet }: Pairing): boolean =>
  (only.node ?? node) === node && (only.wallet ?? wallet) === wallet

const replaced = (text: string, pattern: RegExp, replacement: string): string => {
  if (text.search(pattern) < 0) throw new Error(`the functional tests contain nothing like ${pattern}`)
  return text.replaceAll(pattern, replacement)
}

/**
 * Returns the folder of Monero's sources, FABA_MONERO_SOURCES.
 * @throws Error if it has no functional tests
 */
export const sourcesFolder = (): string => {
  const folder = process.env['FABA_MONERO_SOURCES'] ?? ''
  if (!existsSync(join(folder, 'tests/functional_tests/transfer.py')))
    throw new Error(
      'FABA_MONERO_SOURCES must name a checkout of the branch release-v0.18 of github.com/monero-project/monero, whose functional tests run here',
    )
  return folder
}

const sourceOf = (file: string): string =>
  readFileSync(
    join(sourcesFolder(), file.startsWith('framework/') ? 'utils/python-rpc' : 'tests/functional_tests', `${file}.py`),
    'utf8',
  )

/** Writes the files of the suite into a folder. */
export const writeSuite = (folder: string, pairing: Pairing, ports: SuitePorts): void => {
  const portOf: Readonly<Record<string, readonly [RegExp, number]>> = {
    'framework/daemon': [/18180/g, ports.node],
    'framework/wallet': [/18090/g, ports.wallet],
    'framework/zmq': [/18480/g, ports.zmq],
  }
  for (const file of [...SUITE, ...FRAMEWORK, 'util_resources']) {
    let text = sourceOf(file)
    for (const change of CHANGES)
      if (change.file === file && isFor(change, pairing)) text = replaced(text, change.pattern, change.replacement)
    const port = portOf[file]
    const path = join(folder, `${file}.py`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, port === undefined ? text : replaced(text, port[0], String(port[1])))
  }
  writeFileSync(join(folder, 'monotonic.py'), 'from time import monotonic\n')
}
