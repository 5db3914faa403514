// The schema of wallets in PostgreSQL, and its migrations.

import { StoreVersionError } from '../errors.ts'
import type { DatabaseSession } from './databaseSession.ts'

/**
 * Each migration upgrades the schema by one version. Released migrations never change; new ones are appended.
 *
 * `faba_wallets` has a row for each wallet: `epoch` counts its leaders, `revision` its commits, `leader` names the process that leads.
 * `faba_records` has the records of wallets, encrypted before they reach the database. Names sort by bytes (`C`), as in other stores;
 * values are not compressed, since ciphertexts cannot be.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `CREATE TABLE faba_wallets (
    name text COLLATE "C" PRIMARY KEY,
    epoch bigint NOT NULL,
    revision bigint NOT NULL,
    leader text NOT NULL
  );
  CREATE TABLE faba_records (
    wallet text COLLATE "C" NOT NULL REFERENCES faba_wallets (name) ON DELETE CASCADE,
    "table" text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (wallet, "table", key)
  );
  ALTER TABLE faba_records ALTER COLUMN value SET STORAGE EXTERNAL`,
]

/** Lock of a transaction that migrates: processes that start together migrate one after the other. */
const MIGRATION_LOCK = '7161126371263741281'

const versionOf = async (session: DatabaseSession): Promise<number> => {
  const [row] = await session.query('SELECT version::text FROM faba_schema')
  return Number(row?.[0] ?? 0)
}

/**
 * Upgrades the schema of a database to the newest version.
 * @param name of the database, for messages
 * @throws StoreVersionError if it is newer than the program; the errors of the session
 */
export const migrateDatabase = async (
  session: DatabaseSession,
  name: string,
  migrations: readonly string[] = POSTGRES_MIGRATIONS,
): Promise<void> => {
  await session.script(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  try {
    await session.script('CREATE TABLE IF NOT EXISTS faba_schema (version integer NOT NULL)')
    const version = await versionOf(session)
    if (version > migrations.length)
      throw new StoreVersionError(
        `${name} has version ${version}, this program supports versions up to ${migrations.length}: use a newer program`,
      )
    for (const step of migrations.slice(version)) await session.script(step)
    if (version < migrations.length)
      await session.script(`DELETE FROM faba_schema; INSERT INTO faba_schema VALUES (${migrations.length})`)
    await session.script('COMMIT')
  } catch (error) {
    if (session.isOpen) await session.script('ROLLBACK')
    throw error
  }
}
