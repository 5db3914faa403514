// Random numbers and quorums against the reference's own figures.
import { describe, expect, it } from 'vitest'
import { quorumGenerator } from '../../src/devnet/oxen/mersenne.ts'

const HASH = Uint8Array.from({ length: 32 }, (_, i) => i + 1)

describe('the generator of quorums', () => {
  it.each([
    [0, [6001168976279077468n, 16903189074189357033n, 9668504959407948245n]],
    [1, [2947882527397369329n, 10182088566550242605n, 755075083909986349n]],
    [2, [6216548157455231949n, 1515549406579707870n, 7907311166064122945n]],
    [3, [5883861254152283466n, 8298112029692825428n, 2270977234423987417n]],
  ])('draws what the reference draws, for quorum %i', (kind, numbers) => {
    const generator = quorumGenerator(kind, HASH)
    expect(numbers.map(() => generator.draw())).toEqual(numbers)
  })

  it('shuffles as the reference does', () => {
    const items = Array.from({ length: 10 }, (_, i) => i)
    quorumGenerator(2, HASH).shuffle(items)
    expect(items).toEqual([9, 4, 1, 6, 8, 7, 0, 2, 3, 5])
  })
})
