// Addresses, amounts, seeds and payment URIs: round trips of arbitrary values, and hostile texts, which are decoded or rejected with a
// named error.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { AddressError, formatAddress, parseAddress } from '../../../src/coin/addresses/address.ts'
import { formatPaymentUri, PaymentUriError, parsePaymentUri } from '../../../src/coin/addresses/paymentUri.ts'
import { AmountError, formatAmount, formatShortAmount, parseAmount } from '../../../src/coin/amount.ts'
import { networks } from '../../../src/coin/networks/networks.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { seedLanguages } from '../../../src/coin/seeds/languages.ts'
import { decodeSeed, encodeSeed, SeedError } from '../../../src/coin/seeds/seed.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { u64 } from '../../support/coin/arbitraries.ts'

describe('texts', () => {
  const secret = () => fc.uint8Array({ minLength: 32, maxLength: 32 })
  const network = fc.constantFrom(...networks)
  const paymentId = fc.option(fc.uint8Array({ minLength: 8, maxLength: 8 }), { nil: undefined })

  it('round-trip as addresses on every network', () => {
    fc.assert(
      fc.property(network, secret(), secret(), paymentId, fc.boolean(), (on, spend, view, id, isSub) => {
        const address = {
          kind: id === undefined ? (isSub ? ('subaddress' as const) : ('standard' as const)) : ('integrated' as const),
          spendKey: publicKeyOf(spend),
          viewKey: publicKeyOf(view),
          paymentId: id,
        }
        expect(parseAddress(on, formatAddress(on, address))).toEqual(address)
      }),
      { numRuns: 40 },
    )
  })
  it('are rejected with AddressError if they are not addresses', () => {
    const genuine = formatAddress(oxenRegtest, {
      kind: 'standard',
      spendKey: publicKeyOf(new Uint8Array(32).fill(1)),
      viewKey: publicKeyOf(new Uint8Array(32).fill(2)),
      paymentId: undefined,
    })
    fc.assert(
      fc.property(
        network,
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'L1z9') })),
        (on, text) => {
          expect(() => parseAddress(on, text)).toThrow(AddressError)
        },
      ),
    )
    fc.assert(
      fc.property(fc.nat(genuine.length - 1), fc.constantFrom(...'23456789ABCDEFxyz0'), (at, character) => {
        const altered = genuine.slice(0, at) + character + genuine.slice(at + 1)
        if (altered !== genuine) expect(() => parseAddress(oxenRegtest, altered)).toThrow(AddressError)
      }),
    )
  })

  it('round-trip as amounts', () => {
    fc.assert(
      fc.property(u64(), fc.constantFrom(9, 12), (amount, decimals) => {
        expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount)
        expect(parseAmount(formatShortAmount(amount, decimals), decimals)).toBe(amount)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+e ,') }), (text) => {
        try {
          expect(parseAmount(text, 9)).toBeLessThan(2n ** 64n)
        } catch (error) {
          if (!(error instanceof AmountError)) throw error
        }
      }),
    )
  })

  it('round-trip as seeds in every language', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...seedLanguages), secret(), async (language, seed) => {
        const words = await encodeSeed(seed, language.name)
        const decoded = await decodeSeed(words)
        expect(toHex(decoded.key)).toBe(toHex(seed))
        const bare = await decodeSeed(words.split(' ').slice(0, 24).join(' '))
        expect(bare.isDeprecated).toBe(true)
        expect(toHex(bare.key)).toBe(toHex(seed))
      }),
      { numRuns: 60 },
    )
  })
  it('are rejected with SeedError if their words are no seed', async () => {
    const word = fc.constantFrom('abbey', 'zoom', '的', 'Abakus', 'backi', 'qqq', "ci'izra", 'абажур')
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 20, maxLength: 27 }), async (words) => {
        try {
          expect((await decodeSeed(words.join(' '))).key).toHaveLength(32)
        } catch (error) {
          if (!(error instanceof SeedError)) throw error
        }
      }),
      { numRuns: 60 },
    )
  })

  it('round-trip as payment URIs', () => {
    const address = formatAddress(oxenRegtest, {
      kind: 'standard',
      spendKey: publicKeyOf(new Uint8Array(32).fill(1)),
      viewKey: publicKeyOf(new Uint8Array(32).fill(2)),
      paymentId: undefined,
    })
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(u64(), text, text, (amount, recipientName, description) => {
        const request = { address, amount, paymentId: '', recipientName, description }
        expect(parsePaymentUri(oxenRegtest, formatPaymentUri(oxenRegtest, request))).toEqual({
          ...request,
          unknownParameters: [],
        })
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        try {
          parsePaymentUri(oxenRegtest, `oxen:${address}?${query}`)
        } catch (error) {
          if (!(error instanceof PaymentUriError)) throw error
        }
      }),
    )
  })
})
