// --wallet-database: the address of the database, and where its password comes from.

import { hostname, userInfo } from 'node:os'
import { type DatabaseAddress, parseDatabaseUrl } from '../../../store/postgres/postgresAddress.ts'
import { type Flags, rejectBoth, UsageError } from '../../command/command.ts'
import { toUsageError } from '../../command/fileErrors.ts'
import { readTextFile } from './configFile.ts'

export const DATABASE_FLAG = 'wallet-database'
const PASSWORD_FILE_FLAG = 'wallet-database-password-file'

export type DatabaseOption = { readonly address: DatabaseAddress; readonly password: string }

type Environment = Readonly<Record<string, string | undefined>>

/** Splits a line of a password file at its colons; a backslash makes the character after it ordinary. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|:)((?:\\.|[^:\\])*)/g)].map(([, field = '']) => field.replace(/\\(.)/g, '$1'))

/** Returns the password for an address in the text of a password file of libpq (PostgreSQL, "The Password File"); undefined for none. */
export const passwordIn = (text: string, { host, port, database, user }: DatabaseAddress): string | undefined => {
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user]
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue
    const fields = fieldsOf(line)
    if (fields.length === 5 && wanted.every((value, i) => fields[i] === '*' || fields[i] === value)) return fields[4]
  }
  return undefined
}

const passwordOf = (flags: Flags, address: DatabaseAddress, environment: Environment): string => {
  const file = flags.text(PASSWORD_FILE_FLAG)
  if (file !== undefined && address.password !== undefined)
    throw new UsageError(`the URL of --${DATABASE_FLAG} has a password: leave out --${PASSWORD_FILE_FLAG}`)
  if (file !== undefined) return readTextFile(file, PASSWORD_FILE_FLAG).replace(/[\r\n]+$/, '')
  if (address.password !== undefined) return address.password
  const { PGPASSWORD, PGPASSFILE } = environment
  if (PGPASSWORD !== undefined && PGPASSWORD !== '') return PGPASSWORD
  if (PGPASSFILE === undefined || PGPASSFILE === '') return ''
  return passwordIn(readTextFile(PGPASSFILE, DATABASE_FLAG), address) ?? ''
}

/**
 * Parses the flags of the database; undefined without them. No error repeats the URL.
 * @throws UsageError
 */
export const parseDatabase = (flags: Flags, environment: Environment): DatabaseOption | undefined => {
  const url = flags.text(DATABASE_FLAG)
  if (url === undefined) {
    if (flags.text(PASSWORD_FILE_FLAG) !== undefined)
      throw new UsageError(`--${PASSWORD_FILE_FLAG} requires --${DATABASE_FLAG}`)
    return undefined
  }
  for (const other of ['wallet-file', 'generate-from-json', 'password', 'password-file', 'keys-files'])
    rejectBoth(flags, DATABASE_FLAG, other)
  try {
    const address = parseDatabaseUrl(url, userInfo().username)
    return { address, password: passwordOf(flags, address, environment) }
  } catch (error) {
    throw toUsageError(`--${DATABASE_FLAG}`, error)
  }
}

/** Returns the name of this process for the others that serve the same wallets. */
export const processLabel = (port: number): string =>
  `${hostname()}${port === 0 ? '' : `:${port}`} (process ${process.pid})`
