// Every language that the page offers: complete, with the same placeholders, the plural forms of its grammar, and its own script.
import { describe, expect, it } from 'vitest'
import type { Texts } from '../../../../src/app/text/dictionary.ts'
import { en } from '../../../../src/app/text/en.ts'
import { languages, offeredLanguages } from '../../../../src/app/text/languages/languages.ts'
import type { Language } from '../../../../src/app/text/translation.ts'

type Forms = Readonly<Record<string, string>>

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']

/** Whether an object holds plural forms: the form `other`, which every language has, and nothing but categories. */
const isPlural = (texts: Texts): boolean =>
  'other' in texts && Object.keys(texts).every((key) => CATEGORIES.includes(key))

/** Returns every text by its key, each as forms; a text without plural forms has the form `text`. */
const formsByKey = (texts: Texts, path = ''): ReadonlyMap<string, Forms> =>
  new Map(
    Object.entries(texts).flatMap(([name, entry]) => {
      const key = `${path}${name}`
      if (typeof entry === 'string') return [[key, { text: entry }] as const]
      // Texts of a plural have no parts.
      return isPlural(entry) ? [[key, entry as Forms] as const] : [...formsByKey(entry, `${key}.`)]
    }),
  )

const placeholdersOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{\{ (\w+) \}\}/g)].map(([, name]) => name ?? ''))].sort()

const withoutPlaceholders = (text: string): string => text.replace(/\{\{ \w+ \}\}/g, '')

/** Counts of up to seven digits, among them those that plural rules tell apart; a fraction, for which Russian has a form of its own. */
const COUNTS = [...Array(1000).keys(), 1001, 1100, 10_000, 100_000, 1_000_000, 2_000_000, 1.5]

/** Returns the counts of a plural category. */
const countsOf = (language: Language, category: string): readonly number[] => {
  const rules = new Intl.PluralRules(language)
  return COUNTS.filter((count) => rules.select(count) === category)
}

const english = formsByKey(en)

/** Names and words that are the same in every language. */
const NAMES =
  /^(?:[\W\d_]|Faba|Oxen|Monero|Session|Lokinet|RPC|CSV|JSON|ID|Ctrl|Alt|[HKLPW]\b|(?:[Tt]estnet|[Dd]evnet|[Ss]tagenet)$)*$/u

/** Texts that are the same in English, without their placeholders: words of the same spelling. */
const SAME: { readonly [L in Language]?: readonly string[] } = {
  de: [
    'Backup',
    'Block',
    'Coin',
    'Coins',
    'Filter',
    'Link',
    'Name',
    'Node',
    'Nodes',
    'Normal',
    'Offline',
    'Passkey',
    'Reorganisation',
    'Stake',
    'Stakes',
    'System',
    'Text',
    'Tools',
    'Version',
    'Wallet',
    'optional',
  ],
  es: ['Error', 'No', 'Normal', 'Total', 'ms'],
  fr: [
    ', version',
    'Actions',
    'Contact',
    'Contacts',
    'Date',
    'Image',
    'Message',
    'Messages',
    'Note',
    'Notes',
    'Sections',
    'Signature',
    'Signatures',
    'Synchronisation',
    'Total',
    'Transactions',
    'Version',
    'confirmations',
    'minutes',
    'ms',
    'version',
  ],
  pt: ['Backup', 'Link', 'Normal', 'Total'],
}

const SCRIPTS: { readonly [L in Language]: RegExp } = {
  en: /^\p{Script=Latin}$/u,
  de: /^\p{Script=Latin}$/u,
  es: /^\p{Script=Latin}$/u,
  fr: /^\p{Script=Latin}$/u,
  pt: /^\p{Script=Latin}$/u,
  ru: /^[\p{Script=Cyrillic}\p{Script=Latin}]$/u,
  zh: /^[\p{Script=Han}\p{Script=Latin}]$/u,
  ar: /^[\p{Script_Extensions=Arabic}\p{Script=Latin}]$/u,
}

/** The scripts of languages that are not written in Latin letters. */
const OWN_SCRIPTS: { readonly [L in Language]?: RegExp } = {
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
}

