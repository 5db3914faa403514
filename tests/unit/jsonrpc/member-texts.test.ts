// The members of a JSON object as they are written.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonError } from '../../../src/jsonrpc/json.ts'
import { joinMembers, splitMembers } from '../../../src/jsonrpc/memberTexts.ts'

describe('member texts', () => {
  it('are those of the object, with any white space', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1, 3), (object, indent) => {
        const members = splitMembers(JSON.stringify(object, undefined, indent))
        expect([...members.keys()].sort()).toEqual(Object.keys(object).sort())
        for (const [name, text] of members) expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(object[name])))
        expect(JSON.parse(joinMembers(members))).toEqual(JSON.parse(JSON.stringify(object)))
      }),
    )
  })

  it('keep how numbers and texts are written', () => {
    const text = '{"a":-1.0,"b":1e2,"c":"\\u0041","d":18446744073709551615}'
    expect(joinMembers(splitMembers(text))).toBe(text)
  })

  it('are of one object only', () => {
    for (const text of ['', '[]', '{', '{"a":}', '{} {}', 'null']) expect(() => splitMembers(text)).toThrow(JsonError)
  })
})
