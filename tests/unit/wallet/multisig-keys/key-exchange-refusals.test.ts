// Key exchanges of both families among participants of their own: all get one address, and messages that are altered, repeated, of another
// round or of another wallet are rejected by name.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { aggregatedKeyMessages } from '../../../../src/coin/multisig/aggregatedKeyMessages.ts'
import {
  type KeyMessage,
  KeyMessageError,
  parseKeyMessage,
  signKeyMessage,
} from '../../../../src/coin/multisig/keyMessage.ts'
import { summedKeyMessages } from '../../../../src/coin/multisig/summedKeyMessages.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { addPoints, decodePoint, encodePoint } from '../../../../src/crypto/curve/point.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import {
  exchangeMultisigKeys,
  firstMultisigMessage,
  makeMultisigAccount,
} from '../../../../src/wallet/multisig-keys/keyExchange.ts'
import { binomial, sumSecrets } from '../../../../src/wallet/multisig-keys/keySets.ts'
import { KeyExchangeError, type KeyExchangeFault } from '../../../../src/wallet/multisig-keys/multisigAccount.ts'
import { seededRandom } from '../../../support/random.ts'
import { accountsByRound, participants, without } from '../../../support/wallet/multisig/multisig-exchange.ts'

/** A point of order 8 (from the ed25519 test vectors of small order). */
const TORSION = decodePoint(fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'))

const FAMILIES = [
  {
    network: oxenMainnet,
    form: summedKeyMessages,
    schemes: [
      [2, 2],
      [2, 3],
      [3, 5],
      [2, 5],
      [4, 4],
    ],
  },
  {
    network: moneroMainnet,
    form: aggregatedKeyMessages,
    schemes: [
      [2, 2],
      [2, 3],
      [3, 5],
      [1, 3],
      [4, 4],
    ],
  },
] as const

const faultOf = (work: () => unknown): KeyExchangeFault | KeyMessageError['details']['fault'] | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof KeyExchangeError || error instanceof KeyMessageError) return error.details.fault
    throw error
  }
}

