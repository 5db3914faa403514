// The parts of every development node's persisted state: clock, proof of work, blink quorum and mining mode.

import * as v from 'valibot'
import type { Miner } from './mining/miner.ts'
import type { DevelopmentNode } from './node/developmentNode.ts'
import { persistedPart } from './node/persistedState.ts'

const seconds = v.pipe(v.number(), v.safeInteger())

const clockSetting = v.object({ offset: seconds, next: v.optional(seconds) })

const miningMode = v.variant('kind', [
  v.object({ kind: v.literal('manual') }),
  v.object({ kind: v.literal('auto') }),
  v.object({ kind: v.literal('interval'), milliseconds: v.pipe(seconds, v.minValue(1)) }),
])

const mining = v.object({
  mode: miningMode,
  /** address of the session, and what it was started with */
  session: v.optional(v.string()),
  threads: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  background: v.optional(v.object({ ignoresBattery: v.boolean() })),
})

const work = v.object({
  isChecked: v.boolean(),
  difficulty: v.union([v.pipe(v.bigint(), v.minValue(1n)), v.literal('adjusted')]),
})

const clockPart = ({ time }: DevelopmentNode) =>
  persistedPart(
    'clock',
    clockSetting,
    () => ({ ...time.setting }),
    ({ offset, next }) => {
      time.setting = { offset, next }
    },
  )

const workPart = ({ chain }: DevelopmentNode) =>
  persistedPart(
    'work',
    work,
    () => ({ ...chain.work.setting }),
    (setting) => {
      chain.work.setting = setting
    },
  )

const quorumPart = (node: DevelopmentNode) =>
  persistedPart(
    'quorum',
    v.boolean(),
    () => node.hasQuorum,
    (hasQuorum) => {
      node.hasQuorum = hasQuorum
    },
  )

const miningPart = (miner: Miner) =>
  persistedPart(
    'mining',
    mining,
    () => ({
      mode: miner.session?.before ?? miner.mode,
      session: miner.session?.address,
      threads: miner.session?.threads ?? 0,
      background: miner.session?.background,
    }),
    ({ mode, session, threads, background }) => {
      miner.setMode(mode)
      if (session !== undefined) miner.startSession(session, { threads, background })
    },
  )

/** Adds clock, proof of work, quorum and mining mode to the persisted state of a node. */
export const addPersistedParts = (node: DevelopmentNode, miner: Miner): void => {
  const { persisted } = node
  persisted.add('clock', clockPart(node))
  persisted.add('work', workPart(node))
  persisted.add('quorum', quorumPart(node))
  persisted.add('mining', miningPart(miner))
}
