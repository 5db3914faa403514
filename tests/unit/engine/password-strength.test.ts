// The strength of passwords, as advice.
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { createKeyboards } from '../../../src/engine/api/keyboards.ts'
import { estimatePassword } from '../../../src/engine/api/passwordStrength.ts'

it.each([
  ['password1', 0],
  ['qwertyuiop', 0],
  ['aaaaaaaaaaaaaaaa', 0],
  ['monero2024', 0],
  ['Tr0ub4dour', 2],
  ['correct horse battery staple', 3],
  ['xK9$mQ2!vB7z', 3],
] as const)('rates %s', async (password, strength) => {
  expect(await estimatePassword(password, [])).toBe(strength)
})

it('rates a password lower that is the name of the wallet', async () => {
  expect(await estimatePassword('Zwetschgenkuchen', ['Zwetschgenkuchen'])).toBe(0)
  expect(await estimatePassword('Zwetschgenkuchen', [])).toBe(3)
})

it('takes as long for a very long text as for its beginning', async () => {
  expect(await estimatePassword('correct horse battery staple '.repeat(2000), [])).toBe(3)
})

it('knows the keyboards of zxcvbn', () => {
  expect(createKeyboards()).toEqual(adjacencyGraphs)
})
