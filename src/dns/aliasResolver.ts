// From a name to what its owner published there, proven from the root on.

import { compareBytes } from '../bytes/bytes.ts'
import {
  DnsMessageError,
  type DnsRecord,
  type DomainName,
  DomainNameError,
  decodeDomainName,
  formatDomainName,
  parseDomainName,
  RECORD_TYPE,
} from './dnsMessage.ts'
import { createDnsQuery, type DnsQuery, type ResolverOptions } from './dnsOverHttps.ts'
import { type DelegationSigner, filterRecords, parseTextRecord } from './dnssecRecords.ts'
import { createDnssecValidator } from './dnssecValidator.ts'
import { NameNotFoundError, NotValidatedError } from './errors.ts'
import { type Alias, parseAlias } from './openAlias.ts'
import { rootTrustAnchors } from './trustAnchors.ts'

/**
 * What is published at a name such as `donate.example.org` or `somebody@example.org`: one at least, in an order that stays.
 * @throws NameNotFoundError, NotValidatedError where it is not proven that the name's owner published it, ResolverError
 */
export type ResolveAlias = (name: string) => Promise<readonly Alias[]>

export type AliasResolverOptions = Omit<ResolverOptions, 'signal'> & {
  /** milliseconds since 1970 */
  readonly clock: () => number
  /** the root's keys, where it is another root */
  readonly anchors?: readonly DelegationSigner[]
  /** for a name, with all that is asked for it; 20 s when left out */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 20_000

/** Names that lead to other names, one after another. */
const MAX_STEPS = 8
/** Questions asked for one name: a real chain takes two for each zone. */
const MAX_QUESTIONS = 64

/** An answer, and what of it is to be proven. */
type Step = { readonly answer: readonly DnsRecord[]; readonly name: DomainName; readonly type: number }

/** The way from a name to texts. */
const follow = async (ask: DnsQuery, start: DomainName): Promise<readonly Step[]> => {
  const steps: Step[] = []
  for (let name = start; steps.length < MAX_STEPS; ) {
    const answer = await ask(name, RECORD_TYPE.txt)
    if (filterRecords(answer, name, RECORD_TYPE.txt).length > 0)
      return [...steps, { answer, name, type: RECORD_TYPE.txt }]
    const [alias, second] = filterRecords(answer, name, RECORD_TYPE.cname)
    if (alias === undefined) throw new NameNotFoundError(`there is no text at ${formatDomainName(name)}`)
    if (second !== undefined) throw new NotValidatedError(`${formatDomainName(name)} leads to several names`)
    steps.push({ answer, name, type: RECORD_TYPE.cname })
    name = decodeDomainName(alias.data)
  }
  throw new NameNotFoundError(`${formatDomainName(start)} leads from name to name, without an end`)
}

const toName = (text: string): DomainName => {
  try {
    return parseDomainName(text.replace('@', '.'))
  } catch (error) {
    if (error instanceof DomainNameError) throw new NameNotFoundError(error.message, { cause: error })
    throw error
  }
}

/** What the last step's texts say, in the order in which they are signed: resolvers mix them up as they like. */
const aliasesAt = ({ answer, name }: Step): Alias[] =>
  filterRecords(answer, name, RECORD_TYPE.txt)
    .toSorted((a, b) => compareBytes(a.data, b.data))
    .flatMap(({ data }) => parseAlias(parseTextRecord(data)) ?? [])

/** Makes what looks names up with a resolver, believing only what is signed. */
export const createAliasResolver = (options: AliasResolverOptions): ResolveAlias => {
  const { clock, anchors = rootTrustAnchors, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  return async (text) => {
    const askResolver = createDnsQuery({ ...options, signal: AbortSignal.timeout(timeoutMs) })
    let questions = 0
    const ask: DnsQuery = async (name, type) => {
      if (++questions > MAX_QUESTIONS) throw new NotValidatedError(`${text} takes too many questions`)
      return await askResolver(name, type)
    }
    try {
      const steps = await follow(ask, toName(text))
      const aliases = steps.slice(-1).flatMap(aliasesAt)
      if (aliases.length === 0) throw new NameNotFoundError(`the texts at ${text} name no address`)
      const validate = createDnssecValidator({ ask, anchors, now: Math.floor(clock() / 1000) })
      for (const { answer, name, type } of steps) await validate(answer, name, type)
      return aliases
    } catch (error) {
      if (error instanceof DnsMessageError) throw new NotValidatedError(error.message, { cause: error })
      throw error
    }
  }
}
