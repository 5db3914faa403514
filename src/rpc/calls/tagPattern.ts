// Account tags by regular expression (wallet2: `regexp` of get_accounts). A caller must not make the service search without end.

import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'

/** Bound of the steps of one search: every repetition multiplies them by the length of the text at most, every alternative by two. */
const MAX_STEPS = 10_000_000

/** What repeats a part of a pattern. */
const REPETITION = /[*+?]|\{\d/g
/** A repeated group: the number of its searches grows exponentially. */
const REPEATED_GROUP = /\)(?:[*+?]|\{\d)/

const refuse = (pattern: string, reason: string): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.unknown, `The pattern ${pattern} is refused: ${reason}`)

/**
 * Returns whether a text matches a regular expression as a whole.
 * @throws JsonRpcError if the expression is malformed, or a search by it could take long
 */
export const tagMatcher = (pattern: string): ((tag: string) => boolean) => {
  const repetitions = pattern.match(REPETITION)?.length ?? 0
  const alternatives = pattern.split('|').length - 1
  if (REPEATED_GROUP.test(pattern)) throw refuse(pattern, 'it repeats a group; list the alternatives instead')
  const expression = ((): RegExp => {
    try {
      return new RegExp(`^(?:${pattern})$`, 'su')
    } catch (error) {
      throw refuse(pattern, error instanceof Error ? error.message : String(error))
    }
  })()
  return (tag) => {
    if (Math.max(2, tag.length) ** repetitions * 2 ** alternatives > MAX_STEPS)
      throw refuse(pattern, 'it has too many repetitions and alternatives for the tags of this wallet')
    return expression.test(tag)
  }
}
