// docs/node-rpc.md is made from the declarations, and is not older than they are.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodePage } from '../../../../docs/nodePage.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'

const written = readFileSync(new URL('../../../../docs/node-rpc.md', import.meta.url), 'utf8')

test('the page is up to date; `npm run docs` writes it anew', () => {
  expect(written).toBe(nodePage())
})

test('every method has a part of the page, and every link leads to one', () => {
  const headings = [...written.matchAll(/^### ([a-z0-9_.]+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(nodeMethods.map(({ names }) => names[0]))
  const links = new Set([...written.matchAll(/\]\(#([a-z0-9_]+)\)/g)].map(([, name]) => name))
  expect([...links].toSorted()).toEqual(headings.map((name = '') => name.replaceAll('.', '')).toSorted())
})

test('examples are JSON whose parameters exist', () => {
  const examples = [...written.matchAll(/-d '(.*)'$/gm)].map(([, body = '']) => JSON.parse(body))
  expect(examples.length).toBeGreaterThan(8)
  for (const { method, params } of examples) {
    const declared = nodeMethods.find(({ names }) => names.includes(method))
    if (declared === undefined || !('params' in declared)) throw new Error(`${method} is not there`)
    expect(Object.keys(declared.params)).toEqual(expect.arrayContaining(Object.keys(params ?? {})))
  }
})
