// Reads secrets from the terminal without echo.

import { UsageError } from './command.ts'

export type Terminal = {
  /**
   * Reads one line without echo.
   * @throws UsageError when the user cancels with Ctrl-C or Ctrl-D, and for a terminal that does not send UTF-8
   */
  readSecret(prompt: string): Promise<string>
}

const ENTER = new Set(['\r', '\n'])
const ERASE = new Set(['\u007f', '\b'])
/** Ctrl-C and Ctrl-D. */
const CANCEL = new Set(['\u0003', '\u0004'])

/** Stands for typed bytes that are no UTF-8: with it, different passwords would be equal. */
const REPLACEMENT_CHARACTER = '\uFFFD'
const NOT_UTF8 = 'the password was not typed in UTF-8: set the locale of the terminal to UTF-8'

const readSecret = async ({ stdin, stderr }: typeof process, prompt: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let characters: readonly string[] = []
  const onData = (text: string): void => {
    for (const character of text)
      if (ENTER.has(character)) resolve(characters.join(''))
      else if (character === REPLACEMENT_CHARACTER) reject(new UsageError(NOT_UTF8))
      else if (CANCEL.has(character)) reject(new UsageError('cancelled at the password prompt'))
      else characters = ERASE.has(character) ? characters.slice(0, -1) : [...characters, character]
  }
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.on('data', onData)
  stdin.resume()
  stderr.write(`${prompt}: `)
  try {
    return await promise
  } finally {
    stdin.off('data', onData)
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

/** Returns the terminal of a process; undefined if a script or a service manager started it without one. */
export const openTerminal = (host: typeof process): Terminal | undefined =>
  host.stdin.isTTY && host.stderr.isTTY ? { readSecret: (prompt) => readSecret(host, prompt) } : undefined

const MAX_PASSWORD_TRIES = 3

/**
 * Reads a new password until two entries match.
 * @throws UsageError when they differ three times
 */
export const readNewPassword = async (terminal: Terminal, prompt: string): Promise<string> => {
  for (let tries = 0; tries < MAX_PASSWORD_TRIES; tries++) {
    const password = await terminal.readSecret(prompt)
    if ((await terminal.readSecret(`${prompt}, again`)) === password) return password
  }
  throw new UsageError('the two passwords did not match in any attempt')
}
