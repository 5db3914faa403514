// What the page reads of development nodes: results of their methods, and counts that the user types.
import * as v from 'valibot'
import { latinDigits } from './amount.ts'

/** Results of methods, as far as the page shows them. */
export const NodeTime = v.object({ time: v.number() })
export const MiningState = v.object({ mode: v.picklist(['manual', 'auto', 'interval']) })
export const ChainTop = v.object({ height: v.number() })
export const Snapshot = v.object({ id: v.number(), height: v.number() })
export const ServiceNodes = v.object({
  service_nodes: v.optional(
    v.array(
      v.object({
        service_node_pubkey: v.string(),
        funded: v.boolean(),
        active: v.boolean(),
        decommissioned: v.boolean(),
      }),
    ),
    [],
  ),
})

export type LocalServiceNode = v.InferOutput<typeof ServiceNodes>['service_nodes'][number]

/** Parses a whole number of 1 to `max`; undefined for any other text. */
export const parseCount = (text: string, max: number): number | undefined => {
  const digits = latinDigits(text).trim()
  const count = Number(digits)
  return /^\d+$/.test(digits) && count >= 1 && count <= max ? count : undefined
}
