// Wallets in PostgreSQL that several processes have open: one leads, and none writes that has lost its lead.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { scheduleTimer } from '../../../src/async/time.ts'
import {
  StoreBlockedError,
  StoreFullError,
  StoreLostError,
  StoreNameError,
  StoreReadOnlyError,
  StoreUnreadableError,
  StoreVersionError,
} from '../../../src/store/errors.ts'
import { DatabaseUrlError, databaseName, parseDatabaseUrl } from '../../../src/store/postgres/postgresAddress.ts'
import { PostgresDatabase } from '../../../src/store/postgres/postgresDatabase.ts'
import type { PostgresStore } from '../../../src/store/postgres/postgresStore.ts'
import { startCuttingProxy } from '../../support/store/cutting-proxy.ts'
import { addressOf, type PostgresServer, startPostgres } from '../../support/store/postgres-server.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

let server: PostgresServer
let url: string
let databases: PostgresDatabase[] = []

beforeAll(async () => {
  server = await startPostgres()
}, 60_000)

afterAll(() => server.end())

afterEach(async () => {
  await server.start()
  await Promise.all(databases.map((database) => database.close()))
  databases = []
})

/** Opens a database as another process would. */
const connect = async (label: string, at = url, schedule = scheduleTimer): Promise<PostgresDatabase> => {
  const address = addressOf(at)
  const database = await PostgresDatabase.open({ address, password: '', label, report: () => undefined, schedule })
  databases.push(database)
  return database
}

const opened = async (database: PostgresDatabase, wallet: string): Promise<PostgresStore> => {
  const store = await database.openStore(wallet)
  if (store === undefined) throw new Error(`there is no wallet ${wallet}`)
  return store
}

const put = (store: PostgresStore, value: number, key = 'k') =>
  store.commit([{ table: 't', key, value: bytes(value) }], 'strict')

/** Resolves when this process leads, which it accepts. */
const leading = async (store: PostgresStore): Promise<void> => {
  while (!store.leads || store.isSuspended) await new Promise((resolve) => setTimeout(resolve, 20))
  store.acceptLead()
}

