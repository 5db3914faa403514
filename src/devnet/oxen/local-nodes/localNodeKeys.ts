// Keys of local service nodes, and quorum signatures made with them. They are derived from the faucet's seed, which is part of the chain, so
// that every node that loads the chain has them. They protect nothing of value.

import { u32Bytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { QuorumSignature } from '../../../coin/blocks/block.ts'
import { keccak256 } from '../../../crypto/hash/keccak.ts'
import type { Random } from '../../../crypto/random/random.ts'
import { signHash } from '../../../crypto/signatures/signature.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import { type KeyPair, type NodeKeys, serviceNodeKeys } from '../service-nodes/nodeKeys.ts'

/** Maximum number of local service nodes. */
export const MAX_LOCAL_NODES = 100

/** Returns whether a local service node signs now. */
export type CanSign = (publicKey: Uint8Array) => boolean

const alwaysSigns: CanSign = () => true

/** A quorum needs more signatures than this node holds keys for. */
export class MissingKeysError extends FabaError {
  override readonly name = 'MissingKeysError'
  readonly code = 'missing-keys'
}

/** The keys derived from a seed, in order. */
export class LocalNodeKeys {
  readonly #seed: Uint8Array
  readonly #random: Random
  readonly #keys: NodeKeys[] = []
  readonly #byKey = new Map<string, NodeKeys>()

  /** @param seed 32 bytes */
  constructor(seed: Uint8Array, random: Random) {
    this.#seed = seed
    this.#random = random
  }

  /** Returns the keys of the node at an index from 0 to MAX_LOCAL_NODES - 1. */
  at(index: number): NodeKeys {
    for (let next = this.#keys.length; next <= index; next++) {
      const keys = serviceNodeKeys(keccak256(this.#seed, u32Bytes(next)))
      this.#keys.push(keys)
      if (keys.service !== undefined) this.#byKey.set(toHex(keys.service.publicKey), keys)
    }
    const keys = this.#keys[index]
    if (keys === undefined) throw new MissingKeysError(`there is no service node ${index}`)
    return keys
  }

  /** Returns all keys of the node with a service node public key; undefined if it is not local. */
  of(publicKey: Uint8Array): NodeKeys | undefined {
    this.at(MAX_LOCAL_NODES - 1)
    return this.#byKey.get(toHex(publicKey))
  }

  /** Returns the service node key pair with a public key; undefined if it is not local. */
  find(publicKey: Uint8Array): KeyPair | undefined {
    return this.of(publicKey)?.service
  }

  /** Counts the members of a quorum that are local and can sign. */
  countOf(members: readonly Uint8Array[], canSign = alwaysSigns): number {
    return members.filter((key) => this.find(key) !== undefined && canSign(key)).length
  }

  /**
   * Signs a hash for the first members that are local and can sign.
   * @param count required number of signatures
   * @throws MissingKeysError if there are fewer
   */
  sign(hash: Uint8Array, members: readonly Uint8Array[], count: number, canSign = alwaysSigns): QuorumSignature[] {
    const signatures: QuorumSignature[] = []
    for (const [voterIndex, member] of members.entries()) {
      const pair = signatures.length < count && canSign(member) ? this.find(member) : undefined
      if (pair !== undefined)
        signatures.push({ voterIndex, signature: signHash(hash, pair.publicKey, pair.secretKey, this.#random) })
    }
    if (signatures.length < count)
      throw new MissingKeysError(
        `this node can sign for ${signatures.length} of the quorum's ${members.length} members, ${count} are needed: it lacks the keys of the others, or they are set not to vote`,
      )
    return signatures
  }
}
