// What the page reads of development nodes: counts that the user types, and results of their methods.
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { parseCount, ServiceNodes } from '../../../../src/app/format/developmentResults.ts'

describe('a count', () => {
  it.each([
    ['1', 1],
    [' 10 ', 10],
    ['0', undefined],
    ['11', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e1', undefined],
    ['', undefined],
  ])('of “%s” is %s', (text, count) => {
    expect(parseCount(text, 10)).toBe(count)
  })
})

it('reads a list without service nodes, which a node leaves out', () => {
  expect(v.parse(ServiceNodes, { status: 'OK', height: 5 })).toEqual({ service_nodes: [] })
})
