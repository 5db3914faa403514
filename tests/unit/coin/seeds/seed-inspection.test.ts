// What the page is told about the words of a seed while they are typed.

import { describe, expect, it } from 'vitest'
import { encodeSeed } from '../../../../src/coin/seeds/seed.ts'
import { inspectSeed, type SeedInspection } from '../../../../src/coin/seeds/seedInspection.ts'

const POLYSEED =
  'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language'
const HALF = 'foxes selfish humid nexus juvenile dodge pepper ember biscuit elapse jazz vibrate biscuit'

const inspect = (text: string): Promise<SeedInspection> => inspectSeed(text, 0)

const standard = await encodeSeed(
  Uint8Array.from({ length: 32 }, (_, i) => 7 * i),
  'English',
)

describe('inspectSeed', () => {
  it('finds the first word that is in no list, and what was meant', async () => {
    expect((await inspect('abbey abducts ability gog ablaze')).unknown).toBeUndefined()
    const { unknown, language } = await inspect('abbey abducts gogles hectare ')
    expect(unknown).toEqual({ position: 3, nearest: expect.arrayContaining(['goggles']) })
    expect(language).toBe('English')
    expect((await inspect('abbey abducts qqqqqqqqqq ')).unknown).toEqual({ position: 3, nearest: [] })
    expect((await inspect('tabú pestaña pumma ')).unknown).toEqual({
      position: 3,
      nearest: expect.arrayContaining(['puma']),
    })
  })

  it('finds no unknown word where too few words determine the language', async () => {
    expect((await inspect('abbey qqqq ')).unknown).toBeUndefined()
    expect(await inspect('')).toEqual({
      ...{ kind: undefined, language: undefined, unknown: undefined, completions: [], checksum: undefined },
    })
  })

  it('proposes words for the last one while it is typed', async () => {
    expect((await inspect('abbey abducts abi')).completions).toEqual(['ability'])
    expect((await inspect('abbey abducts abi')).unknown).toBeUndefined()
    expect((await inspect('abbey abducts ability')).completions).toEqual([])
    expect((await inspect('abbey abducts abi ')).completions).toEqual([])
    expect((await inspect('eje fin célebre prisi')).completions).toEqual(['prisión'])
  })

  it('tells a standard seed from a polyseed as soon as a word differs', async () => {
    expect((await inspect('ability ')).kind).toBeUndefined()
    expect((await inspect('abbey ')).kind).toBe('standard')
    expect((await inspect('raven infant ')).kind).toBe('polyseed')
  })

  it('recognises whole seeds of each kind by their checksums', async () => {
    expect(await inspect(standard)).toMatchObject({ kind: 'standard', checksum: 'right', language: 'English' })
    expect(await inspect(POLYSEED)).toMatchObject({ kind: 'polyseed', checksum: 'right', language: 'English' })
    expect(await inspect(HALF)).toMatchObject({ kind: 'half', checksum: 'right' })
  })

  it('reports a checksum that does not fit', async () => {
    const words = standard.split(' ')
    const swapped = [...words.slice(0, 24), words.find((word) => word !== words[24])].join(' ')
    expect(await inspect(swapped)).toMatchObject({ kind: 'standard', checksum: 'wrong' })
    expect(await inspect(POLYSEED.replace('lamp duck', 'duck lamp'))).toMatchObject({
      kind: 'polyseed',
      checksum: 'wrong',
    })
    // More words can follow.
    expect((await inspect(HALF.replace('hum', 'zesty'))).checksum).toBeUndefined()
  })
})
