// Account tags by regular expression: they match as a whole, and no pattern makes a search take long.
import { expect, it } from 'vitest'
import { JsonRpcError } from '../../../src/jsonrpc/errors.ts'
import { tagMatcher } from '../../../src/rpc/calls/tagPattern.ts'

const TAGS = ['', 'shop', 'shop 2', 'travel', 'Ünï']

const matched = (pattern: string): string[] => TAGS.filter(tagMatcher(pattern))

it('matches whole tags, those of accounts without one as empty texts', () => {
  expect(matched('shop')).toEqual(['shop'])
  expect(matched('shop.*')).toEqual(['shop', 'shop 2'])
  expect(matched('shop|travel')).toEqual(['shop', 'travel'])
  expect(matched('.*')).toEqual(TAGS)
  expect(matched('.n.')).toEqual(['Ünï'])
  expect(matched('x')).toEqual([])
})

it.each(['(', '[', '*', '\\', 'a{2,1}'])('rejects the malformed pattern %s', (pattern) => {
  expect(() => tagMatcher(pattern)).toThrow(JsonRpcError)
})

it.each(['(a+)+b', '(a|a)*b', '(?:a|a){9,}b', `${'a*'.repeat(10)}b`, `${'a?'.repeat(40)}b`, `${'(a|a)'.repeat(30)}b`])(
  'refuses %s for long tags',
  (pattern) => {
    expect(() => tagMatcher(pattern)('a'.repeat(40))).toThrow(/is refused/)
  },
)
