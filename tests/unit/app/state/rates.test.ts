// Rates of a service that the user named: how they are read, how amounts are valued, and when they are no longer current.
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  amountOfValue,
  fiatValueOf,
  formatPrice,
  formatValue,
  isCurrency,
  rateText,
} from '../../../../src/app/format/rate.ts'
import { parseRate } from '../../../../src/app/host/services/rate.ts'
import { fetchRate, fillPlaceholders, findRate } from '../../../../src/app/host/services/rateService.ts'
import { quoteAge } from '../../../../src/app/state/rates/liveRate.ts'
import { isOfPreset, PRESET_CURRENCIES, presetOf, sourceOfPreset } from '../../../../src/app/state/rates/ratePresets.ts'
import { checkRateSource, parseSources } from '../../../../src/app/state/rates/rateSources.ts'
import '../../../support/english-texts.ts'

const rate = (text: string) => {
  const parsed = parseRate(text)
  if (parsed === undefined) throw new Error(`no rate: ${text}`)
  return parsed
}

describe('a rate', () => {
  it.each([
    ['164.52', 16452n, 2],
    ['0.031245', 31245n, 6],
    ['1.5e-7', 15n, 8],
    ['2E3', 2000n, 0],
    ['1.25e1', 125n, 1],
    ['7', 7n, 0],
    ['0.1234567890123456789', 1234567890123456789n, 19],
  ])('%s is read exactly', (text, units, decimals) => {
    expect(parseRate(text)).toEqual({ units, decimals })
  })

  it.each(['', '0', '0.00', '-1', '1,5', 'NaN', '1e999', 'Infinity', '0x10', '1.', '9'.repeat(61)])(
    '%s is refused',
    (text) => {
      expect(parseRate(text)).toBeUndefined()
    },
  )

  it('is written as it was read', () => {
    expect(rateText(rate('0.031245'))).toBe('0.031245')
    expect(rateText(rate('2e3'))).toBe('2000')
  })
})

describe('the value of an amount', () => {
  it('is exact beyond 2^53, and rounded half up', () => {
    expect(fiatValueOf(18_446_744_073_709_551_615n, 12, rate('1'), 2)).toBe(1_844_674_407n)
    expect(fiatValueOf(18_446_744_073_709_551_615n, 0, rate('0.5'), 0)).toBe(9_223_372_036_854_775_808n)
    expect(fiatValueOf(5n, 3, rate('1'), 2)).toBe(1n)
    expect(fiatValueOf(4n, 3, rate('1'), 2)).toBe(0n)
  })

  it('is off by at most half of the smallest unit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(1n, 10n ** 12n), (amount, units) => {
        const value = fiatValueOf(amount, 9, { units, decimals: 6 }, 2)
        const error = value * 10n ** 13n - amount * units
        expect(error <= 10n ** 13n / 2n && -error <= 10n ** 13n / 2n).toBe(true)
      }),
    )
  })

  it('buys an amount of as many digits as a rate has, which is worth it again', () => {
    expect(amountOfValue(2500n, 2, 12, rate('164.52'))).toBe(151_957_000_000n)
    expect(amountOfValue(1n, 2, 9, rate('0.000001'))).toBe(10_000_000_000_000n)
    expect(amountOfValue(0n, 2, 9, rate('1'))).toBe(0n)
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, 10n ** 12n), (value, units) => {
        const price = { units, decimals: 6 }
        const again = fiatValueOf(amountOfValue(value, 2, 12, price), 12, price, 2)
        const error = again > value ? again - value : value - again
        expect(error * 100_000n <= value + 100_000n).toBe(true)
      }),
    )
  })

  it('is text of the language and of the currency', () => {
    expect(formatValue(1_234_500_000_000n, 9, rate('0.1'), 'USD')).toBe('$123.45')
    expect(formatValue(1_500_000_000_000n, 9, rate('1'), 'JPY')).toBe('¥1,500')
    expect(formatValue(1n, 9, rate('1'), 'USD')).toBe('less than $0.01')
    expect(formatValue(0n, 9, rate('1'), 'USD')).toBe('$0.00')
    expect(formatPrice(rate('0.0123456789'), 'USD')).toBe('$0.0123457')
  })
})

