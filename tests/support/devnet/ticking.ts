// A development node whose ticker the test drives.

import type { DevelopmentOptions } from '../../../src/devnet/node/developmentOptions.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/node/startNode.ts'
import { seededRandom } from '../random.ts'

export type TickingNode = RunningNode & {
  /** what the node waits to be called back for */
  readonly ticks: ReadonlySet<() => void>
}

/** A node that makes no block of its own before its ticker is driven, at a time that stands unless the options say otherwise. */
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
