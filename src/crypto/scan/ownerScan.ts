// Scans for many wallets: for each of several view secrets, the spend keys that the outputs of a batch may belong to. The holder of a wallet's
// spend keys looks them up (`spendKeyIndex.ts`), so a thread that scans needs no tables, and keeps no secrets from one batch to the next.

import { concat, wipe } from '../../bytes/bytes.ts'
import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import type { ScanCanary } from './scanCanary.ts'
import type { ScanBatch } from './scanner.ts'

/** Spend keys that outputs may belong to, in the order in which the keys of an output are tried. */
export type OwnerCandidates = {
  /** n × 2: row of the output, and of the key that leads to the spend key */
  readonly rows: Uint32Array
  /** n × 32: the spend keys */
  readonly owners: Uint8Array
  /** n × 32: the derivations of the keys; the holder wipes them */
  readonly derivations: Uint8Array
}

/** What a scan needs of a wallet: the view secret, and the canary of the spend key `owner` if that is a point. */
export type ScanSecrets = {
  readonly viewSecret: Uint8Array
  readonly owner: Uint8Array
  readonly canary: ScanCanary | undefined
}

/** A batch, and the secrets of the wallets that it is scanned for, `SECRETS_LENGTH` bytes each. */
export type OwnerJob = { readonly batch: ScanBatch; readonly secrets: Uint8Array }

/** The candidates of each wallet of a job, one after the other: how many each has, and all of them. */
export type OwnerAnswer = OwnerCandidates & { readonly counts: Uint32Array }

/** View secret, owner, and of the canary its transaction key, output, derivation, view tag and whether there is one. */
const ROWS = 5
export const SECRETS_LENGTH = ROWS * KEY_LENGTH + 2

/**
 * Writes the secrets of a wallet as one row.
 *
 * @example
 * const keys = { viewSecret: new Uint8Array(32).fill(1), owner: new Uint8Array(32).fill(2) }
 * const packed = packSecrets({ ...keys, canary: undefined })
 * packed.length // SECRETS_LENGTH
 * unpackSecrets(packed, 0) // { ...keys, canary: undefined }
 */
export const packSecrets = ({ viewSecret, owner, canary }: ScanSecrets): Uint8Array => {
  const none = new Uint8Array(KEY_LENGTH)
  const { txKey, output, derivation, viewTag } = canary ?? { txKey: none, output: none, derivation: none, viewTag: 0 }
  return concat(...[viewSecret, owner, txKey, output, derivation], Uint8Array.of(viewTag, canary === undefined ? 0 : 1))
}

/**
 * Returns the secrets of the wallet in a row of packed ones, as views.
 *
 * @example
 * unpackSecrets(new Uint8Array(2 * SECRETS_LENGTH), 1).canary // undefined
 */
export const unpackSecrets = (packed: Uint8Array, wallet: number): ScanSecrets => {
  const row = (i: number): Uint8Array => {
    const start = SECRETS_LENGTH * wallet + KEY_LENGTH * i
    return packed.subarray(start, start + KEY_LENGTH)
  }
  const [viewTag = 0, hasCanary] = packed.subarray(SECRETS_LENGTH * wallet + KEY_LENGTH * ROWS)
  const canary = { txKey: row(2), output: row(3), derivation: row(4), viewTag }
  return { viewSecret: row(0), owner: row(1), canary: hasCanary === 1 ? canary : undefined }
}

/**
 * Joins the candidates of the wallets of a job, and wipes the derivations in the parts.
 *
 * @example
 * const none = { rows: new Uint32Array(), owners: new Uint8Array(), derivations: new Uint8Array() }
 * joinCandidates([none, none]).counts // Uint32Array.of(0, 0)
 */
export const joinCandidates = (parts: readonly OwnerCandidates[]): OwnerAnswer => {
  const counts = Uint32Array.from(parts, ({ rows }) => rows.length / 2)
  const rows = new Uint32Array(parts.reduce((sum, part) => sum + part.rows.length, 0))
  let at = 0
  for (const part of parts) {
    rows.set(part.rows, at)
    at += part.rows.length
  }
  const derivations = concat(...parts.map((part) => part.derivations))
  wipe(...parts.map((part) => part.derivations))
  return { counts, rows, owners: concat(...parts.map((part) => part.owners)), derivations }
}

/**
 * Returns the candidates of each wallet of a job, as views.
 *
 * @example
 * const none = { rows: new Uint32Array(), owners: new Uint8Array(), derivations: new Uint8Array() }
 * splitAnswer(joinCandidates([none])) // [none]
 */
export const splitAnswer = ({ counts, rows, owners, derivations }: OwnerAnswer): readonly OwnerCandidates[] => {
  let start = 0
  return Array.from(counts, (count) => {
    const end = start + count
    const candidates = {
      rows: rows.subarray(2 * start, 2 * end),
      owners: owners.subarray(KEY_LENGTH * start, KEY_LENGTH * end),
      derivations: derivations.subarray(KEY_LENGTH * start, KEY_LENGTH * end),
    }
    start = end
    return candidates
  })
}
