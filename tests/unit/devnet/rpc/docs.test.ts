// docs/node-rpc.md is generated from the declarations and up to date.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nodePage } from '../../../../docs/nodePage.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'

const written = readFileSync(new URL('../../../../docs/node-rpc.md', import.meta.url), 'utf8')

it('equals the generated page; `npm run docs` regenerates it', () => {
  expect(written).toBe(nodePage())
})

it('has a section per method, and only links to sections', () => {
  const headings = [...written.matchAll(/^### ([a-z0-9_.]+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(nodeMethods.map(({ names }) => names[0]))
  const links = new Set([...written.matchAll(/\]\(#([a-z0-9_]+)\)/g)].map(([, name]) => name))
  expect([...links].toSorted()).toEqual(headings.map((name = '') => name.replaceAll('.', '')).toSorted())
})

it('has examples in JSON with declared parameters only', () => {
  const examples = [...written.matchAll(/-d '(.*)'$/gm)].map(([, body = '']) => JSON.parse(body))
  expect(examples.length).toBeGreaterThan(8)
  for (const { method, params } of examples) {
    const declared = nodeMethods.find(({ names }) => names.includes(method))
    if (declared === undefined || !('params' in declared)) throw new Error(`${method} is not there`)
    expect(Object.keys(declared.params)).toEqual(expect.arrayContaining(Object.keys(params ?? {})))
  }
})
