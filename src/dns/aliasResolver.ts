// Resolves an OpenAlias name to its records, validated by DNSSEC from the root zone.

import { nextTurn } from '../async/nextTurn.ts'
import type { Clock } from '../async/time.ts'
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
import { NameNotFoundError, NotValidatedError, ResolverError } from './errors.ts'
import { type Alias, parseAlias } from './openAlias.ts'
import { rootTrustAnchors } from './trustAnchors.ts'

/**
 * Returns the OpenAlias records of a name such as `donate.example.org` or `ann@example.org`: at least one, in a stable order.
 * @throws NameNotFoundError, NotValidatedError if the signatures do not prove the records, ResolverError, also while many names are resolved
 */
export type ResolveAlias = (name: string) => Promise<readonly Alias[]>

export type AliasResolverOptions = Omit<ResolverOptions, 'signal'> & {
  readonly clock: Clock
  /** trust anchors of another root zone */
  readonly anchors?: readonly DelegationSigner[]
  /** for a name, all its queries included; 20 s by default */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 20_000

/** Maximum length of a chain of CNAME records. */
const MAX_STEPS = 8
/** Maximum queries for one name; a normal chain takes two for each zone. Their answers are read before the first signature is verified. */
const MAX_QUERIES = 32

/** Names that are resolved at a time. */
const MAX_NAMES = 8

/** A response, and the name and type of its records that need validation. */
type Step = { readonly answer: readonly DnsRecord[]; readonly name: DomainName; readonly type: number }

/** Follows CNAME records from a name to TXT records. */
const followAliases = async (query: DnsQuery, start: DomainName): Promise<readonly Step[]> => {
  const steps: Step[] = []
  for (let name = start; steps.length < MAX_STEPS; ) {
    const answer = await query(name, RECORD_TYPE.txt)
    if (filterRecords(answer, name, RECORD_TYPE.txt).length > 0)
      return [...steps, { answer, name, type: RECORD_TYPE.txt }]
    const [alias, second] = filterRecords(answer, name, RECORD_TYPE.cname)
    if (alias === undefined) throw new NameNotFoundError(`there is no TXT record at ${formatDomainName(name)}`)
    if (second !== undefined) throw new NotValidatedError(`${formatDomainName(name)} has several CNAME records`)
    steps.push({ answer, name, type: RECORD_TYPE.cname })
    name = decodeDomainName(alias.data)
  }
  throw new NameNotFoundError(`${formatDomainName(start)} has a chain of more than ${MAX_STEPS} CNAME records`)
}

const toName = (text: string): DomainName => {
  try {
    return parseDomainName(text.replace('@', '.'))
  } catch (error) {
    if (error instanceof DomainNameError) throw new NameNotFoundError(error.message, { cause: error })
    throw error
  }
}

/** Returns the OpenAlias records of a step, in canonical order, since resolvers return records in any order. */
const aliasesAt = ({ answer, name }: Step): Alias[] =>
  filterRecords(answer, name, RECORD_TYPE.txt)
    .toSorted((a, b) => compareBytes(a.data, b.data))
    .flatMap(({ data }) => parseAlias(parseTextRecord(data)) ?? [])

/** Creates a function that resolves names with a resolver, and validates its responses. */
export const createAliasResolver = (options: AliasResolverOptions): ResolveAlias => {
  const { clock, anchors = rootTrustAnchors, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const resolve: ResolveAlias = async (text) => {
    const askResolver = createDnsQuery({ ...options, signal: AbortSignal.timeout(timeoutMs) })
    let queries = 0
    const query: DnsQuery = async (name, type) => {
      if (++queries > MAX_QUERIES) throw new NotValidatedError(`${text} requires too many queries`)
      const records = await askResolver(name, type)
      // Messages that arrive together are read in turns of their own.
      await nextTurn()
      return records
    }
    try {
      const steps = await followAliases(query, toName(text))
      const aliases = steps.slice(-1).flatMap(aliasesAt)
      if (aliases.length === 0) throw new NameNotFoundError(`the TXT records at ${text} contain no address`)
      const validate = createDnssecValidator({ query, anchors, now: Math.floor(clock() / 1000) })
      for (const { answer, name, type } of steps) await validate(answer, name, type)
      return aliases
    } catch (error) {
      if (error instanceof DnsMessageError) throw new NotValidatedError(error.message, { cause: error })
      throw error
    }
  }
  let names = 0
  return async (text) => {
    if (names >= MAX_NAMES) throw new ResolverError(`${names} names are being resolved already; try again`)
    names++
    try {
      return await resolve(text)
    } finally {
      names--
    }
  }
}
