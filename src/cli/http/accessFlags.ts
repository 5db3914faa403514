// Logins and listen addresses, as the flags of several commands give them.

import type { Login } from '../../daemon/loginSession.ts'
import { type Flags, UsageError } from '../command/command.ts'
import { openTerminal, type Terminal } from '../command/terminal.ts'

/** A password, or a function that reads it from the terminal. */
export type PasswordSource = string | ((terminal: Terminal) => Promise<string>)

export type LoginOption = { readonly user: string; readonly password: PasswordSource }

/** The address and TCP port of a listener. Port 0 selects a free one. */
export type ListenAddress = { readonly host: string; readonly port: number }

/** Accepts every TCP port; 0 selects a free one. */
export const PORT_RANGE = { min: 0, max: 65535 } as const

/**
 * Parses the argument of a login flag: `user:password`, or `user` alone.
 * @param readPassword reads the password from the terminal if the argument has none
 * @throws UsageError for an empty user or password
 */
export const parseLogin = (
  text: string,
  flag: string,
  readPassword: (terminal: Terminal) => Promise<string>,
): LoginOption => {
  const colon = text.indexOf(':')
  const user = colon < 0 ? text : text.slice(0, colon)
  const password = colon < 0 ? readPassword : text.slice(colon + 1)
  // The message does not repeat the text, which may contain a password.
  if (user === '' || password === '')
    throw new UsageError(`--${flag} takes user:password, neither of them empty, or user alone`)
  return { user, password }
}

/**
 * Returns the login, after reading a missing password from the terminal.
 * @throws UsageError without a terminal
 */
export const resolveLogin = async ({ user, password }: LoginOption, flag: string): Promise<Login> => {
  if (typeof password === 'string') return { user, password }
  const terminal = openTerminal(process)
  if (terminal === undefined)
    throw new UsageError(`--${flag} has no password, and there is no terminal to read it from: give user:password`)
  return { user, password: await password(terminal) }
}

/** Returns the login of a flag; undefined without the flag. */
export const readLoginFlag = async (flags: Flags, flag: string): Promise<Login | undefined> => {
  const text = flags.text(flag)
  if (text === undefined) return undefined
  return await resolveLogin(
    parseLogin(text, flag, (terminal) => terminal.readSecret(`password of --${flag}`)),
    flag,
  )
}

/** Returns whether only this machine reaches an address. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address)

/**
 * Returns the listen address of a flag.
 * @throws UsageError for an address that other machines reach, unless --confirm-external-bind is set
 */
export const checkListenHost = (host: string, flag: string, isExternalConfirmed: boolean): string => {
  if (isLoopback(host) || isExternalConfirmed) return host
  throw new UsageError(
    `--${flag} ${host} lets other machines call without encryption: use a loopback address behind a TLS proxy, or add --confirm-external-bind`,
  )
}
