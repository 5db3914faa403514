// The supported signature algorithms of DNSSEC: RSA with SHA-256 and SHA-512 (RFC 5702), ECDSA (RFC 6605), Ed25519 (RFC 8080).

import { ed25519 } from '@noble/curves/ed25519.js'
import { toBase64Url } from '../bytes/base64.ts'
import { concat } from '../bytes/bytes.ts'

type Verify = (publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array) => Promise<boolean>

/** Copies bytes to unshared memory, as the types of Web Crypto require. */
const toOwned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

const MIN_MODULUS = 1024 / 8
const MAX_MODULUS = 4096 / 8
const MAX_EXPONENT = 4

/** Returns exponent and modulus (RFC 3110); undefined for keys that are too weak, or too expensive to verify with. */
const rsaParts = (key: Uint8Array): { readonly e: Uint8Array; readonly n: Uint8Array } | undefined => {
  const [first = 0, high = 0, low = 0] = key
  const [start, length] = first === 0 ? [3, high * 256 + low] : [1, first]
  const e = key.subarray(start, start + length)
  const n = key.subarray(start + length)
  const isFit = e.length > 0 && e.length <= MAX_EXPONENT && n.length >= MIN_MODULUS && n.length <= MAX_MODULUS
  return isFit && n[0] !== 0 ? { e, n } : undefined
}

const rsa =
  (hash: string): Verify =>
  async (publicKey, signature, data) => {
    const parts = rsaParts(publicKey)
    if (parts === undefined) return false
    const jwk = { kty: 'RSA', n: toBase64Url(parts.n), e: toBase64Url(parts.e) }
    const name = 'RSASSA-PKCS1-v1_5'
    const key = await crypto.subtle.importKey('jwk', jwk, { name, hash }, false, ['verify'])
    return crypto.subtle.verify(name, key, toOwned(signature), toOwned(data))
  }

const UNCOMPRESSED = Uint8Array.of(4)

const ecdsa =
  (namedCurve: string, hash: string): Verify =>
  async (publicKey, signature, data) => {
    const point = toOwned(concat(UNCOMPRESSED, publicKey))
    const key = await crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve }, false, ['verify'])
    return crypto.subtle.verify({ name: 'ECDSA', hash }, key, toOwned(signature), toOwned(data))
  }

const SCHEMES: Readonly<Record<number, Verify>> = {
  8: rsa('SHA-256'),
  10: rsa('SHA-512'),
  13: ecdsa('P-256', 'SHA-256'),
  14: ecdsa('P-384', 'SHA-384'),
  // Web Crypto of some browsers lacks Ed25519.
  15: async (publicKey, signature, data) => ed25519.verify(signature, data, publicKey, { zip215: false }),
}

/** Whether a signature algorithm, by its DNSSEC number, is supported. */
export const isSupportedAlgorithm = (algorithm: number): boolean => SCHEMES[algorithm] !== undefined

/** Verifies a signature. Returns false for malformed keys and signatures. */
export const verifySignature = async (
  algorithm: number,
  publicKey: Uint8Array,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> => {
  try {
    return (await SCHEMES[algorithm]?.(publicKey, signature, data)) ?? false
  } catch {
    // Libraries throw for malformed keys and signatures.
    return false
  }
}

const DIGESTS: Readonly<Record<number, string>> = { 2: 'SHA-256', 4: 'SHA-384' }

/** Returns the digest of a DNSKEY record; undefined for unsupported digest types. */
export const keyDigest = async (digestType: number, data: Uint8Array): Promise<Uint8Array | undefined> => {
  const hash = DIGESTS[digestType]
  return hash === undefined ? undefined : new Uint8Array(await crypto.subtle.digest(hash, toOwned(data)))
}
