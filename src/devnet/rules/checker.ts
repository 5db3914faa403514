// Transaction checks with a cache of valid proofs and signatures: the same transaction is checked on its way into the pool, into a block
// template and into a block, but its proofs and signatures are verified once.

import { toHex } from '../../bytes/hex.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { OutputRecord, ParsedTransaction } from '../records/chainRecords.ts'
import { type ChainView, checkInputs, checkOutputs, type VerifiedInputs } from './chainChecks.ts'
import { type Refusal, semanticRefusal } from './refusal.ts'
import { checkSemantics, verifyRangeProofs } from './semantics.ts'

const CACHE_SIZE = 10000
/** In a block, the total weight is limited, not that of each transaction. */
const IN_BLOCK = Number.POSITIVE_INFINITY

/** A set of limited size that evicts the oldest item. */
class RecentSet {
  readonly #items = new Set<string>()

  has(item: string): boolean {
    return this.#items.has(item)
  }

  add(item: string): void {
    this.#items.add(item)
    if (this.#items.size <= CACHE_SIZE) return
    const [oldest] = this.#items
    if (oldest !== undefined) this.#items.delete(oldest)
  }
}

const digestOf = (rings: readonly (readonly OutputRecord[])[]): string =>
  toHex(keccak256(...rings.flatMap((ring) => ring.flatMap(({ key, commitment }) => [key, commitment]))))

/** Checks transactions and caches which proofs and signatures are valid. */
export class TransactionChecker {
  readonly #random: Random
  readonly #soundProofs = new RecentSet()
  readonly #soundSignatures = new RecentSet()

  constructor(random: Random) {
    this.#random = random
  }

  /** Checks form, balance and range proofs. */
  checkSemantics(parsed: ParsedTransaction, limit: number): Refusal | undefined {
    const [first] = this.#semanticsOf([parsed], limit)
    return first?.refusal
  }

  /** Verifies all range proofs in one batch; one by one only if the batch fails, to find the invalid one. */
  #semanticsOf(
    transactions: readonly ParsedTransaction[],
    limit: number,
  ): { readonly id: Uint8Array; readonly refusal: Refusal }[] {
    const unproved: ParsedTransaction[] = []
    for (const parsed of transactions) {
      const fault = checkSemantics(parsed, limit)
      if (fault !== undefined) return [{ id: parsed.id, refusal: fault }]
      if (!this.#soundProofs.has(toHex(parsed.id))) unproved.push(parsed)
    }
    if (!verifyRangeProofs(unproved, this.#random)) {
      const culprit = unproved.find((parsed) => !verifyRangeProofs([parsed], this.#random))
      const id = (culprit ?? unproved[0])?.id ?? new Uint8Array()
      return [{ id, refusal: semanticRefusal('its range proof is invalid', 'invalidInput') }]
    }
    for (const { id } of unproved) this.#soundProofs.add(toHex(id))
    return []
  }

  checkOutputs(view: ChainView, parsed: ParsedTransaction): Refusal | undefined {
    return checkOutputs(view, parsed)
  }

  /** Checks version, type and inputs against the chain. */
  checkInputs(view: ChainView, parsed: ParsedTransaction): Refusal | VerifiedInputs {
    let digest = ''
    const result = checkInputs(view, parsed, (rings) => {
      digest = toHex(parsed.id) + digestOf(rings)
      return this.#soundSignatures.has(digest)
    })
    if ('highestMember' in result) this.#soundSignatures.add(digest)
    return result
  }

  /** Returns why a transaction on its own cannot be in the next block; undefined if it can. */
  checkForNextBlock(view: ChainView, parsed: ParsedTransaction): Refusal | undefined {
    // A valid proof stays valid; all other checks depend on the fork and on the chain.
    const unsound = this.#soundProofs.has(toHex(parsed.id)) ? undefined : this.checkSemantics(parsed, IN_BLOCK)
    const refused = unsound ?? this.checkOutputs(view, parsed)
    if (refused !== undefined) return refused
    const inputs = this.checkInputs(view, parsed)
    return 'flags' in inputs ? inputs : undefined
  }

  /** Returns the refusals of a block's transactions; empty if all are valid. */
  checkInBlock(
    view: ChainView,
    transactions: readonly ParsedTransaction[],
  ): { readonly id: Uint8Array; readonly refusal: Refusal }[] {
    const faults = this.#semanticsOf(transactions, IN_BLOCK)
    for (const parsed of transactions) {
      if (faults.length > 0) return faults
      const wrongOutputs = checkOutputs(view, parsed)
      if (wrongOutputs !== undefined) faults.push({ id: parsed.id, refusal: wrongOutputs })
      const result = this.checkInputs(view, parsed)
      if ('flags' in result) faults.push({ id: parsed.id, refusal: result })
    }
    return faults
  }
}
