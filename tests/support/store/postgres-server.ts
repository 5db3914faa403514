// A PostgreSQL server of the system's package, with data of its own in a temporary folder, reached by a Unix socket there.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSession } from '../../../src/store/postgres/databaseSession.ts'
import { type DatabaseAddress, parseDatabaseUrl } from '../../../src/store/postgres/postgresAddress.ts'
import { PostgresDatabase } from '../../../src/store/postgres/postgresDatabase.ts'
import { postgresFolder } from '../../tools.ts'

/** PostgreSQL refuses to run as root: then it runs as the user that its package makes. */
const serverUser = (): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const USER = 'faba'

export type PostgresServer = {
  /** Creates an empty database; returns its URL. */
  readonly createDatabase: () => Promise<string>
  /** Runs statements in a database. */
  readonly script: (url: string, statements: string) => Promise<void>
  /** Runs a statement in a database; returns its rows, values as text. */
  readonly query: (url: string, statement: string) => Promise<readonly (readonly unknown[])[]>
  /** Ends the server: `SIGINT` disconnects its clients, `SIGQUIT` ends it as a crash does. */
  readonly stop: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>
  /** Starts it again, unless it runs. */
  readonly start: () => Promise<void>
  /** Stops the server and removes its data. */
  readonly end: () => Promise<void>
}

export const addressOf = (url: string): DatabaseAddress => parseDatabaseUrl(url, USER)

/** TLS of a server, at a TCP port of this machine; files of the key and of the certificate (PEM). */
export type TlsSettings = { readonly port: number; readonly key: string; readonly certificate: string }

export type ServerSettings = {
  /** a Unix socket only if left out */
  readonly tls?: TlsSettings
  /** whether commits wait for the disk; no by default, since no test depends on what a failure of the machine leaves */
  readonly fsync?: boolean
}

/**
 * Starts a server.
 * @throws Error if the package is missing
 */
export const startPostgres = async ({ tls, fsync = false }: ServerSettings = {}): Promise<PostgresServer> => {
  const programs = postgresFolder()
  if (programs === undefined) throw new Error('the PostgreSQL server is missing: apt-get install postgresql')
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'faba-pg-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const inFolder = { ...user, cwd: folder }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '--no-sync', '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8'],
    { ...inFolder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const tlsSettings =
    tls === undefined
      ? ['listen_addresses=']
      : ['listen_addresses=127.0.0.1', `port=${tls.port}`, 'ssl=on', 'ssl_key_file=key.pem', 'ssl_cert_file=cert.pem']
  if (tls !== undefined)
    for (const [from, name] of [
      [tls.key, 'key.pem'],
      [tls.certificate, 'cert.pem'],
    ] as const) {
      const path = join(data, name)
      writeFileSync(path, readFileSync(from), { mode: 0o600 })
      if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
    }
  let child: ChildProcess | undefined
  let log = ''
  let databases = 0

  const urlOf = (database: string): string =>
    `postgres://${USER}@${encodeURIComponent(folder)}:${tls?.port ?? 5432}/${database}`

  const isReady = async (): Promise<boolean> => {
    try {
      await (await DatabaseSession.open(addressOf(urlOf('postgres')), '')).close()
      return true
    } catch {
      return false
    }
  }

  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null

  const start = async (): Promise<void> => {
    if (isRunning()) return
    const settings = [...tlsSettings, `fsync=${fsync ? 'on' : 'off'}`, 'max_connections=50'].flatMap((setting) => [
      '-c',
      setting,
    ])
    const started = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...settings], {
      ...inFolder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    started.stderr.on('data', (text: Buffer) => {
      log += text.toString()
    })
    while (!(await isReady())) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended:\n${log}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const stop = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (!isRunning()) return
    const ended = new Promise((resolve) => child?.on('exit', resolve))
    child?.kill(signal)
    await ended
  }

  const withSession = async <T>(url: string, use: (session: DatabaseSession) => Promise<T>): Promise<T> => {
    const session = await DatabaseSession.open(addressOf(url), '')
    try {
      return await use(session)
    } finally {
      await session.close()
    }
  }

  await start()
  return {
    createDatabase: async () => {
      const name = `wallets${++databases}`
      await withSession(urlOf('postgres'), (session) => session.script(`CREATE DATABASE ${name}`))
      return urlOf(name)
    },
    script: (url, statements) => withSession(url, (session) => session.script(statements)),
    query: (url, statement) => withSession(url, (session) => session.query(statement)),
    stop,
    start,
    end: async () => {
      await stop('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An empty database, opened as a process of the service opens it. */
export type TestDatabase = { readonly database: PostgresDatabase; end(): Promise<void> }

/** Starts a server with an empty database. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  const server = await startPostgres()
  const address = addressOf(await server.createDatabase())
  const database = await PostgresDatabase.open({ address, password: '', label: 'test', report: () => undefined })
  return {
    database,
    end: async () => {
      await database.close()
      await server.end()
    },
  }
}