for (const { network, form, schemes } of FAMILIES)
  describe(`a key exchange of ${network.familyName}`, () => {
    const random = seededRandom(11)
    const owners = participants(3, random)
    const firsts = owners.map((own) => firstMultisigMessage(network, own, random))
    const own = owners[0] ?? { spendSecret: new Uint8Array(), viewSecret: new Uint8Array() }
    const made = (messages: readonly string[], threshold = 2) =>
      makeMultisigAccount(network, own, { messages, threshold }, random)
    const [firstRound = []] = accountsByRound(network, owners, 2, random)
    const [account] = firstRound
    const messages = firstRound.map(({ message }) => message)
    const exchanged = (list: readonly string[]) => {
      if (account === undefined) throw new TypeError('no account')
      return exchangeMultisigKeys(network, account, list, random)
    }

    for (const [threshold, total] of schemes)
      it(`ends with one address and the shares of its spend key: ${threshold}/${total}`, () => {
        const accounts = accountsByRound(network, participants(total, random), threshold, random).at(-1) ?? []
        expect(
          new Set(accounts.map(({ spendPublic, viewSecret }) => toHex(spendPublic) + toHex(viewSecret))).size,
        ).toBe(1)
        const shares = new Map(accounts.flatMap((one) => one.shares.map((share) => [toHex(share), share])))
        expect(shares.size).toBe(binomial(total, total - threshold + 1))
        expect(toHex(publicKeyOf(sumSecrets([...shares.values()])))).toBe(
          toHex(accounts[0]?.spendPublic ?? new Uint8Array()),
        )
        const signers = accounts.map(({ signerSecret }) => toHex(publicKeyOf(signerSecret)))
        for (const one of accounts) expect(one.signers.map(toHex)).toEqual(signers.toSorted())
        // Fewer participants than the threshold lack a share.
        const few = new Set(accounts.slice(0, threshold - 1).flatMap((one) => one.shares.map(toHex)))
        expect(few.size).toBeLessThan(shares.size)
      })

    it('returns the same keys for messages in any order', () => {
      const [, ...others] = messages
      expect(toHex(exchanged(others.toReversed()).spendPublic)).toBe(toHex(exchanged(others).spendPublic))
      expect(exchanged(messages).rounds).toBe(2)
    })

    it('rejects a first round without messages, and thresholds beyond the participants', () => {
      expect(faultOf(() => made([]))).toMatch(/none|threshold/)
      expect(faultOf(() => made(without(firsts, 0), 4))).toBe('threshold')
      expect(faultOf(() => made(without(firsts, 0), 0))).toBe('threshold')
    })

    it('rejects a round with a missing, repeated or foreign message', () => {
      const [, second = '', third = ''] = messages
      const [stranger] = accountsByRound(network, participants(3, random), 2, random)[0] ?? []
      expect(faultOf(() => exchanged([second]))).toBe('missing')
      expect(faultOf(() => exchanged([second, second]))).toBe('missing')
      expect(faultOf(() => exchanged([second, stranger?.message ?? '']))).toBe('foreign')
      expect(faultOf(() => exchanged([second, third, stranger?.message ?? '']))).toBe('foreign')
    })

    it('rejects messages of an earlier round and of an earlier wallet of the same participants', () => {
      const [, second = ''] = messages
      expect(faultOf(() => exchanged(without(firsts, 0)))).toMatch(/round|header/)
      const four = participants(1, random)
      const earlier = accountsByRound(network, [...owners, ...four], 3, random)[0]?.map(({ message }) => message) ?? []
      expect(faultOf(() => exchanged([second, earlier[2] ?? '']))).toMatch(/foreign|keys/)
    })

    it('rejects two different messages of one participant', () => {
      const other = participants(1, random)[0]
      const viewShare = other?.viewSecret ?? new Uint8Array()
      const original = parseKeyMessage(form, firsts[1] ?? '', 'first')
      expect(original.kind).toBe('first')
      // The participant signs a second view share.
      const secret = accountsByRound(network, owners, 3, random)[0]?.[1]?.signerSecret ?? new Uint8Array()
      const conflicting = signKeyMessage(form, { kind: 'first', signer: original.signer, viewShare }, secret, random)
      expect(faultOf(() => made([firsts[1] ?? '', conflicting, firsts[2] ?? '']))).toBe('duplicate')
    })

    it('rejects keys outside the prime-order subgroup', () => {
      const secret = account?.signerSecret ?? new Uint8Array()
      const signer = publicKeyOf(secret)
      const torsioned = encodePoint(addPoints(decodePoint(signer), TORSION))
      const message: KeyMessage = {
        kind: 'round',
        round: form === summedKeyMessages ? undefined : 2,
        signer,
        keys: [torsioned],
      }
      expect(faultOf(() => exchanged([signKeyMessage(form, message, secret, random)]))).toBe('subgroup')
    })

    it('rejects every altered message', () => {
      const [, second = '', third = ''] = messages
      const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
      fc.assert(
        fc.property(fc.nat(second.length - 1), fc.nat(ALPHABET.length - 1), (at, digit) => {
          const altered = second.slice(0, at) + ALPHABET.charAt(digit) + second.slice(at + 1)
          fc.pre(altered !== second)
          expect(faultOf(() => exchanged([altered, third]))).toBeDefined()
        }),
        { numRuns: 150 },
      )
    })

    it('rejects every truncated message, and any text', () => {
      const [, second = ''] = messages
      for (let length = 0; length < second.length; length++)
        expect(() => parseKeyMessage(form, second.slice(0, length), 'round')).toThrow(KeyMessageError)
      fc.assert(
        fc.property(fc.string(), fc.constantFrom('first', 'round'), (text, kind) => {
          expect(() => parseKeyMessage(form, text, kind)).toThrow(KeyMessageError)
          expect(() => parseKeyMessage(form, `MultisigxV1${text}`, kind)).toThrow(KeyMessageError)
          expect(() => parseKeyMessage(form, `MultisigxV2Rn${text}`, kind)).toThrow(KeyMessageError)
        }),
        { numRuns: 700 },
      )
    })

    it('rejects messages after the end', () => {
      const last = accountsByRound(network, owners, 2, random).at(-1) ?? []
      const [finished] = last
      if (finished === undefined) throw new TypeError('no account')
      expect(faultOf(() => exchangeMultisigKeys(network, finished, messages, random))).toBe('finished')
    })
  })
