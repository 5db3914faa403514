// Processes that are killed at each commit of one step of a wallet: between any two of its commits.

import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import type { Store, StoreChange } from '../../../src/store/store.ts'
import { mortalStore, PASSWORD, testHost } from './engine-host.ts'

/** A store in memory that can be copied. */
export type CopiedStore = Store & { readonly copy: () => Promise<CopiedStore> }

export const copiedStore = (changes: readonly StoreChange[] = []): CopiedStore => {
  const rest = openMemoryStore()
  const journal = [...changes]
  const ready = rest.commit(changes, 'strict')
  return {
    ...rest,
    commit: async (more, durability) => {
      await ready
      await rest.commit(more, durability)
      journal.push(...more)
    },
    copy: async () => copiedStore(journal),
  }
}

/** Opens the only wallet of a store in a new engine, as a new process does, and follows the chain. */
export const reopened = async (store: Store, node: NodeClient, seed: number): Promise<Engine> => {
  const engine = createEngine(testHost(node, store, seed))
  let id = ''
  await engine.subscribe(({ wallets: [first] }) => {
    id = first?.id ?? id
  })
  await engine.openWallet(id, PASSWORD)
  await engine.refresh()
  return engine
}

/** A step of a wallet, and the node that it talks to. */
export type Step<Node extends NodeClient> = {
  readonly store: CopiedStore
  /** returns a node for one run */
  readonly newNode: () => Node
  readonly run: (engine: Engine) => Promise<unknown>
}

/** A run that was killed: `commit` of `commits`, before or after it was written. The store is that of the dead process. */
export type Killed<Node extends NodeClient> = {
  readonly commit: number
  readonly commits: number
  readonly moment: 'before' | 'after'
  readonly store: CopiedStore
  readonly node: Node
}

/** Runs the step once to its end. Returns how many commits opening and the step take. */
const commitsOf = async <Node extends NodeClient>({ store, newNode, run }: Step<Node>) => {
  const counting = mortalStore(await store.copy(), Number.POSITIVE_INFINITY, 'after')
  const engine = await reopened(counting, newNode(), 3)
  const opening = counting.commits
  await run(engine)
  const commits = counting.commits - opening
  await engine.closeWallet()
  return { opening, commits }
}

/**
 * Runs a step in copies of a wallet that are killed at each of its commits, before and after the write, and verifies what is left.
 * @returns the number of commits
 */
export const killAtEach = async <Node extends NodeClient>(
  step: Step<Node>,
  verify: (killed: Killed<Node>) => Promise<void>,
): Promise<number> => {
  const { opening, commits } = await commitsOf(step)
  for (let commit = 1; commit <= commits; commit++)
    for (const moment of ['before', 'after'] as const) {
      const store = await step.store.copy()
      const node = step.newNode()
      const engine = await reopened(mortalStore(store, opening + commit, moment), node, 3)
      await step.run(engine).catch(() => undefined)
      await engine.closeWallet().catch(() => undefined)
      await verify({ commit, commits, moment, store, node })
    }
  return commits
}