/** What no text contains: typewriter marks, spaces at the ends or doubled, and invisible characters but soft hyphens. */
const STRAY = /["'`´]|\.\.\.|^\s|\s$|[^\S\n]{2}|(?!\n)\p{Cc}|(?!\u00ad)\p{Cf}|\ufffd/u

/** Parts of a text that keep their own direction. */
const withoutIsolates = (text: string): string => text.replace(/\u2066([^\u2066\u2069]*)\u2069/gu, '$1')

const loaded = await Promise.all(
  offeredLanguages.map(async (code) => ({ code, forms: formsByKey(await languages[code].load()) })),
)

describe.each(loaded)('the texts in $code', ({ code, forms }) => {
  const texts = [...forms].flatMap(([key, each]) => Object.entries(each).map(([form, text]) => ({ key, form, text })))

  it('have the keys of English', () => {
    expect([...forms.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('have a form for each plural category of the language, and counts that need it', () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
    expect(pluralCategories.filter((category) => countsOf(code, category).length === 0)).toEqual([])
    const plurals = [...forms].filter(([, each]) => !('text' in each))
    expect(plurals.length).toBeGreaterThan(20)
    for (const [key, each] of plurals) expect(Object.keys(each).sort(), key).toEqual([...pluralCategories].sort())
  })

  it('have the placeholders of English, and the count where a form is for several', () => {
    for (const { key, form, text } of texts) {
      const source = english.get(key) ?? {}
      const all = Object.values(source).map(placeholdersOf)
      const allowed = [...new Set(all.flat())].sort()
      const shared = allowed.filter((name) => name !== 'count' && all.every((names) => names.includes(name)))
      const needsCount = form !== 'text' && allowed.includes('count') && countsOf(code, form).length > 1
      const needed = form === 'text' ? allowed : needsCount ? [...shared, 'count'] : shared
      const found = placeholdersOf(text)
      expect(
        found.filter((name) => !allowed.includes(name)),
        `${key}.${form}`,
      ).toEqual([])
      expect(
        needed.filter((name) => !found.includes(name)),
        `${key}.${form}`,
      ).toEqual([])
      expect(withoutPlaceholders(text), `${key}.${form}`).not.toMatch(/[{}]/)
    }
  })

  it('have as many lines as in English', () => {
    const linesOf = (text: string | undefined) => text?.split('\n').length
    for (const { key, form, text } of texts)
      if (form === 'text') expect(linesOf(text), key).toBe(linesOf(english.get(key)?.['text']))
  })

  it('are composed of characters of the language, without stray ones', () => {
    for (const { key, text } of texts) {
      expect(text.trim(), key).not.toBe('')
      expect(text.normalize('NFC'), key).toBe(text)
      expect(code === 'ar' ? withoutIsolates(text) : text, key).not.toMatch(STRAY)
      const foreign = [...withoutPlaceholders(text)].filter((each) => /\p{L}/u.test(each) && !SCRIPTS[code].test(each))
      expect(foreign, key).toEqual([])
    }
  })

  it('are translated, but for names and words of the same spelling', () => {
    if (code === 'en') return
    const words = texts.filter(({ text }) => !NAMES.test(withoutPlaceholders(text)))
    const isSame = ({ key, form, text }: (typeof texts)[number]) =>
      [english.get(key)?.[form], english.get(key)?.['other']].includes(text)
    const same = words.filter(isSame).map(({ text }) => withoutPlaceholders(text).trim())
    expect([...new Set(same)].sort()).toEqual(SAME[code] ?? [])
    const script = OWN_SCRIPTS[code]
    if (script === undefined) return
    for (const each of words) if (!isSame(each)) expect(each.text, each.key).toMatch(script)
  })

  it('name the buttons of an address by texts that contain the word on them', () => {
    const textOf = (key: string): string => texts.find((each) => each.key === key)?.text.toLowerCase() ?? ''
    for (const [short, long] of [
      ['copy', 'receive.copyAddress'],
      ['link', 'receive.copyLink'],
      ['image', 'share.save'],
      ['new', 'receive.create'],
    ] as const) {
      const word = textOf(`receive.short.${short}`)
      // Chinese has no spaces between words.
      const pattern = code === 'zh' ? word : `(?<!\\p{L})${word}(?!\\p{L})`
      expect(textOf(long), long).toMatch(new RegExp(pattern, 'u'))
    }
  })
})