describe('the answer of a service', () => {
  it.each([
    ['{"monero":{"usd":164.52}}', 'monero.usd', '164.52'],
    ['{"data":[{"price":"0.0312"}]}', 'data.0.price', '0.0312'],
    ['{"result":{"XXMRZEUR":{"c":["151.20000000","0.4"]}}}', 'result.XXMRZEUR.c.0', '151.20000000'],
    ['12.5', '', '12.5'],
    ['{"a \\"1\\" b":1,"rate":0.1234567890123456789}', 'rate', '0.1234567890123456789'],
  ])('%s has the rate at %s', (answer, path, text) => {
    expect(rateText(findRate(answer, path))).toBe(text)
  })

  it.each([
    ['{"monero":{"usd":164.52}}', 'monero.eur', 'path'],
    ['{"monero":{"usd":164.52}}', 'monero', 'path'],
    ['{"monero":{"usd":0}}', 'monero.usd', 'path'],
    ['{}', 'constructor.name', 'path'],
    ['null', 'a.b', 'path'],
    ['<html>', '', 'format'],
    ['{"a":1', 'a', 'format'],
  ])('%s has none at %s', (answer, path, fault) => {
    expect(() => findRate(answer, path)).toThrow(expect.objectContaining({ code: 'rate', details: { fault } }))
  })

  it('never fails otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.string(), (answer, path) => {
        try {
          expect(findRate(answer, path).units > 0n).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ code: 'rate' })
        }
      }),
    )
  })
})

describe('a request', () => {
  afterEach(() => vi.unstubAllGlobals())
  const SOURCE = { url: 'https://rates.test/{TICKER}?in={currency}', path: '{ticker}.{CURRENCY}', currency: 'EUR' }

  it('replaces the placeholders, and tells nothing of the user', async () => {
    const fetch = vi.fn(async () => new Response('{"xmr":{"EUR":151.2}}'))
    vi.stubGlobal('fetch', fetch)
    expect(rateText(await fetchRate(SOURCE, 'XMR'))).toBe('151.2')
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      'https://rates.test/XMR?in=eur',
      expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' }),
    )
    expect(fillPlaceholders('{other}', 'EUR', 'XMR')).toBe('{other}')
  })

  it.each([
    ['unreachable', async () => Promise.reject(new TypeError('failed'))],
    ['status', async () => new Response('slow down', { status: 429 })],
    ['format', async () => new Response('"'.padEnd(500_001, 'a'))],
  ])('reports the fault %s', async (fault, answer) => {
    vi.stubGlobal('fetch', answer)
    await expect(fetchRate(SOURCE, 'XMR')).rejects.toMatchObject({ code: 'rate', details: { fault } })
  })
})

describe('a rate that was reported earlier', () => {
  const MINUTE = 60_000
  it.each([
    [5 * MINUTE, false, 'current'],
    [5 * MINUTE, true, 'stale'],
    [21 * MINUTE, false, 'stale'],
    [25 * 60 * MINUTE, false, 'useless'],
  ])('after %i ms, with a failure: %s, is %s', (passed, hasFailed, age) => {
    expect(quoteAge({ at: 1000 }, 1000 + passed, hasFailed)).toBe(age)
  })
})

describe('a service that the user names', () => {
  it('needs an address that a page may request, and a currency', () => {
    vi.stubGlobal('location', { origin: 'http://page.test' })
    const check = (url: string, currency = 'EUR') => checkRateSource({ url, path: '', currency })
    expect(check('https://rates.test/?in={currency}')).toBeUndefined()
    expect(check('http://127.0.0.1:8000/{ticker}.json')).toBeUndefined()
    expect(check('rates.test/?in={currency}')).toBeUndefined()
    expect(check('http://rates.test/')).toBe('scheme')
    expect(check('https://user:secret@rates.test/')).toBe('login')
    expect(check('https://rates.test:99999/')).toBe('port')
    expect(check('rates')).toBe('form')
    expect(check('https://rates.test/', 'EURO')).toBe('currency')
    expect(isCurrency('XYZ')).toBe(false)
    vi.unstubAllGlobals()
  })

  it('is not taken from a damaged preference', () => {
    const source = { url: 'https://rates.test', path: '', currency: 'EUR' }
    expect(parseSources(JSON.stringify({ a: source, b: { url: 'https://rates.test' }, c: null }))).toEqual({
      a: source,
    })
    for (const text of ['', '{', 'null', '[1]', '"a"']) expect(parseSources(text)).toEqual({})
  })
})

describe('a service that the page knows', () => {
  it('is offered for coins with a value, and its rate is found in its response', () => {
    expect(presetOf('oxen-regtest')).toBeUndefined()
    const preset = presetOf('monero-mainnet')
    if (preset === undefined) throw new Error('there is none')
    for (const currency of PRESET_CURRENCIES) expect(isCurrency(currency), currency).toBe(true)
    const source = sourceOfPreset(preset, 'EUR')
    expect(checkRateSource(source)).toBeUndefined()
    expect(isOfPreset(source, preset)).toBe(true)
    expect(new URL(fillPlaceholders(source.url, 'EUR', 'XMR')).host).toBe(preset.host)
    expect(findRate('{"monero":{"eur":151.23}}', fillPlaceholders(source.path, 'EUR', 'XMR'))).toEqual(rate('151.23'))
  })
})
