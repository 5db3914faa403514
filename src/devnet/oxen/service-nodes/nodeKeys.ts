// The keys of a node: service node key, Ed25519 and X25519.

import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { concat } from '../../../bytes/bytes.ts'
import { reduce32 } from '../../../crypto/curve/scalar.ts'

/** A key pair in wire form. */
export type KeyPair = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }

export type NodeKeys = {
  /** service node key; undefined if the node is not a service node */
  readonly service: KeyPair | undefined
  /** secret key: seed and public key, 64 bytes */
  readonly ed25519: KeyPair
  readonly x25519: KeyPair
}

/** Derives the keys of a service node from a seed of 32 bytes. */
export const serviceNodeKeys = (seed: Uint8Array): NodeKeys => {
  const { head, pointBytes: publicKey } = ed25519.utils.getExtendedPublicKey(seed)
  return {
    service: { publicKey, secretKey: reduce32(head) },
    ed25519: { publicKey, secretKey: concat(seed, publicKey) },
    x25519: { publicKey: x25519.getPublicKey(head), secretKey: head },
  }
}

/** Derives the keys of a node that is not a service node from a seed of 32 bytes. */
export const plainNodeKeys = (seed: Uint8Array): NodeKeys => ({ ...serviceNodeKeys(seed), service: undefined })
