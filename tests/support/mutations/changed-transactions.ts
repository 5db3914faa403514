// Transactions with one field changed, including the fields of their extra, and the results of checking them.

import { equalBytes } from '../../../src/bytes/bytes.ts'
import { FormatError } from '../../../src/bytes/cursor.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import type { ExtraField } from '../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../src/coin/transactions/serializeExtra.ts'
import type { Transaction } from '../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import type { Flag, VoteFlag } from '../../../src/devnet/rules/refusal.ts'
import { type Change, changesOf } from './changes.ts'

/** A transaction with parsed extra. */
export type OpenTransaction = Omit<Transaction, 'extra'> & { readonly extra: readonly ExtraField[] }

/** A changed transaction in serialized form. */
export type ChangedBlob = Omit<Change<OpenTransaction>, 'changed'> & { readonly blob: Uint8Array }

const close = ({ extra, ...others }: OpenTransaction): Transaction => ({ ...others, extra: serializeExtra(extra) })

/**
 * Returns all single-field changes of a transaction, without those whose extra cannot be serialized.
 * @throws if the extra has bytes that belong to no field
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
 * Returns all single-field changes of a transaction, serialized, without those that cannot be serialized or serialize to the same bytes.
 * @throws if the extra has bytes that belong to no field
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
 * Returns all changes of a transaction's extra, signed again: only the extra can be a reason for rejection.
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

/** The expected result of a change. */
export type Outcome =
  | 'accepted'
  | { readonly flags: readonly Flag[]; readonly reason: RegExp; readonly vote?: VoteFlag }

/** The observed result of a change: accepted, or rejected with flags and a reason. */
export type Finding =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly flags: readonly Flag[]; readonly reason: string; readonly vote?: VoteFlag }

/** Possible results of each change, by the pattern of its path; a pattern that ends with `**` covers all that start with it. */
export type Expectations<Name extends string> = { readonly [pattern: string]: readonly Name[] }

/** Returns the expected outcomes of a pattern. */
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

const findingText = (finding: Finding): string =>
  finding.accepted ? 'accepted' : `${finding.flags.join('+')}: ${finding.reason}`

/** Compares findings with a table of expectations. */
export class OutcomeChecker<Name extends string> {
  readonly #outcomes: { readonly [name in Name]: Outcome }
  readonly #table: Expectations<Name>
  readonly #seen = new Set<string>()
  /** findings that the table does not expect, and fields that it does not list */
  readonly mismatches: string[] = []

  constructor(outcomes: { readonly [name in Name]: Outcome }, table: Expectations<Name>) {
    this.#outcomes = outcomes
    this.#table = table
  }

  check(where: string, { pattern, path }: Pick<ChangedBlob, 'pattern' | 'path'>, finding: Finding): void {
    const found = expectedOf(this.#table, pattern).find((name) => isOutcome(this.#outcomes[name], finding))
    // A few failures are enough to diagnose.
    if (found !== undefined) this.#seen.add(`${pattern}: ${found}`)
    else if (this.mismatches.length < 50) this.mismatches.push(`${where} ${path}: ${findingText(finding)}`)
  }

  #isSeen(pattern: string, name: string): boolean {
    const [start, end] = pattern.endsWith('**') ? [pattern.slice(0, -2), `: ${name}`] : [`${pattern}: ${name}`, '']
    return [...this.#seen].some((seen) => seen.startsWith(start) && seen.endsWith(end))
  }

  /** Outcomes of the table that were not observed. */
  get unobserved(): readonly string[] {
    return Object.entries(this.#table).flatMap(([pattern, names]) =>
      names.filter((name) => !this.#isSeen(pattern, name)).map((name) => `${pattern}: ${name}`),
    )
  }

  /** Patterns of the table without any observed outcome. */
  get unobservedPatterns(): readonly string[] {
    return Object.entries(this.#table).flatMap(([pattern, names]) =>
      names.some((name) => this.#isSeen(pattern, name)) ? [] : [pattern],
    )
  }
}
