// What the types of a translation leave open: its placeholders, and texts that English no longer has.
import { describe, expect, it } from 'vitest'
import type { Texts } from '../../../src/app/text/dictionary.ts'
import { en } from '../../../src/app/text/en.ts'
import { languages, offeredLanguages } from '../../../src/app/text/languages.ts'

const isPlural = (texts: Texts): boolean =>
  typeof texts['other'] === 'string' && Object.keys(texts).every((key) => /^(zero|one|two|few|many|other)$/.test(key))

/** Returns texts and plural forms by key. */
const entriesOf = (texts: Texts, path = ''): readonly (readonly [key: string, entry: string | Texts])[] =>
  Object.entries(texts).flatMap(([key, entry]) =>
    typeof entry === 'string' || isPlural(entry) ? [[path + key, entry] as const] : entriesOf(entry, `${path}${key}.`),
  )

const placeholdersOf = (text: string): readonly string[] => [...new Set(text.match(/\{\{ \w+ \}\}/g))].sort()

const formsOf = (entry: string | Texts): readonly string[] =>
  Object.values(typeof entry === 'string' ? { other: entry } : entry).filter((form) => typeof form === 'string')

/** The form of one or two things may write the number as a word, and leave out what goes with several things only. */
const placeholderFaults = (key: string, source: string | Texts, translated: string | Texts): readonly string[] => {
  const wanted = placeholdersOf(formsOf(source).join(' '))
  const plain = typeof translated === 'string' ? translated : String(translated['other'])
  const known = formsOf(translated).every((form) => placeholdersOf(form).every((each) => wanted.includes(each)))
  return known && placeholdersOf(plain).join() === wanted.join() ? [] : [key]
}

describe.each(offeredLanguages)('translation %s', (code) => {
  it('has the texts of English, and no others', async () => {
    const keys = entriesOf((await languages[code]?.load()) ?? {}).map(([key]) => key)
    expect(keys.sort()).toEqual(
      entriesOf(en)
        .map(([key]) => key)
        .sort(),
    )
  })

  it('has a text for each key, with the placeholders of English', async () => {
    const translated = new Map(entriesOf((await languages[code]?.load()) ?? {}))
    const entries = entriesOf(en).map(([key, source]) => [key, source, translated.get(key) ?? ''] as const)
    expect(entries.filter(([, , entry]) => formsOf(entry).some((form) => form.trim() === ''))).toEqual([])
    expect(entries.flatMap(([key, source, entry]) => placeholderFaults(key, source, entry))).toEqual([])
  })
})
