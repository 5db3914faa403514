// Transactions with one field changed, the fields of their extra included, and what becomes of them.

import { equalBytes } from '../../../src/bytes/bytes.ts'
import { FormatError } from '../../../src/bytes/cursor.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { type ExtraField, parseExtra, serializeExtra } from '../../../src/coin/transactions/extra.ts'
import type { Transaction } from '../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import type { Flag, VoteFlag } from '../../../src/devnet/rules/refusal.ts'
import { type Change, changesOf } from './changes.ts'

/** A transaction whose extra is taken apart. */
export type OpenTransaction = Omit<Transaction, 'extra'> & { readonly extra: readonly ExtraField[] }

/** A changed transaction as it goes over the wire. */
export type ChangedBlob = Omit<Change<OpenTransaction>, 'changed'> & { readonly blob: Uint8Array }

const close = ({ extra, ...others }: OpenTransaction): Transaction => ({ ...others, extra: serializeExtra(extra) })

/**
 * A transaction in all its changed forms. Those whose extra cannot be written down are left out.
 * @throws when the extra has bytes that belong to no field
 */
export const changedTransactions = (network: Network, blob: Uint8Array, seed: string): Change<Transaction>[] => {
  const transaction = parseTransaction(network, blob)
  const extra = parseExtra(network, transaction.extra)
  if (!equalBytes(serializeExtra(extra), transaction.extra)) throw new Error('the extra cannot be taken apart')
  return changesOf<OpenTransaction>({ ...transaction, extra }, seed).flatMap(({ changed, ...where }) => {
    try {
      return [{ ...where, changed: close(changed) }]
    } catch (error) {
      if (error instanceof FormatError) return []
      throw error
    }
  })
}

/**
 * A transaction in all its changed forms. Changes that cannot be written down, or make the same bytes, are left out.
 * @throws when the extra has bytes that belong to no field
 */
export const changedBlobs = (network: Network, blob: Uint8Array, seed: string): ChangedBlob[] =>
  changedTransactions(network, blob, seed).flatMap(({ changed, ...where }) => {
    try {
      const bytes = serializeTransaction(changed)
      return equalBytes(bytes, blob) ? [] : [{ ...where, blob: bytes }]
    } catch (error) {
      if (error instanceof FormatError) return []
      throw error
    }
  })

/**
 * A transaction with its extra changed and signed again: only what is wrong with the extra is left to refuse.
 * @param sign signs a changed transaction
 */
export const resignedBlobs = (
  network: Network,
  blob: Uint8Array,
  seed: string,
  sign: (changed: Transaction) => Transaction,
): ChangedBlob[] => {
  const { extra } = parseTransaction(network, blob)
  return changedTransactions(network, blob, seed).flatMap(({ changed, ...where }) =>
    equalBytes(changed.extra, extra) ? [] : [{ ...where, blob: serializeTransaction(sign(changed)) }],
  )
}

/** What comes of a change. */
export type Outcome =
  | 'accepted'
  | { readonly flags: readonly Flag[]; readonly reason: RegExp; readonly vote?: VoteFlag }

/** What was found of a change: taken, or refused with flags for a reason. */
export type Finding =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly flags: readonly Flag[]; readonly reason: string; readonly vote?: VoteFlag }

/** What may come of each change, by the pattern of its path; a pattern that ends with `**` stands for all that begin so. */
export type Expectations<Name extends string> = { readonly [pattern: string]: readonly Name[] }

/** The entry for a pattern. */
const expectedOf = <Name extends string>(table: Expectations<Name>, pattern: string): readonly Name[] => {
  const covering = Object.keys(table).filter((key) => key.endsWith('**') && pattern.startsWith(key.slice(0, -2)))
  return table[pattern] ?? covering.flatMap((key) => table[key] ?? [])
}

const sameFlags = (a: readonly Flag[], b: readonly Flag[]): boolean => a.toSorted().join() === b.toSorted().join()

const isOutcome = (outcome: Outcome, finding: Finding): boolean =>
  outcome === 'accepted'
    ? finding.accepted
    : !finding.accepted &&
      sameFlags(outcome.flags, finding.flags) &&
      outcome.vote === finding.vote &&
      outcome.reason.test(finding.reason)

const told = (finding: Finding): string =>
  finding.accepted ? 'accepted' : `${finding.flags.join('+')}: ${finding.reason}`

/** Holds findings to a table. */
export class Judge<Name extends string> {
  readonly #outcomes: { readonly [name in Name]: Outcome }
  readonly #table: Expectations<Name>
  readonly #seen = new Set<string>()
  /** what was found otherwise than the table says, or of fields that it does not know */
  readonly wrong: string[] = []

  constructor(outcomes: { readonly [name in Name]: Outcome }, table: Expectations<Name>) {
    this.#outcomes = outcomes
    this.#table = table
  }

  look(where: string, { pattern, path }: Pick<ChangedBlob, 'pattern' | 'path'>, finding: Finding): void {
    const found = expectedOf(this.#table, pattern).find((name) => isOutcome(this.#outcomes[name], finding))
    // Too many of them tell no more than a few do.
    if (found !== undefined) this.#seen.add(`${pattern}: ${found}`)
    else if (this.wrong.length < 50) this.wrong.push(`${where} ${path}: ${told(finding)}`)
  }

  #isSeen(pattern: string, name: string): boolean {
    const [start, end] = pattern.endsWith('**') ? [pattern.slice(0, -2), `: ${name}`] : [`${pattern}: ${name}`, '']
    return [...this.#seen].some((seen) => seen.startsWith(start) && seen.endsWith(end))
  }

  /** What the table says and nothing was found of. */
  get unseen(): readonly string[] {
    return Object.entries(this.#table).flatMap(([pattern, names]) =>
      names.filter((name) => !this.#isSeen(pattern, name)).map((name) => `${pattern}: ${name}`),
    )
  }

  /** Patterns of the table that nothing was found of. */
  get untouched(): readonly string[] {
    return Object.entries(this.#table).flatMap(([pattern, names]) =>
      names.some((name) => this.#isSeen(pattern, name)) ? [] : [pattern],
    )
  }
}
