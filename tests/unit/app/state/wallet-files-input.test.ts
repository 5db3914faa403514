// The files of wallet2 that the user chooses.
import { describe, expect, it } from 'vitest'
import { createWalletFilesInput } from '../../../../src/app/state/wallets/walletFilesInput.ts'
import { en } from '../../../../src/app/text/en.ts'
import '../../../support/english-texts.ts'

const fileOf = (name: string, ...bytes: number[]): File => new File([Uint8Array.from(bytes)], name)

const inputOf = () => {
  const names: string[] = []
  return { input: createWalletFilesInput((name) => names.push(name)), names }
}

describe('createWalletFilesInput', () => {
  it('returns the keys file, and the cache if it is chosen, in any order', async () => {
    const { input, names } = inputOf()
    input.add([fileOf('savings.keys', 1)])
    expect(await input.read()).toEqual({ keys: Uint8Array.of(1), cache: undefined })
    input.add([fileOf('savings', 2), fileOf('savings.address.txt', 3)])
    expect(await input.read()).toEqual({ keys: Uint8Array.of(1), cache: Uint8Array.of(2) })
    expect(names).toEqual(['savings'])
  })

  it('replaces a file of the same name, and removes one', async () => {
    const { input } = inputOf()
    input.add([fileOf('a', 1), fileOf('a.keys', 2)])
    input.add([fileOf('a', 3)])
    expect(await input.read()).toEqual({ keys: Uint8Array.of(2), cache: Uint8Array.of(3) })
    input.remove('a')
    expect(input.files().map(({ name }) => name)).toEqual(['a.keys'])
  })

  it.each([
    [[], en.files.missing],
    [['a'], en.files.noKeys],
    [['a', 'b', 'a.keys'], en.files.tooMany],
  ])('refuses %j with a problem, which a change removes', async (names, problem) => {
    const { input } = inputOf()
    input.add(names.map((name) => fileOf(name, 1)))
    expect(await input.read()).toBeUndefined()
    expect(input.problem()).toBe(problem)
    input.add([fileOf('c.keys', 1)])
    expect(input.problem()).toBe('')
  })

  it('refuses a file that is too large', async () => {
    const { input } = inputOf()
    const large = new Proxy(fileOf('a.keys', 1), {
      get: (file, key) => (key === 'size' ? 2 ** 30 : Reflect.get(file, key)),
    })
    input.add([large])
    expect(await input.read()).toBeUndefined()
    expect(input.problem()).toBe(en.data.large)
  })
})
