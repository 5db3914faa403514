// Sets of keys in a key exchange. Every key belongs to a group of participants, who all have its secret: in round r groups of r.

import { compareBytes, equalBytes, utf8, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { decodePoints, encodePoint, sumPoints } from '../../crypto/curve/point.ts'
import { hashToScalar } from '../../crypto/curve/scalar.ts'
import { addSecrets } from '../../crypto/curve/secretScalar.ts'
import { type KeyExchangeFault, keyExchangeError } from './multisigAccount.ts'

const SALT = new Uint8Array(32)
SALT.set(utf8('Multisig'))

/** Participants of a wallet (wallet2: MULTISIG_MAX_SIGNERS); the number of keys grows as the binomial coefficients. */
export const MAX_PARTICIPANTS = 16

/** Returns the scalar that stands for a secret in a key exchange (wallet2: get_multisig_blinded_secret_key). */
export const blindSecret = (secret: Uint8Array): Uint8Array => hashToScalar(secret, SALT)

/** Returns the sum of secrets modulo L. */
export const sumSecrets = (secrets: readonly Uint8Array[]): Uint8Array => {
  let sum = new Uint8Array(32)
  for (const secret of secrets) {
    const next = addSecrets(sum, secret)
    wipe(sum)
    sum = next.slice()
    wipe(next)
  }
  return sum
}

/** Returns the sum of public keys. */
export const sumKeys = (keys: readonly Uint8Array[]): Uint8Array => encodePoint(sumPoints(decodePoints(keys)))

/** Returns keys in ascending order of their bytes. */
export const sortKeys = (keys: readonly Uint8Array[]): Uint8Array[] => keys.toSorted(compareBytes)

export const hasKey = (keys: readonly Uint8Array[], key: Uint8Array): boolean =>
  keys.some((other) => equalBytes(other, key))

/** Returns whether two lists have the same distinct keys in any order. */
export const areSameKeys = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length && a.every((key) => hasKey(b, key)) && b.every((key) => hasKey(a, key))

/** Returns the number of sets of k out of n. */
export const binomial = (n: number, k: number): number => {
  if (k < 0 || k > n) return 0
  let result = 1
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i
  return Math.round(result)
}

/** What a participant published in a round. */
export type PublishedKeys = { readonly signer: Uint8Array; readonly keys: readonly Uint8Array[] }

const fail = (fault: KeyExchangeFault, message: string): never => {
  throw keyExchangeError(fault, message)
}

const WRONG_RECOMMENDATIONS =
  'A pubkey recommended by multisig kex messages had an unexpected number of recommendations.'

/**
 * Returns the distinct keys of a round that this participant does not have, sorted. Verifies that they are those of all groups without
 * it: each participant published the keys of its groups, and each key was published by all of its group.
 * @param round the groups have so many participants
 * @param own the keys that this participant published
 * @param others what every other participant published
 * @throws KeyExchangeError
 */
export const keysOfOtherGroups = (
  { round, total }: { readonly round: number; readonly total: number },
  own: readonly Uint8Array[],
  others: readonly PublishedKeys[],
): Uint8Array[] => {
  if (own.length !== binomial(total - 1, round - 1))
    fail('keys', 'Local account did not recommend expected number of multisig keys.')
  const publishers = new Map<string, { readonly key: Uint8Array; count: number }>()
  for (const { keys } of others) {
    const distinct = new Map(keys.filter((key) => !hasKey(own, key)).map((key) => [toHex(key), key]))
    if (distinct.size !== binomial(total - 2, round - 1)) fail('keys', WRONG_RECOMMENDATIONS)
    for (const [hex, key] of distinct) {
      const known = publishers.get(hex)
      if (known === undefined) publishers.set(hex, { key, count: 1 })
      else known.count++
    }
  }
  const found = [...publishers.values()]
  if (found.some(({ count }) => count !== round)) fail('keys', WRONG_RECOMMENDATIONS)
  return sortKeys(found.map(({ key }) => key))
}
