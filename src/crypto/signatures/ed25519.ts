// Ed25519 signatures (RFC 8032), by which owners of names without a wallet sign.

import { ed25519 } from '@noble/curves/ed25519.js'

const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64

/**
 * Returns whether `signature` (64 bytes) is an Ed25519 signature of `message` with the secret of `publicKey` (32 bytes). Like libsodium,
 * it rejects encodings that are not canonical.
 *
 * @example
 * verifyEd25519(new Uint8Array(64), new Uint8Array(32), new Uint8Array(32).fill(2)) // false
 */
export const verifyEd25519 = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean =>
  signature.length === SIGNATURE_LENGTH &&
  publicKey.length === KEY_LENGTH &&
  ed25519.verify(signature, message, publicKey, { zip215: false })