/** Ends the connection with which a process leads a wallet. */
const terminateLeaders = () =>
  server.query(
    url,
    "SELECT pg_terminate_backend(pid)::text FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  )

/** A leader and a follower of one wallet. */
const pair = async () => {
  url = await server.createDatabase()
  const [a, b] = [await connect('A'), await connect('B')]
  const leader = await a.createStore('w')
  await put(leader, 1)
  return { a, b, leader, follower: await opened(b, 'w') }
}

describe('a wallet in PostgreSQL that two processes have open', () => {
  it('is led by the first and read by the second', async () => {
    const { leader, follower } = await pair()
    expect([leader.leads, follower.leads]).toEqual([true, false])
    expect(await follower.get('t', 'k')).toEqual(bytes(1))
    const failure = put(follower, 2)
    await expect(failure).rejects.toThrow(StoreReadOnlyError)
    await expect(failure).rejects.toThrow('led by A')
    expect(await leader.get('t', 'k')).toEqual(bytes(1))
  })

  it('reports commits of the leader to the others, and reads them as of one commit', async () => {
    const { leader, follower } = await pair()
    await follower.withSnapshot(async () => undefined)
    expect(await follower.isStale()).toBe(false)
    await put(leader, 2)
    expect(await follower.isStale()).toBe(true)
    await follower.withSnapshot(async () => {
      await put(leader, 3)
      await put(leader, 4, 'other')
      expect(await follower.get('t', 'k')).toEqual(bytes(2))
      expect(await follower.list('t')).toEqual([['k', bytes(2)]])
    })
    expect(await follower.isStale()).toBe(true)
    expect(await follower.list('t', 'o')).toEqual([['other', bytes(4)]])
    expect(await leader.isStale()).toBe(false)
  })

  it('is not written by a new leader before it has read the wallet again', async () => {
    const { leader, follower } = await pair()
    await leader.close()
    while (!follower.leads) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(follower.hasAcceptedLead).toBe(false)
    await expect(put(follower, 2)).rejects.toThrow(StoreReadOnlyError)
    follower.acceptLead()
    await put(follower, 3)
    expect(await follower.get('t', 'k')).toEqual(bytes(3))
  })

  it('is taken over when the leader closes it, and led by the newest afterwards', async () => {
    const { a, leader, follower } = await pair()
    const changes: boolean[] = []
    follower.watch((leads) => changes.push(leads))
    await leader.close()
    await leading(follower)
    expect(changes).toEqual([true])
    await put(follower, 2)
    const again = await opened(a, 'w')
    expect(again.leads).toBe(false)
    await expect(put(again, 3)).rejects.toThrow('led by B')
    expect(await again.get('t', 'k')).toEqual(bytes(2))
    await expect(put(leader, 3)).rejects.toThrow(StoreLostError)
  })

  it('survives the loss of connections: one process leads, and its commits are stored', async () => {
    const { leader, follower } = await pair()
    let last = 1
    for (let round = 0; round < 6; round++) {
      await terminateLeaders()
      // Either goes on or fails, but for the right reason.
      const results = await Promise.allSettled([put(leader, 10 + round), put(follower, 20 + round)])
      for (const [i, result] of results.entries())
        if (result.status === 'fulfilled') last = (i === 0 ? 10 : 20) + round
        else expect([StoreReadOnlyError, StoreLostError]).toContain(result.reason.constructor)
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
      expect([leader, follower].filter((store) => store.leads).length).toBeLessThan(2)
      await Promise.race([leading(leader), leading(follower)])
      expect(await leader.get('t', 'k')).toEqual(bytes(last))
    }
  })

  it('is never written by a process that was cut off while another one took over', async () => {
    url = await server.createDatabase()
    // A process that hangs: its timers do not run.
    const hung = await connect('A', url, () => () => undefined)
    const leader = await hung.createStore('w')
    const follower = await opened(await connect('B'), 'w')
    const changes: boolean[] = []
    leader.watch((leads) => changes.push(leads))
    await terminateLeaders()
    await leading(follower)
    await put(follower, 2)
    await expect(put(leader, 3)).rejects.toThrow('led by B')
    expect(changes).toEqual([false])
    expect(await leader.get('t', 'k')).toEqual(bytes(2))
  })

  it('is not written by a process that believes that it leads', async () => {
    const { leader } = await pair()
    await server.script(url, "UPDATE faba_wallets SET epoch = epoch + 1, leader = 'C'")
    await expect(put(leader, 6)).rejects.toThrow('led by C')
    expect(await leader.get('t', 'k')).toEqual(bytes(1))
  })

  it('begins anew when the server has lost commits', async () => {
    const { leader, follower } = await pair()
    // It could take over first.
    await follower.close()
    const changes: boolean[] = []
    leader.watch((leads) => changes.push(leads))
    await put(leader, 2)
    // As a crash of the server does with relaxed commits.
    await server.script(url, 'UPDATE faba_wallets SET revision = revision - 1')
    await expect(put(leader, 3)).rejects.toThrow('has lost commits')
    await leading(leader)
    expect(changes).toEqual([false, true])
    await put(leader, 4)
    expect(await leader.get('t', 'k')).toEqual(bytes(4))
  })

  it('repeats no commit whose answer was lost', async () => {
    url = await server.createDatabase()
    const proxy = await startCuttingProxy(url)
    try {
      // Its only requests are those of commits.
      const leader = await (await connect('A', proxy.url, () => () => undefined)).createStore('w')
      const changes: boolean[] = []
      leader.watch((leads) => changes.push(leads))
      for (const value of [1, 2]) await put(leader, value)
      proxy.cutNextAnswer()
      await put(leader, 3)
      expect(await server.query(url, 'SELECT epoch::text, revision::text FROM faba_wallets')).toEqual([['1', '3']])
      await put(leader, 4)
      expect(await leader.get('t', 'k')).toEqual(bytes(4))
      expect(changes).toEqual([])
    } finally {
      await Promise.all(databases.splice(0).map((database) => database.close()))
      await proxy.end()
    }
  })

  it('repeats a commit that the server had not stored when the connection was lost', async () => {
    const { leader } = await pair()
    // The server ends the connection after the change, before it stores it.
    await server.script(
      url,
      `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER cut AFTER UPDATE ON faba_wallets DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (new.revision = 2 AND old.revision = 1) EXECUTE FUNCTION cut()`,
    )
    const writing = put(leader, 2)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await server.script(url, 'DROP TRIGGER cut ON faba_wallets')
    await writing
    expect(leader.epoch).toBe(1n)
    expect(await server.query(url, 'SELECT epoch::text, revision::text FROM faba_wallets')).toEqual([['1', '2']])
    expect(await leader.get('t', 'k')).toEqual(bytes(2))
  })

  it('goes on after a crash of the server', async () => {
    const { leader, follower } = await pair()
    await server.stop('SIGQUIT')
    await expect(follower.get('t', 'k')).rejects.toThrow(StoreLostError)
    await expect(follower.isStale()).rejects.toThrow('does not respond')
    const waiting = put(leader, 2)
    await server.start()
    const [result] = await Promise.allSettled([waiting])
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StoreReadOnlyError)
    await Promise.race([leading(leader), leading(follower)])
    const writer = leader.leads ? leader : follower
    await put(writer, 3)
    expect(await follower.get('t', 'k')).toEqual(bytes(3))
  })
})

