// Checks of transactions with memory: proofs and signatures that were found good once are not verified again, as the same
// transaction is looked at on its way into the pool, into a template and into a block.

import { toHex } from '../../bytes/hex.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { Random } from '../../crypto/random.ts'
import type { OutputRecord, ParsedTransaction } from '../chain/chainRecords.ts'
import { type ChainView, checkInputs, checkOutputs, type VerifiedInputs } from './chainChecks.ts'
import { type Refusal, refusal } from './refusal.ts'
import { checkSemantics, verifyRangeProofs } from './semantics.ts'

const REMEMBERED = 10000
/** In a block the weight of all transactions counts, not that of one. */
const IN_BLOCK = Number.POSITIVE_INFINITY

/** A set that forgets the oldest. */
class RecentSet {
  readonly #items = new Set<string>()

  has(item: string): boolean {
    return this.#items.has(item)
  }

  add(item: string): void {
    this.#items.add(item)
    if (this.#items.size <= REMEMBERED) return
    const [oldest] = this.#items
    if (oldest !== undefined) this.#items.delete(oldest)
  }
}

const digestOf = (rings: readonly (readonly OutputRecord[])[]): string =>
  toHex(keccak256(...rings.flatMap((ring) => ring.flatMap(({ key, commitment }) => [key, commitment]))))

/** Checks transactions, and remembers which proofs and signatures were good. */
export class TransactionChecker {
  readonly #random: Random
  readonly #soundProofs = new RecentSet()
  readonly #soundSignatures = new RecentSet()

  constructor(random: Random) {
    this.#random = random
  }

  /** Checks form, balance and range proof. */
  checkSemantics(parsed: ParsedTransaction, limit: number): Refusal | undefined {
    const [first] = this.#semanticsOf([parsed], limit)
    return first?.refusal
  }

  /** One multiplication for all range proofs; only when it fails, one for each. */
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
      return [{ id, refusal: refusal('its range proof does not hold') }]
    }
    for (const { id } of unproved) this.#soundProofs.add(toHex(id))
    return []
  }

  checkOutputs(view: ChainView, parsed: ParsedTransaction): Refusal | undefined {
    return checkOutputs(view, parsed)
  }

  /** Checks what depends on the chain. */
  checkInputs(view: ChainView, parsed: ParsedTransaction): Refusal | VerifiedInputs {
    let digest = ''
    const result = checkInputs(view, parsed, (rings) => {
      digest = toHex(parsed.id) + digestOf(rings)
      return this.#soundSignatures.has(digest)
    })
    if ('highestMember' in result) this.#soundSignatures.add(digest)
    return result
  }

  /** Why a transaction, on its own, cannot be in the next block; undefined when it can. */
  checkForNextBlock(view: ChainView, parsed: ParsedTransaction): Refusal | undefined {
    // What was found sound stays so; forks and other blocks decide about the rest again and again.
    const unsound = this.#soundProofs.has(toHex(parsed.id)) ? undefined : this.checkSemantics(parsed, IN_BLOCK)
    const refused = unsound ?? this.checkOutputs(view, parsed)
    if (refused !== undefined) return refused
    const inputs = this.checkInputs(view, parsed)
    return 'flags' in inputs ? inputs : undefined
  }

  /** Refusals of the transactions of a block; none when it may have them all. */
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
