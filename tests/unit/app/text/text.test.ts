// Texts by key: placeholders, plural forms of a small translation, and the change of the language while texts are shown.
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { amountParts, editableAmount } from '../../../../src/app/format/amount.ts'
import { formatBytes } from '../../../../src/app/format/bytes.ts'
import { fillIn, pluralOf, textOf } from '../../../../src/app/text/dictionary.ts'
import { en } from '../../../../src/app/text/en.ts'
import { ar } from '../../../../src/app/text/languages/ar.ts'
import { language, localeFormats, preferredLanguage } from '../../../../src/app/text/locale.ts'
import { inOneLine, listOf, showTexts, t, tCount } from '../../../../src/app/text/text.ts'
import type { CountKeys, PluralCategories, TextKeys, Translated } from '../../../../src/app/text/translation.ts'
import { withoutDirectionControls } from '../../../../src/bytes/invisibleCharacters.ts'
import '../../../support/english-texts.ts'

// The reactive build, which is that of the browser.
vi.mock('solid-js', () => vi.importActual('solid-js/dist/solid.js'))

const source = {
  list: { title: 'Payments of {{ name }}', count: { one: '1 payment', other: '{{ count }} payments' } },
  action: { other: 'Use another wallet', save: 'Save' },
}

type Source = typeof source

const arabic: Translated<Source, PluralCategories['ar']> = {
  list: {
    title: 'دفعات {{ name }}',
    count: {
      zero: 'لا دفعات',
      one: 'دفعة واحدة',
      two: 'دفعتان',
      few: '{{ count }} دفعات',
      many: '{{ count }} دفعة',
      other: '{{ count }} دفعة',
    },
  },
  action: { other: 'استخدم محفظة أخرى', save: 'حفظ' },
}

describe('texts', () => {
  it('tells the keys of texts from those of plural forms', () => {
    expectTypeOf<TextKeys<Source>>().toEqualTypeOf<'list.title' | 'action.other' | 'action.save'>()
    expectTypeOf<CountKeys<Source>>().toEqualTypeOf<'list.count'>()
  })

  it('returns the text of a key', () => {
    expect(textOf(arabic, 'action.save')).toBe('حفظ')
    expect(textOf(arabic, 'action.missing')).toBe('action.missing')
  })

  it('selects the plural form by the rules of the language', () => {
    const rules = new Intl.PluralRules('ar')
    const forms = [0, 1, 2, 3, 11, 100].map((count) => pluralOf(arabic, 'list.count', rules, count))
    const { zero, one, two, few, many, other } = arabic.list.count
    expect(forms).toEqual([zero, one, two, few, many, other])
  })

  it('inserts values as they are, whatever characters they contain', () => {
    expect(fillIn('{{ name }} and {{name}}, not {{ other }}', { name: '$& {{ other }}' })).toBe(
      '$& {{ other }} and $& {{ other }}, not {{ other }}',
    )
  })

  it('writes a count with its digits grouped', () => {
    expect(tCount('history.count', 1)).toBe('1 payment')
    expect(tCount('history.count', 12_345)).toBe('12\u202f345 payments')
  })
})

describe('the language', () => {
  it('is the first one of the user that the page offers', () => {
    const offered = ['en', 'de', 'ar'] as const
    expect(preferredLanguage(offered, ['fr-CA', 'de-AT', 'en'])).toBe('de')
    expect(preferredLanguage(offered, ['AR-eg'])).toBe('ar')
    expect(preferredLanguage(offered, ['fr', 'arn'])).toBeUndefined()
  })

  it('changes texts and numbers that are already shown', async () => {
    const { createEffect, createRoot } = await import('solid-js')
    const shown: string[] = []
    createRoot(() => {
      createEffect(() => {
        shown.push(`${t('action.save')} · ${tCount('history.count', 2)} · ${amountParts(1_500n, 3).join('')}`)
      })
    })
    const german = {
      ...en,
      action: { ...en.action, save: 'Speichern' },
      history: { ...en.history, count: { one: '1 Zahlung', other: '{{ count }} Zahlungen' } },
    }
    showTexts('de', german)
    expect(language()).toBe('de')
    expect(editableAmount(1_500n, 3)).toBe('1,5')
    expect(formatBytes(2_345_678)).toBe('2,3\u00a0MB')
    expect(localeFormats().date.format(new Date(2026, 2, 1))).toBe('01.03.2026')
    showTexts('en', en)
    expect(shown).toEqual(['Save · 2 payments · 1.50', 'Speichern · 2 Zahlungen · 1,50', 'Save · 2 payments · 1.50'])
  })
})

describe('texts from right to left', () => {
  const inArabic = <T>(read: () => T): T => {
    showTexts('ar', ar)
    try {
      return read()
    } finally {
      showTexts('en', en)
    }
  }

  it('writes numbers and dates with the digits 0–9', () => {
    const { formats, count } = inArabic(() => ({ formats: localeFormats(), count: tCount('history.count', 12_345) }))
    expect(count).toBe('\u206812\u202f345\u2069 دفعة')
    const texts = [formats.dateAndTime, formats.dayOfYear, formats.date, formats.month, formats.shortMonth].map(
      (each) => each.format(new Date(2026, 2, 1)),
    )
    for (const text of [...texts, formats.compact.format(1234)]) {
      expect(text).toMatch(/[0-9]/)
      expect(text).not.toMatch(/[٠-٩۰-۹]/)
    }
  })

  it('isolates values, parts of a line and names, which begin in either direction', () => {
    const [value, line, names] = inArabic(() => [
      t('send.for', { name: 'Ann (shop)' }),
      inOneLine(['Ann!', '', 'سعاد']),
      listOf(['Ann', 'سعاد']),
    ])
    expect(value).toBe('إلى \u2068Ann (shop)\u2069')
    expect(line).toBe('\u2068Ann!\u2069 · \u2068سعاد\u2069')
    expect(names).toMatch(/^\u2068Ann\u2069.+\u2068سعاد\u2069$/)
    expect(withoutDirectionControls(line ?? '')).toBe('Ann! · سعاد')
  })

  it('isolates values and names that run from right to left, or would turn what follows, also in other languages', () => {
    expect(t('send.for', { name: 'سعاد' })).toBe('For \u2068سعاد\u2069')
    expect(t('send.for', { name: 'Ann\u202e' })).toBe('For \u2068Ann\u2069')
    expect(t('send.for', { name: 'A\u2069\u202eB' })).toBe('For \u2068AB\u2069')
    expect(inOneLine(['\u2067Ann', 'Faba'])).toBe('\u2068\u2067Ann\u2069\u2069 · Faba')
    expect(listOf(['Ann\u200f', 'Ben'])).toBe('\u2068Ann\u200f\u2069, Ben')
  })

  it('keeps the isolates of a text that is part of another', () => {
    const inner = t('send.for', { name: 'سعاد' })
    expect(t('send.for', { name: inner })).toBe(`For \u2068${inner}\u2069`)
  })

  it('has no isolates where lines run from left to right', () => {
    expect(inOneLine(['Ann!', '', 'Ben'])).toBe('Ann! · Ben')
    expect(listOf(['Ann', 'Ben', 'Cem'])).toBe('Ann, Ben, Cem')
  })
})
