// What of a PostgreSQL server reaches the driver: whole messages that it can read, however they are cut on the way.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StoreUnreadableError } from '../../../src/store/errors.ts'
import { BackendMessages } from '../../../src/store/postgres/backendMessages.ts'
import { runs } from '../../support/runs.ts'

const message = (kind: string, body: string | readonly number[] = ''): Buffer => {
  const content = typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body)
  const header = Buffer.alloc(5)
  header.write(kind)
  header.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([header, content])
}

const column = [97, 0, ...Array<number>(18).fill(0)]
const READY = message('Z', 'I')

const GOOD = [
  message('R', [0, 0, 0, 10, ...Buffer.from('SCRAM-SHA-256\0\0')]),
  message('R', [0, 0, 0, 11, ...Buffer.from('r=abc,s=YWJj,i=4096')]),
  message('R', [0, 0, 0, 12, ...Buffer.from('v=YWJj')]),
  message('R', [0, 0, 0, 0]),
  message('S', 'a\0b\0'),
  READY,
  message('T', [0, 2, ...column, ...column]),
  message('D', [0, 1, 0, 0, 0, 1, 97]),
  message('C', 'SELECT 1\0'),
  message('E', 'SERROR\0\0'),
]

describe('messages of a server', () => {
  it('are passed on whole, wherever the network cuts them', () => {
    const all = Buffer.concat(GOOD)
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 30 }), (cuts) => {
        const messages = new BackendMessages()
        const ends = [...cuts, all.length].sort((a, b) => a - b)
        const passed = ends.map((end, i) => messages.receive(all.subarray(ends[i - 1] ?? 0, end)))
        expect(Buffer.concat(passed).equals(all)).toBe(true)
      }),
      { numRuns: runs(200) },
    )
    const messages = new BackendMessages()
    expect(messages.receive(all.subarray(0, -1))).toHaveLength(all.length - (GOOD.at(-1)?.length ?? 0))
  })

  it.each([
    ['of an unknown kind', message('x')],
    ['that copy', message('G', [0, 0, 0])],
    ['that suspend a portal', message('s')],
    ['shorter than their length', Buffer.of(68, 0, 0, 0, 3)],
    ['of gigabytes', Buffer.of(68, 255, 255, 255, 255)],
    ['without an authentication code', message('R', [0, 0])],
    ['of an unknown authentication', message('R', [0, 0, 0, 7])],
    ['with a malformed challenge', message('R', [0, 0, 0, 11, ...Buffer.from('r=a')])],
    // The driver computes them at once, which takes hours.
    ['with two billion iterations', message('R', [0, 0, 0, 11, ...Buffer.from('r=a,s=YQ==,i=2000000000')])],
    ['that authenticate after the login', Buffer.concat([READY, message('R', [0, 0, 0, 3])])],
    // The driver searches for the end of a name without a bound.
    ['with a column whose name has no end', message('T', [0, 1, 97, 97])],
    ['with fewer columns than they say', message('T', [0, 2, ...column])],
    ['without a number of columns', message('T', [0])],
  ])('%s are refused', (_, bytes) => {
    expect(() => new BackendMessages().receive(bytes)).toThrow(StoreUnreadableError)
  })
})
