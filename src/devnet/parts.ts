// What a development node remembers beside chain and pool: how its clock was moved, when it mines, whether there is a quorum.

import * as v from 'valibot'
import type { RecordValue } from '../store/records.ts'
import type { Miner } from './miner.ts'
import { type DevelopmentNode, type Part, PartError } from './node.ts'

/** A part of one form. */
const partOf = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  save: () => v.InferInput<Schema> & RecordValue,
  restore: (saved: v.InferOutput<Schema>) => void,
): Part => ({
  save,
  restore: (saved) => {
    const { success, output, issues } = v.safeParse(schema, saved)
    if (!success) throw new PartError(`what was saved of the ${name} cannot be read: ${v.summarize(issues)}`)
    restore(output)
  },
})

const seconds = v.pipe(v.number(), v.safeInteger())

const clockSetting = v.object({ offset: seconds, next: v.optional(seconds) })

const miningMode = v.variant('kind', [
  v.object({ kind: v.literal('manual') }),
  v.object({ kind: v.literal('auto') }),
  v.object({ kind: v.literal('interval'), milliseconds: v.pipe(seconds, v.minValue(1)) }),
])

const mining = v.object({ mode: miningMode, session: v.optional(v.string()) })

/** Has a node's clock, quorum and miner kept and loaded with it. */
export const joinParts = (node: DevelopmentNode, miner: Miner): void => {
  const { time } = node
  node.join(
    'clock',
    partOf(
      'clock',
      clockSetting,
      () => ({ ...time.setting }),
      ({ offset, next }) => {
        time.setting = { offset, next }
      },
    ),
  )
  node.join(
    'quorum',
    partOf(
      'quorum',
      v.boolean(),
      () => node.hasQuorum,
      (present) => {
        node.hasQuorum = present
      },
    ),
  )
  node.join(
    'mining',
    partOf(
      'mining',
      mining,
      () => ({ mode: miner.session?.before ?? miner.mode, session: miner.session?.address }),
      ({ mode, session }) => {
        miner.setMode(mode)
        if (session !== undefined) miner.startSession(session)
      },
    ),
  )
}
