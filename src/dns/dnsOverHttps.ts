// Asks a resolver over HTTPS (RFC 8484). It learns the names that are asked for; what it answers is proven elsewhere.

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
  /** of the resolver's service, such as https://dns.example/dns-query */
  readonly url: string
  readonly fetch: Fetch
  /** gives up */
  readonly signal: AbortSignal
}

/** The records that answer a question: none where there are none. Throws ResolverError. */
export type DnsQuery = (name: DomainName, type: number) => Promise<readonly DnsRecord[]>

const MEDIA_TYPE = 'application/dns-message'
/** A DNS message is never longer. */
const LONGEST = 65_535

const CODES: Readonly<Record<number, string>> = {
  1: 'the question is malformed',
  2: 'it failed',
  4: 'it does not know this kind of question',
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
    if (length <= LONGEST) continue
    await reader?.cancel()
    throw new ResolverError(`an answer of the resolver is longer than ${LONGEST} bytes`)
  }
}

const read = (bytes: Uint8Array, name: DomainName, type: number): readonly DnsRecord[] => {
  const answer = parseDnsResponse(bytes)
  if (!isSameName(answer.name, name) || answer.type !== type)
    throw new ResolverError('the resolver answers another question than it was asked')
  if (answer.code !== NO_ERROR && answer.code !== NO_SUCH_NAME)
    throw new ResolverError(
      `the resolver does not answer for ${formatDomainName(name)}: ${CODES[answer.code] ?? `code ${answer.code}`}`,
    )
  return answer.records
}

/** Makes what asks a resolver. */
export const createDnsQuery =
  ({ url, fetch, signal }: ResolverOptions): DnsQuery =>
  async (name, type) => {
    try {
      const question = new URL(url)
      question.searchParams.set('dns', toBase64Url(encodeQuery(name, type)))
      // Asked with GET, which costs a page no exchange beforehand.
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
        throw new ResolverError(`the resolver refused with HTTP ${response.status}`)
      }
      const kind = response.headers.get('content-type') ?? ''
      if (kind.split(';')[0]?.trim().toLowerCase() !== MEDIA_TYPE)
        throw new ResolverError('the resolver does not answer with DNS messages: is this the URL of its service?')
      return read(await bodyOf(response), name, type)
    } catch (error) {
      if (error instanceof ResolverError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof DnsMessageError) throw new ResolverError(`the resolver's answer makes no sense: ${reason}`)
      throw new ResolverError(`the resolver cannot be reached: ${reason}`)
    }
  }
