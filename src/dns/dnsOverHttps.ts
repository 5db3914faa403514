// Queries a resolver over HTTPS (RFC 8484). The resolver learns the queried names; its responses are validated elsewhere.

import { toBase64Url } from '../bytes/base64.ts'
import { concat } from '../bytes/bytes.ts'
import type { Fetch } from '../jsonrpc/client.ts'
import {
  DnsMessageError,
  type DnsRecord,
  type DomainName,
  encodeQuery,
  formatDomainName,
  isSameName,
  parseDnsResponse,
} from './dnsMessage.ts'
import { ResolverError } from './errors.ts'

export type ResolverOptions = {
  /** of the resolver, such as https://dns.example/dns-query */
  readonly url: string
  readonly fetch: Fetch
  /** cancels the query */
  readonly signal: AbortSignal
}

/**
 * Returns the records of a name and type; empty if there are none.
 * @throws ResolverError
 */
export type DnsQuery = (name: DomainName, type: number) => Promise<readonly DnsRecord[]>

const MEDIA_TYPE = 'application/dns-message'
/** Maximum size of a DNS message. */
const MAX_MESSAGE_BYTES = 65_535
/** Of all responses that one query function reads. Those of a normal chain have some 2 kB each. */
const MAX_TOTAL_BYTES = 262_144

const RESPONSE_CODES: Readonly<Record<number, string>> = {
  1: 'the query is malformed',
  2: 'it failed',
  4: 'it does not support this kind of query',
  5: 'it refuses',
}
const NO_ERROR = 0
const NO_SUCH_NAME = 3

const bodyOf = async (response: Response): Promise<Uint8Array> => {
  const reader = response.body?.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const next = await reader?.read()
    if (next?.value === undefined) return concat(...pieces)
    pieces.push(next.value)
    length += next.value.length
    if (length <= MAX_MESSAGE_BYTES) continue
    await reader?.cancel()
    throw new ResolverError(`a response of the resolver is longer than ${MAX_MESSAGE_BYTES} bytes`)
  }
}

const read = (bytes: Uint8Array, name: DomainName, type: number): readonly DnsRecord[] => {
  const answer = parseDnsResponse(bytes)
  if (!isSameName(answer.name, name) || answer.type !== type)
    throw new ResolverError('the response of the resolver is for another query')
  if (answer.code !== NO_ERROR && answer.code !== NO_SUCH_NAME)
    throw new ResolverError(
      `the resolver returned an error for ${formatDomainName(name)}: ${RESPONSE_CODES[answer.code] ?? `code ${answer.code}`}`,
    )
  // Only these are used: others would take memory until the chain is complete.
  return answer.records.filter((record) => isSameName(record.name, name))
}

/** Creates a query function for a resolver, for the queries of one name. */
export const createDnsQuery = ({ url, fetch, signal }: ResolverOptions): DnsQuery => {
  let total = 0
  return async (name, type) => {
    try {
      const question = new URL(url)
      question.searchParams.set('dns', toBase64Url(encodeQuery(name, type)))
      // GET needs no preflight request of a page.
      const request = new Request(question, {
        headers: { accept: MEDIA_TYPE },
        signal,
        redirect: 'error',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      const response = await fetch(request)
      if (response.status !== 200) {
        await response.body?.cancel()
        throw new ResolverError(`the resolver rejected the request with HTTP ${response.status}`)
      }
      const kind = response.headers.get('content-type') ?? ''
      if (kind.split(';')[0]?.trim().toLowerCase() !== MEDIA_TYPE)
        throw new ResolverError('the response of the resolver is not a DNS message: check the URL of the resolver')
      const bytes = await bodyOf(response)
      total += bytes.length
      if (total > MAX_TOTAL_BYTES)
        throw new ResolverError(`the resolver has sent more than ${MAX_TOTAL_BYTES} bytes for one name`)
      return read(bytes, name, type)
    } catch (error) {
      if (error instanceof ResolverError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof DnsMessageError)
        throw new ResolverError(`the response of the resolver is invalid: ${reason}`, { cause: error })
      throw new ResolverError(`the resolver cannot be reached: ${reason}`, { cause: error })
    }
  }
}
