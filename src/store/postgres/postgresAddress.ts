// The address of a PostgreSQL database, as a URL in the form of libpq: postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=MODE

import { FabaError } from '../../errors/fabaError.ts'

/** The URL of a database is malformed. The message does not repeat it, since it may contain a password. */
export class DatabaseUrlError extends FabaError {
  override readonly name = 'DatabaseUrlError'
  readonly code = 'database-url'
}

export const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/** `require` encrypts without a verification, `verify-ca` verifies the certificate, `verify-full` its host name too. */
export type SslMode = (typeof SSL_MODES)[number]

export type DatabaseAddress = {
  /** host name, IP address, or the folder of a Unix socket */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  /** undefined if the URL has none */
  readonly password: string | undefined
  readonly sslMode: SslMode
  /** file of the certificates of authorities (PEM); those of the system if undefined */
  readonly caFile: string | undefined
}

const DEFAULT_PORT = 5432

const isLocal = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

const parseSslMode = (text: string | null, host: string): SslMode => {
  if (text === null) return isLocal(host) ? 'disable' : 'verify-full'
  const mode = SSL_MODES.find((known) => known === text)
  if (mode === undefined) throw new DatabaseUrlError(`sslmode is one of ${SSL_MODES.join(', ')}`)
  return mode
}

const PARAMETERS = ['host', 'port', 'sslmode', 'sslrootcert']

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DatabaseUrlError('a part of the URL of the database is not percent-encoded UTF-8')
  }
}

/**
 * Parses the URL of a database. Without `sslmode`, connections to other machines have TLS and verify the certificate and its host name,
 * those on this machine have none. The folder of a Unix socket is percent-encoded in place of the host, or the parameter `host`.
 * @param defaultUser the user if the URL has none
 * @throws DatabaseUrlError
 */
export const parseDatabaseUrl = (text: string, defaultUser: string): DatabaseAddress => {
  const match =
    /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\[[0-9a-fA-F:.]+\]|[^:/?#@[\]]*)(?::(\d{1,5}))?\/([^/?#]*)(?:\?([^#]*))?$/.exec(
      text,
    )
  if (match === null)
    throw new DatabaseUrlError('the URL of a database has the form postgres://USER@HOST:PORT/DATABASE?sslmode=MODE')
  const [, user = '', password, authority = '', port = '', database = '', query = ''] = match
  const parameters = new URLSearchParams(query)
  for (const name of parameters.keys())
    if (!PARAMETERS.includes(name))
      throw new DatabaseUrlError(`the URL of a database has the parameters ${PARAMETERS.join(', ')}, not others`)
  const host = parameters.get('host') ?? (decode(authority).replace(/^\[(.*)\]$/, '$1') || 'localhost')
  if (database === '') throw new DatabaseUrlError('the URL names no database: postgres://USER@HOST:PORT/DATABASE')
  const number = Number(parameters.get('port') ?? (port === '' ? DEFAULT_PORT : port))
  if (!Number.isInteger(number) || number < 1 || number > 65535)
    throw new DatabaseUrlError('the port of a database is a number from 1 to 65535')
  return {
    host,
    port: number,
    database: decode(database),
    user: user === '' ? defaultUser : decode(user),
    password: password === undefined ? undefined : decode(password),
    sslMode: parseSslMode(parameters.get('sslmode'), host),
    caFile: parameters.get('sslrootcert') ?? undefined,
  }
}

/** Returns the name of a database for messages: without user and password. */
export const databaseName = ({ host, port, database }: DatabaseAddress): string =>
  `the database ${database} at ${host.includes(':') ? `[${host}]` : host}:${port}`