describe('a PostgreSQL database of wallets', () => {
  it('opens a wallet once in a process, and creates none by opening', async () => {
    const { a, b } = await pair()
    await expect(a.openStore('w')).rejects.toThrow(StoreBlockedError)
    await expect(b.createStore('w')).rejects.toThrow(StoreBlockedError)
    expect(await a.openStore('x')).toBeUndefined()
    expect(await a.hasRecords('w', 't')).toBe(true)
    expect(await a.hasRecords('w', 'u')).toBe(false)
    expect(await a.hasRecords('x', 't')).toBe(false)
    for (const name of ['', 'a\0', '\ud800']) await expect(a.openStore(name)).rejects.toThrow(StoreNameError)
    const other = await a.createStore("'; DROP TABLE faba_records; --\u{1f600}")
    await put(other, 7)
    await a.removeStore(other)
    expect(await a.openStore("'; DROP TABLE faba_records; --\u{1f600}")).toBeUndefined()
  })

  it('leads the other wallets if one was removed', async () => {
    const { a, b, leader, follower } = await pair()
    const other = await a.createStore('other')
    const otherFollower = await opened(b, 'other')
    await server.script(url, "DELETE FROM faba_wallets WHERE name = 'w'")
    await expect(put(leader, 2)).rejects.toThrow('no wallet "w" any more')
    await expect(follower.isStale()).rejects.toThrow(StoreUnreadableError)
    await leader.close()
    await other.close()
    await leading(otherFollower)
    await put(otherFollower, 3)
    expect(follower.leads).toBe(false)
  })

  it('reports a full disk, and stores nothing of the commit', async () => {
    const { leader } = await pair()
    await server.script(
      url,
      `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON faba_records FOR EACH ROW WHEN (new.key = 'full') EXECUTE FUNCTION fill()`,
    )
    const changes = ['k', 'full'].map((key) => ({ table: 't', key, value: bytes(9) }))
    await expect(leader.commit(changes, 'strict')).rejects.toThrow(StoreFullError)
    expect(await leader.get('t', 'k')).toEqual(bytes(1))
    await put(leader, 2)
    expect(leader.leads).toBe(true)
  })

  it('waits for the disk in strict commits, also if the server does not by default', async () => {
    url = await server.createDatabase()
    await server.script(
      url,
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$;
      CREATE TABLE seen (setting text); `,
    )
    const store = await (await connect('A')).createStore('w')
    await server.script(
      url,
      `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER note AFTER UPDATE ON faba_wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note()`,
    )
    await store.commit([{ table: 't', key: 'k', value: bytes(1) }], 'strict')
    await store.commit([{ table: 't', key: 'k', value: bytes(2) }], 'relaxed')
    expect(await server.query(url, 'SELECT setting FROM seen')).toEqual([['on'], ['off']])
  })

  it('is created by processes that start at the same time, and refused if it is newer', async () => {
    url = await server.createDatabase()
    await Promise.all(['A', 'B', 'C', 'D'].map((label) => connect(label)))
    await server.script(url, 'UPDATE faba_schema SET version = 99')
    await expect(connect('E')).rejects.toThrow(StoreVersionError)
  })

  it('refuses with a reason, without the password', async () => {
    url = await server.createDatabase()
    await server.script(url, "CREATE ROLE poor LOGIN PASSWORD 'secret-password'")
    const asPoor = url.replace('//faba@', '//poor:secret-password@')
    const failure = await connect('A', asPoor).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreUnreadableError)
    expect(String(failure)).toContain('permission denied')
    expect(String(failure)).not.toContain('secret-password')
    const missing = connect('A', url.replace(/[^/]*$/, 'missing'))
    await expect(missing).rejects.toThrow('does not exist')
    await expect(connect('A', 'postgres://faba@127.0.0.1:9/none')).rejects.toThrow(StoreLostError)
  })
})

describe('parseDatabaseUrl', () => {
  const parsed = (text: string) => parseDatabaseUrl(text, 'me')

  it('reads addresses, and verifies other machines by default', () => {
    expect(parsed('postgres://ann:p%40ss@db.example.org:6543/wallets')).toEqual({
      host: 'db.example.org',
      port: 6543,
      database: 'wallets',
      user: 'ann',
      password: 'p@ss',
      sslMode: 'verify-full',
      caFile: undefined,
    })
    expect(parsed('postgresql:///w')).toMatchObject({ host: 'localhost', user: 'me', port: 5432, sslMode: 'disable' })
    expect(parsed('postgres://[::1]/w')).toMatchObject({ host: '::1', sslMode: 'disable' })
    expect(parsed('postgres://%2Fvar%2Frun/w')).toMatchObject({ host: '/var/run', sslMode: 'disable' })
    expect(parsed('postgres:///w?host=/run/pg&port=7')).toMatchObject({ host: '/run/pg', port: 7, sslMode: 'disable' })
    expect(parsed('postgres://h/w?sslmode=require&sslrootcert=/ca')).toMatchObject({
      sslMode: 'require',
      caFile: '/ca',
    })
    expect(databaseName(parsed('postgres://ann:secret@h/w'))).toBe('the database w at h:5432')
  })

  it('rejects malformed ones without a word of them', () => {
    for (const text of [
      '',
      'mysql://h/w',
      'postgres://h',
      'postgres://h/',
      'postgres://ann:secret@h:99999/w',
      'postgres://ann:secret@h:0/w',
      'postgres://ann:secret%zz@h/w',
      'postgres://ann:secret@h/w?sslmode=maybe',
      'postgres://ann:secret@h/w?options=x',
      'postgres://ann:sec/ret@h/w',
    ]) {
      const failure = (() => {
        try {
          return parsed(text)
        } catch (error) {
          return error
        }
      })()
      expect(failure).toBeInstanceOf(DatabaseUrlError)
      expect(String(failure)).not.toMatch(/sec|maybe/)
    }
  })
})
