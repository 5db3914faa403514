// The keys of a node: service node key, Ed25519 and X25519.

import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { concat } from '../../../bytes/bytes.ts'
import { reduce32 } from '../../../crypto/curve/scalar.ts'

/** Bytes of both keys are as they are told. */
export type KeyPair = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }

export type NodeKeys = {
  /** by which a service node is registered; undefined for a node that is none */
  readonly service: KeyPair | undefined
  /** secret: the seed and the public key, 64 bytes */
  readonly ed25519: KeyPair
  readonly x25519: KeyPair
}

/** Keys of a service node, all out of one seed of 32 bytes. */
export const serviceNodeKeys = (seed: Uint8Array): NodeKeys => {
  const { head, pointBytes: publicKey } = ed25519.utils.getExtendedPublicKey(seed)
  return {
    service: { publicKey, secretKey: reduce32(head) },
    ed25519: { publicKey, secretKey: concat(seed, publicKey) },
    x25519: { publicKey: x25519.getPublicKey(head), secretKey: head },
  }
}

/** Keys of a node that is no service node. */
export const plainNodeKeys = (seed: Uint8Array): NodeKeys => ({ ...serviceNodeKeys(seed), service: undefined })
