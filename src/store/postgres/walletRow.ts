// The statements on the records of one wallet. A commit names the epoch and the revision that it follows: it changes nothing if another
// process has led since, or if the server has lost commits.

import type { Durability, StoreChange } from '../store.ts'
import type { Parameter, Row } from './databaseSession.ts'

/** Number of leaders and of commits of a wallet so far: together they identify a state of its records. */
export type Revision = { readonly epoch: bigint; readonly revision: bigint }

/** A state of a wallet's records, and the process that leads. */
export type WalletRow = Revision & { readonly leader: string }

export const sameRevision = (a: Revision, b: Revision): boolean => a.epoch === b.epoch && a.revision === b.revision

/** Waits for the disk unless the parameter is `relaxed`. A stricter setting of the server, as for a standby, stays in force. */
const durability = (parameter: string): string =>
  `CASE WHEN ${parameter} = 'relaxed' THEN set_config('synchronous_commit', 'off', true)
    WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END`

export const SELECT_WALLET = 'SELECT epoch::text, revision::text, leader FROM faba_wallets WHERE name = $1'

export const INSERT_WALLET = "INSERT INTO faba_wallets VALUES ($1, 0, 0, '') ON CONFLICT DO NOTHING"

export const DELETE_WALLET = 'DELETE FROM faba_wallets WHERE name = $1 AND epoch = $2::bigint'

/** Begins an epoch: no commit of an earlier leader succeeds afterwards. */
export const BEGIN_EPOCH = `WITH led AS (
    UPDATE faba_wallets SET epoch = epoch + 1, leader = $2 WHERE name = $1 RETURNING epoch, revision, leader
  ) SELECT epoch::text, revision::text, leader, ${durability("'strict'")} FROM led`

export const HAS_RECORDS =
  'SELECT name FROM faba_wallets WHERE name = $1 AND EXISTS (SELECT FROM faba_records WHERE wallet = $1 AND "table" = $2)'

export const GET_RECORD = 'SELECT value FROM faba_records WHERE wallet = $1 AND "table" = $2 AND key = $3'

export const LIST_RECORDS =
  'SELECT key, value FROM faba_records WHERE wallet = $1 AND "table" = $2 AND key >= $3 AND key < $4 ORDER BY key'

/** Returns a row if the changes are stored, none if another process has led since. */
export const COMMIT = `WITH led AS (
    UPDATE faba_wallets SET revision = revision + 1
    WHERE name = $1 AND epoch = $2::bigint AND revision = $3::bigint RETURNING name
  ), removed AS (
    DELETE FROM faba_records USING led, unnest($4::text[], $5::text[]) AS gone ("table", key)
    WHERE wallet = led.name AND faba_records."table" = gone."table" AND faba_records.key = gone.key
  ), written AS (
    INSERT INTO faba_records SELECT led.name, kept."table", kept.key, kept.value
    FROM led, unnest($6::text[], $7::text[], $8::bytea[]) AS kept ("table", key, value)
    ON CONFLICT (wallet, "table", key) DO UPDATE SET value = excluded.value
  ) SELECT name, ${durability('$9::text')} FROM led`

type Put = StoreChange & { readonly value: Uint8Array }

const isPut = (change: StoreChange): change is Put => change.value !== undefined

/** Returns the parameters of COMMIT. Of several changes of a record the last one counts. */
export const commitParameters = (
  wallet: string,
  { epoch, revision }: Revision,
  changes: readonly StoreChange[],
  kind: Durability,
): readonly Parameter[] => {
  const last = [...new Map(changes.map((change) => [`${change.table}/${change.key}`, change])).values()]
  const [removed, written] = [last.filter((change) => !isPut(change)), last.filter(isPut)]
  return [
    ...[wallet, String(epoch), String(revision)],
    ...[removed.map(({ table }) => table), removed.map(({ key }) => key)],
    ...[written.map(({ table }) => table), written.map(({ key }) => key), written.map(({ value }) => value)],
    kind,
  ]
}

/** Returns the state that the first columns of a row hold; undefined without a row. */
export const walletRowOf = (row: Row | undefined): WalletRow | undefined => {
  if (row === undefined) return undefined
  const [epoch, revision, leader] = row.map(String)
  return { epoch: BigInt(epoch ?? 0), revision: BigInt(revision ?? 0), leader: leader ?? '' }
}
