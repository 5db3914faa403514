// Asks the person at the terminal for a secret, which is not shown as it is typed.

import { UsageError } from './command.ts'

export type Terminal = {
  /**
   * What the person types until Enter, unseen.
   * @throws UsageError when they give up
   */
  ask(question: string): Promise<string>
}

const ENTER = new Set(['\r', '\n'])
const ERASE = new Set(['\u007f', '\b'])
/** Control and C, D: how a person gives up. */
const GIVE_UP = new Set(['\u0003', '\u0004'])

/** The terminal of this process; undefined where there is none, because a script or a service manager started it. */
export const terminalOf = ({ stdin, stderr }: typeof process): Terminal | undefined =>
  stdin.isTTY && stderr.isTTY
    ? {
        ask: async (question) => {
          const { promise, resolve, reject } = Promise.withResolvers<string>()
          let typed: readonly string[] = []
          const read = (text: string): void => {
            for (const character of text)
              if (ENTER.has(character)) resolve(typed.join(''))
              else if (GIVE_UP.has(character)) reject(new UsageError('nothing was typed, so nothing was started'))
              else typed = ERASE.has(character) ? typed.slice(0, -1) : [...typed, character]
          }
          stdin.setRawMode(true)
          stdin.setEncoding('utf8')
          stdin.on('data', read)
          stdin.resume()
          stderr.write(`${question}: `)
          try {
            return await promise
          } finally {
            stdin.off('data', read)
            stdin.setRawMode(false)
            stdin.pause()
            stderr.write('\n')
          }
        },
      }
    : undefined

/**
 * Asks for a password that nothing can be compared with, until it was typed twice alike.
 * @throws UsageError when they differ three times
 */
export const askTwice = async (terminal: Terminal, question: string): Promise<string> => {
  for (let tries = 0; tries < 3; tries++) {
    const password = await terminal.ask(question)
    if ((await terminal.ask(`${question}, once more`)) === password) return password
  }
  throw new UsageError('the two were never the same')
}
