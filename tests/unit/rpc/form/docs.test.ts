// docs/rpc.md is generated from the declarations and up to date.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rpcPage } from '../../../../docs/rpcPage.ts'
import type { FieldDescription } from '../../../../src/jsonrpc/describe.ts'
import { describeWalletRpc } from '../../../../src/rpc/description.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'

const written = readFileSync(new URL('../../../../docs/rpc.md', import.meta.url), 'utf8')

it('is up to date; `npm run docs` writes it', () => {
  expect(written).toBe(rpcPage())
})

it('has a section for every method, and only links to sections', () => {
  const headings = [...written.matchAll(/^### ([a-z_]+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(walletMethods.map(({ names }) => names[0]))
  const links = [...written.matchAll(/\]\(#([a-z_]+)\)/g)].map(([, name]) => name)
  expect(links).toEqual(headings)
})

const withoutMeaning = (method: string, fields: readonly FieldDescription[]): string[] =>
  fields.flatMap(({ name, about, fields: inner }) => [
    ...(about === '' ? [`${method} ${name}`] : []),
    ...withoutMeaning(method, inner),
  ])

it('has a meaning for every parameter and field from src/rpc/fieldMeanings.ts', () => {
  const methods = describeWalletRpc().flatMap((group) => group.methods)
  expect(
    methods.flatMap(({ names, params, result }) => withoutMeaning(names[0] ?? '', [...params, ...result])),
  ).toEqual([])
})

it('has a description that can be posted to another worker', () => {
  const groups = describeWalletRpc()
  expect(structuredClone(groups)).toEqual(groups)
})

it('explains every error code in src/rpc', () => {
  const folder = new URL('../../../../src/rpc/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const codes = files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/(?:= |: )(-\d+)(?:,|$)/gm)].map(([, code]) => code),
  )
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter((code) => !written.includes(`\n| ${code} | `))).toEqual([])
})

it('has examples in JSON with existing parameters', () => {
  const examples = [...written.matchAll(/-d '(.*)'$/gm)].map(([, body = '']) => JSON.parse(body))
  expect(examples.length).toBeGreaterThan(8)
  for (const { method, params } of examples) {
    const declared = walletMethods.find(({ names }) => names.includes(method))
    expect(Object.keys(declared?.params ?? {})).toEqual(expect.arrayContaining(Object.keys(params ?? {})))
  }
})
