// Connections to PostgreSQL with TLS, by the modes of the URL.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreLostError, StoreUnreadableError } from '../../../src/store/errors.ts'
import { DatabaseSession } from '../../../src/store/postgres/databaseSession.ts'
import { freePort } from '../../support/peers/monero.ts'
import { addressOf, type PostgresServer, startPostgres } from '../../support/store/postgres-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-pg-tls-'))

/** Creates a key and a certificate for names; returns their files. */
const createCertificate = (name: string, names: string) => {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=database', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  return { key, certificate }
}

const named = createCertificate('named', 'DNS:localhost')
const other = createCertificate('other', 'DNS:localhost,IP:127.0.0.1')

let server: PostgresServer
let port: number

beforeAll(async () => {
  port = await freePort()
  server = await startPostgres({ tls: { port, ...named } })
}, 60_000)

afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

/** Connects, and returns whether the connection has TLS. */
const connect = async (host: string, parameters: string): Promise<string> => {
  const session = await DatabaseSession.open(addressOf(`postgres://faba@${host}:${port}/postgres?${parameters}`), '')
  try {
    const [row] = await session.query('SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    return String(row?.[0])
  } finally {
    await session.close()
  }
}

describe('sslmode', () => {
  it('encrypts, and verifies what it promises', async () => {
    expect(await connect('localhost', 'sslmode=disable')).toBe('false')
    expect(await connect('localhost', 'sslmode=require')).toBe('true')
    expect(await connect('localhost', `sslmode=verify-full&sslrootcert=${named.certificate}`)).toBe('true')
    expect(await connect('127.0.0.1', `sslmode=verify-ca&sslrootcert=${named.certificate}`)).toBe('true')
  })

  it('refuses unknown authorities and other names', async () => {
    for (const [host, parameters] of [
      ['localhost', 'sslmode=verify-full'],
      ['localhost', 'sslmode=verify-ca'],
      ['localhost', `sslmode=verify-full&sslrootcert=${other.certificate}`],
      // The certificate names localhost, not its address.
      ['127.0.0.1', `sslmode=verify-full&sslrootcert=${named.certificate}`],
    ] as const)
      await expect(connect(host, parameters)).rejects.toThrow(StoreUnreadableError)
  })

  it('never falls back to a connection without TLS', async () => {
    const plain = await startPostgres()
    try {
      const url = `${await plain.createDatabase()}?sslmode=require`
      await expect(DatabaseSession.open(addressOf(url), '')).rejects.toThrow(StoreLostError)
    } finally {
      await plain.end()
    }
  })
})
