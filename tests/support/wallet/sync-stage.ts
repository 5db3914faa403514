// A wallet's state with what the steps of its sync need, without an engine: a fake node, the scanner, and a clock that the test advances.

import { fromHex } from '../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { SubaddressTable } from '../../../src/wallet/state/subaddressTable.ts'
import { WalletState } from '../../../src/wallet/state/walletState.ts'
import { NodeClaims } from '../../../src/wallet/sync/nodeClaims.ts'
import { OutputScanner } from '../../../src/wallet/sync/outputScanner.ts'
import { DEFAULT_MAX_REORG_DEPTH } from '../../../src/wallet/sync/reorganisation.ts'
import type { SyncContext } from '../../../src/wallet/sync/syncContext.ts'
import { type SyncHost, Synchronizer } from '../../../src/wallet/sync/synchronizer.ts'
import type { SyncState } from '../../../src/wallet/sync/syncViews.ts'
import type { WalletName } from '../data/schemas.ts'
import { seededRandom } from '../random.ts'
import { TestTime } from './engine-host.ts'
import { FakeNode } from './fake-node.ts'
import type { ChainBlock } from './recorded-chains.ts'
import { chain, wallets } from './small-chain.ts'

export type SyncStage = {
  readonly state: WalletState
  readonly node: FakeNode
  readonly time: TestTime
  readonly context: SyncContext
  /** ends the sync */
  readonly stop: AbortController
}

/** Few addresses, since the table is computed with each stage. */
const LOOK_AHEAD = { majors: 2, minors: 4 }

/** Returns a node with the recorded small chain, or another one. */
export const smallNode = (blocks: readonly ChainBlock[] = chain): FakeNode => new FakeNode(oxenRegtest, blocks)

/** Creates an empty state of a wallet of the recorded small chain. */
export const syncStage = async ({
  node = smallNode(),
  wallet = 'B',
  restoreHeight = 0,
  restoreDate = 0,
}: {
  readonly node?: FakeNode
  readonly wallet?: WalletName
  readonly restoreHeight?: number
  readonly restoreDate?: number
} = {}): Promise<SyncStage> => {
  const keys = generateKeys(fromHex(wallets[wallet].keys.spend_key))
  const table = new SubaddressTable(keys, LOOK_AHEAD)
  await table.reach({ major: 0, minor: 0 })
  const state = await WalletState.create(openMemoryStore(), restoreHeight, restoreDate)
  const time = new TestTime()
  const stop = new AbortController()
  const context: SyncContext = {
    network: oxenRegtest,
    state,
    outputScanner: new OutputScanner(keys, table, await createScanner()),
    clock: time.clock,
    random: seededRandom(1),
    node,
    claims: new NodeClaims(),
    maxReorgDepth: DEFAULT_MAX_REORG_DEPTH,
    asksBeforeNewChain: false,
    signal: stop.signal,
  }
  return { state, node, time, context, stop }
}

/** Creates a synchronizer of a stage, which is not started, and records what it reports. */
export const synchronizerOf = (
  { context, time }: SyncStage,
  options: Pick<SyncHost, 'pollInterval' | 'compact'> = {},
) => {
  const reported: unknown[] = []
  const seen: SyncState[] = []
  const { network, state, outputScanner, random } = context
  const sync: Synchronizer = new Synchronizer(
    {
      ...{ network, state, outputScanner, random },
      clock: time.clock,
      schedule: time.schedule,
      report: (error) => reported.push(error),
      changed: () => seen.push(sync.state),
      ...options,
    },
    context.node,
  )
  return { sync, reported, seen }
}

/** Waits until everything that does not wait for the clock has happened. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 40; i++) await new Promise((resolve) => setImmediate(resolve))
}
