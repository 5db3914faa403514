// Data that the user carries between wallets: pasted as hex, or chosen as a file of bytes or of hex.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBytes } from '../../../../src/app/format/bytes.ts'
import { createDataInput } from '../../../../src/app/state/tools/dataInput.ts'
import { en } from '../../../../src/app/text/en.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import '../../../support/english-texts.ts'

const fileOf = (content: string | Uint8Array<ArrayBuffer>): File => new File([content], 'set')

describe('createDataInput', () => {
  it('returns the bytes of a pasted text, with spaces and line breaks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(64), (bytes, at) => {
        const input = createDataInput()
        const hex = toHex(bytes)
        input.setText(`${hex.slice(0, at)} \n${hex.slice(at).toUpperCase()}\n`)
        expect(input.validate()).toEqual(bytes)
        expect(input.problem()).toBe('')
      }),
    )
  })

  it.each([
    ['', en.data.missing],
    ['  \n', en.data.missing],
    ['abc', en.data.notHex],
    ['zz', en.data.notHex],
    ['0x12', en.data.notHex],
  ])('refuses %j with a problem, which a change removes', (text, problem) => {
    const input = createDataInput()
    input.setText(text)
    expect(input.validate()).toBeUndefined()
    expect(input.problem()).toBe(problem)
    input.setText('00')
    expect(input.problem()).toBe('')
  })

  it('returns the bytes of a file, and those that a text file spells', async () => {
    const bytes = new TextEncoder().encode('Loki unsigned tx set\x04')
    const input = createDataInput()
    await input.openFile(fileOf(bytes))
    expect(input.file()).toEqual({ name: 'set', size: bytes.length })
    expect(input.validate()).toEqual(bytes)
    await input.openFile(fileOf(`${toHex(bytes)}\n`))
    expect(input.validate()).toEqual(bytes)
    input.clear()
    expect(input.file()).toBeUndefined()
    expect(input.validate()).toBeUndefined()
  })

  it('refuses a file that is too large, and an empty one', async () => {
    const input = createDataInput()
    const large = new Proxy(fileOf('00'), {
      get: (file, key) => (key === 'size' ? 33 * 1024 * 1024 : Reflect.get(file, key)),
    })
    await input.openFile(large)
    expect(input.problem()).toBe(en.data.large)
    await input.openFile(fileOf(''))
    expect(input.validate()).toBeUndefined()
    expect(input.problem()).toBe(en.data.missing)
  })
})

describe('formatBytes', () => {
  it.each([
    [0, '0\u00a0B'],
    [999, '999\u00a0B'],
    [1000, '1.0\u00a0kB'],
    [999_949, '999.9\u00a0kB'],
    [999_950, '1.0\u00a0MB'],
    [2_345_678, '2.3\u00a0MB'],
    [999_949_999, '999.9\u00a0MB'],
    [10_740_400_000, '10.7\u00a0GB'],
  ])('formats %d', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
