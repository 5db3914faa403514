// A development node whose ticker is driven by the test.

import type { DevelopmentOptions } from '../../../src/devnet/family/developmentOptions.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { seededRandom } from '../random.ts'

export type TickingNode = RunningNode & {
  /** pending callbacks of the node's ticker */
  readonly ticks: ReadonlySet<() => void>
}

/** Starts a node that mines no block unless its ticker is driven; its clock stands still unless the options override it. */
export const tickingNode = (options: Partial<DevelopmentOptions> = {}): TickingNode => {
  const ticks = new Set<() => void>()
  const running = startDevelopmentNode({
    clock: () => 1_800_000_000,
    random: seededRandom(1),
    ticker: (_milliseconds, callback) => {
      ticks.add(callback)
      return () => ticks.delete(callback)
    },
    mining: { kind: 'manual' },
    ...options,
  })
  return { ...running, ticks }
}
