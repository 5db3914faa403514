// The tables of tests/data/specification: names, types and layouts of the RPCs, extracted from the documents that specify them.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Command, NodeSpec } from '../devnet/specification.ts'
import type { SpecField, WalletSpec } from './specification.ts'

const TABLES = new URL('../../data/specification/', import.meta.url)

/** Returns the path of a table, such as `wallet-rpc.json`. */
export const tablePath = (name: string): string => fileURLToPath(new URL(name, TABLES))

export const tableText = (name: string): string => readFileSync(tablePath(name), 'utf8')

const names = v.array(v.string())

const field: v.GenericSchema<SpecField> = v.strictObject({
  name: v.string(),
  type: v.string(),
  optional: v.boolean(),
  default: v.optional(v.string()),
  fields: v.lazy(() => v.array(field)),
})

const walletSpec = v.strictObject({
  methods: v.array(v.strictObject({ names, inputs: v.array(field), outputs: v.array(field), someText: v.boolean() })),
  flat: names,
})

const nodeSpec = v.strictObject({
  operations: v.array(
    v.strictObject({
      names,
      kind: v.picklist(['json-rpc', 'path', 'binary']),
      inputs: v.array(field),
      outputs: v.array(field),
      someText: v.boolean(),
    }),
  ),
  records: names,
  titles: names,
  compactNames: names,
})

const commands = v.strictObject({
  commands: v.array(
    v.strictObject({ title: v.string(), names, access: v.picklist(['public', 'admin']), transports: names }),
  ),
})

export const parseWalletTable = (text: string): WalletSpec => v.parse(walletSpec, JSON.parse(text))

export const parseNodeTable = (text: string): NodeSpec => v.parse(nodeSpec, JSON.parse(text))

export const parseCommandTable = (text: string): readonly Command[] => v.parse(commands, JSON.parse(text)).commands

/** Returns the text of a table, with one line for each entry of its lists. */
export const printTable = (table: Readonly<Record<string, readonly unknown[]>>): string => {
  const lists = Object.entries(table).map(
    ([key, entries]) => `"${key}": [\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`,
  )
  return `{\n${lists.join(',\n')}\n}\n`
}
