// RandomX against the hashes of its own tests. tests/interop/node/proof-of-work.test.ts compares more with monerod.

import { expect, it } from 'vitest'
import { runToCompletion } from '../../../src/async/timeSlices.ts'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { openRandomx } from '../../../src/crypto/hash/randomx/randomx.ts'

const randomx = await openRandomx()

/** Keys, inputs and hashes of tevador's tests of version 1. */
it.each([
  ['test key 000', 'This is a test', '639183aae1bf4c9a35884cb46b09cad9175f04efd7684e7262a0ac1c2f0b4e3f'],
  ['test key 000', 'Lorem ipsum dolor sit amet', '300a0adb47603dedb42228ccb2b211104f4da45af709cd7547cd049e9489c969'],
  [
    'test key 000',
    'sed do eiusmod tempor incididunt ut labore et dolore magna aliqua',
    'c36d4ed4191e617309867ed66a443be4075014e2b061bcdaf9ce7b721d2b77a8',
  ],
  [
    'test key 001',
    'sed do eiusmod tempor incididunt ut labore et dolore magna aliqua',
    'e9ff4503201c0c2cca26d285c93ae883f9b1d30c9eb240b820756f2d5a7905fc',
  ],
])('hashes with key "%s" the input "%s"', (key, input, hash) => {
  expect(toHex(randomx.hash(utf8(key), utf8(input)))).toBe(hash)
})

it('hashes for one seed while another is prepared', async () => {
  const preparing = randomx.prepare(utf8('test key 001'))
  expect(toHex(randomx.hash(utf8('test key 000'), utf8('This is a test')))).toBe(
    '639183aae1bf4c9a35884cb46b09cad9175f04efd7684e7262a0ac1c2f0b4e3f',
  )
  await preparing
  expect(toHex(randomx.hash(utf8('test key 000'), utf8('Lorem ipsum dolor sit amet')))).toBe(
    '300a0adb47603dedb42228ccb2b211104f4da45af709cd7547cd049e9489c969',
  )
})

it('computes a hash in steps, also if others are computed in between, for this seed or another', () => {
  const [key, other, input] = ['test key 000', 'test key 001', 'Lorem ipsum dolor sit amet'].map(utf8)
  if (key === undefined || other === undefined || input === undefined) throw new Error('there is no key')
  const expected = toHex(randomx.hash(key, input))
  const steps = randomx.hashSteps(key, input)
  let count = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) count++
  expect(toHex(step.value)).toBe(expected)
  expect(count).toBe(7)
  for (const between of [key, other]) {
    const interrupted = randomx.hashSteps(key, input)
    interrupted.next()
    randomx.hash(between, utf8('another input'))
    expect(toHex(runToCompletion(interrupted))).toBe(expected)
  }
})
