// Keys of service nodes that the development node holds itself, and what quorums sign with them. They follow from the faucet's seed,
// which the chain carries: whoever loads the chain has them again. They guard nothing of worth.

import { u32Bytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { QuorumSignature } from '../../../coin/blocks/block.ts'
import { keccak256 } from '../../../crypto/hash/keccak.ts'
import type { Random } from '../../../crypto/random.ts'
import { signHash } from '../../../crypto/signatures/signature.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import { type KeyPair, type NodeKeys, serviceNodeKeys } from '../service-nodes/nodeKeys.ts'

/** Most service nodes that a development node can hold. */
export const MAX_LOCAL_NODES = 100

/** Whether a node is there to do what it should. */
export type CanSign = (publicKey: Uint8Array) => boolean

const always: CanSign = () => true

/** A quorum needs more signatures than this node holds keys for. */
export class MissingKeysError extends FabaError {
  override readonly name = 'MissingKeysError'
  readonly code = 'missing-keys'
}

/** The keys that a seed stands for, one after the other. */
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

  /** Keys of one of the nodes, from 0 to MAX_HELD - 1. */
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

  /** All keys of the node with a public key; undefined for one of somebody else. */
  of(publicKey: Uint8Array): NodeKeys | undefined {
    this.at(MAX_LOCAL_NODES - 1)
    return this.#byKey.get(toHex(publicKey))
  }

  /** The pair with a public key; undefined for one of somebody else. */
  find(publicKey: Uint8Array): KeyPair | undefined {
    return this.of(publicKey)?.service
  }

  /** How many of a quorum's members are held, and there. */
  countOf(members: readonly Uint8Array[], attends = always): number {
    return members.filter((key) => this.find(key) !== undefined && attends(key)).length
  }

  /**
   * Signs for the first members that are held, and there.
   * @param count signatures that are needed
   * @throws MissingKeysError when those are too few
   */
  sign(hash: Uint8Array, members: readonly Uint8Array[], count: number, attends = always): QuorumSignature[] {
    const signatures: QuorumSignature[] = []
    for (const [voterIndex, member] of members.entries()) {
      const pair = signatures.length < count && attends(member) ? this.find(member) : undefined
      if (pair !== undefined)
        signatures.push({ voterIndex, signature: signHash(hash, pair.publicKey, pair.secretKey, this.#random) })
    }
    if (signatures.length < count)
      throw new MissingKeysError(
        `this node can sign for ${signatures.length} of the quorum's ${members.length} members, ${count} are needed: of others it holds no keys, or they were told not to vote`,
      )
    return signatures
  }
}
