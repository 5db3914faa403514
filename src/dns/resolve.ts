// From a name to what its owner published there, proven from the root on.

import { compareBytes } from '../bytes/bytes.ts'
import { rootAnchors } from './anchors.ts'
import { NameNotFoundError, NotValidatedError } from './errors.ts'
import { type Alias, readAlias } from './openAlias.ts'
import { type Delegation, readText, recordsAt } from './records.ts'
import { type Ask, createAsk, type ResolverOptions } from './resolver.ts'
import { createValidator } from './validate.ts'
import { type DnsRecord, DomainNameError, MessageError, type Name, nameIn, nameOf, nameText, TYPE } from './wire.ts'

/**
 * What is published at a name such as `donate.example.org` or `somebody@example.org`: one at least, in an order that stays.
 * @throws NameNotFoundError, NotValidatedError where it is not proven that the name's owner published it, ResolverError
 */
export type ResolveName = (name: string) => Promise<readonly Alias[]>

export type NamesOptions = Omit<ResolverOptions, 'signal'> & {
  /** milliseconds since 1970 */
  readonly clock: () => number
  /** the root's keys, where it is another root */
  readonly anchors?: readonly Delegation[]
  /** for a name, with all that is asked for it; 20 s when left out */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 20_000

/** Names that lead to other names, one after another. */
const MAX_STEPS = 8
/** Questions asked for one name: a real chain takes two for each zone. */
const MAX_QUESTIONS = 64

/** An answer, and what of it is to be proven. */
type Step = { readonly answer: readonly DnsRecord[]; readonly name: Name; readonly type: number }

/** The way from a name to texts. */
const follow = async (ask: Ask, start: Name): Promise<readonly Step[]> => {
  const steps: Step[] = []
  for (let name = start; steps.length < MAX_STEPS; ) {
    const answer = await ask(name, TYPE.txt)
    if (recordsAt(answer, name, TYPE.txt).length > 0) return [...steps, { answer, name, type: TYPE.txt }]
    const [alias, second] = recordsAt(answer, name, TYPE.cname)
    if (alias === undefined) throw new NameNotFoundError(`there is no text at ${nameText(name)}`)
    if (second !== undefined) throw new NotValidatedError(`${nameText(name)} leads to several names`)
    steps.push({ answer, name, type: TYPE.cname })
    name = nameIn(alias.data)
  }
  throw new NameNotFoundError(`${nameText(start)} leads from name to name, without an end`)
}

const toName = (text: string): Name => {
  try {
    return nameOf(text.replace('@', '.'))
  } catch (error) {
    if (error instanceof DomainNameError) throw new NameNotFoundError(error.message, { cause: error })
    throw error
  }
}

/** What the last step's texts say, in the order in which they are signed: resolvers mix them up as they like. */
const aliasesAt = ({ answer, name }: Step): Alias[] =>
  recordsAt(answer, name, TYPE.txt)
    .toSorted((a, b) => compareBytes(a.data, b.data))
    .flatMap(({ data }) => readAlias(readText(data)) ?? [])

/** Makes what looks names up with a resolver, believing only what is signed. */
export const createNameResolver = (options: NamesOptions): ResolveName => {
  const { clock, anchors = rootAnchors, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  return async (text) => {
    const askResolver = createAsk({ ...options, signal: AbortSignal.timeout(timeoutMs) })
    let questions = 0
    const ask: Ask = async (name, type) => {
      if (++questions > MAX_QUESTIONS) throw new NotValidatedError(`${text} takes too many questions`)
      return await askResolver(name, type)
    }
    try {
      const steps = await follow(ask, toName(text))
      const aliases = steps.slice(-1).flatMap(aliasesAt)
      if (aliases.length === 0) throw new NameNotFoundError(`the texts at ${text} name no address`)
      const validate = createValidator({ ask, anchors, now: Math.floor(clock() / 1000) })
      for (const { answer, name, type } of steps) await validate(answer, name, type)
      return aliases
    } catch (error) {
      if (error instanceof MessageError) throw new NotValidatedError(error.message, { cause: error })
      throw error
    }
  }
}
