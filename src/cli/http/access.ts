// Who reaches a service, and where it listens: what the flags of several commands say in the same way.

import type { Login } from '../../daemon/loginSession.ts'
import { type Flags, UsageError } from '../command.ts'
import { type Terminal, terminalOf } from '../terminal.ts'

/** A secret, or how to ask the person at the terminal for it. */
export type Secret = string | ((terminal: Terminal) => Promise<string>)

export type LoginChoice = { readonly user: string; readonly password: Secret }

/** Where a service listens. */
export type Place = { readonly host: string; readonly port: number }

/**
 * The login in a flag's `user:password`, or `user` alone.
 * @param ask how to ask for a password that was left out
 * @throws UsageError
 */
export const parseLogin = (text: string, flag: string, ask: (terminal: Terminal) => Promise<string>): LoginChoice => {
  const colon = text.indexOf(':')
  // The text may be a password, so that it is not repeated.
  if (colon === 0 || text === '' || colon === text.length - 1)
    throw new UsageError(`--${flag} takes user:password, both of at least one character, or user alone`)
  return colon < 0 ? { user: text, password: ask } : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

/**
 * A login whose password is given, or asked for at the terminal now.
 * @throws UsageError where there is no terminal
 */
export const completeLogin = async ({ user, password }: LoginChoice, flag: string): Promise<Login> => {
  if (typeof password === 'string') return { user, password }
  const terminal = terminalOf(process)
  if (terminal === undefined)
    throw new UsageError(`the password of --${flag} user:password is missing, and there is no terminal to ask at`)
  return { user, password: await password(terminal) }
}

/** The login that a flag names, if it does. */
export const namedLogin = async (flags: Flags, flag: string): Promise<Login | undefined> => {
  const text = flags.text(flag)
  if (text === undefined) return undefined
  return await completeLogin(
    parseLogin(text, flag, (terminal) => terminal.ask(`password of --${flag}`)),
    flag,
  )
}

/** Whether only this machine reaches an address. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address)

/**
 * An address to listen on that a flag names.
 * @throws UsageError for one that other machines reach, unless that is confirmed
 */
export const confirmedHost = (host: string, flag: string, isConfirmed: boolean): string => {
  if (isLoopback(host) || isConfirmed) return host
  throw new UsageError(
    `--${flag} ${host} lets other machines call, unencrypted: put a TLS proxy before a loopback address, or say --confirm-external-bind`,
  )
}
