// Parses the HTTP authentication headers WWW-Authenticate and Authorization (RFC 9110, section 11), which share one grammar.

import { utf8 } from '../bytes/bytes.ts'

/** One authentication scheme of a header: a challenge of a server, or the credentials of a client. */
export type HttpAuthentication = {
  /** in lower case, such as `digest` */
  readonly scheme: string
  /** the credentials of schemes without parameters, such as Basic; undefined for others */
  readonly token68: string | undefined
  /** unquoted values by parameter name in lower case */
  readonly parameters: ReadonlyMap<string, string>
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const PARAMETER = `(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]+))`
const SCHEME = `(${TOKEN})(?=[\\s,]|$)(?:\\s+([\\w.~+/-]+=*)(?=\\s*(?:,|$)))?`
const PART = new RegExp(`[\\s,]*(?:${PARAMETER}|${SCHEME})`, 'gy')

/**
 * Parses the value of a WWW-Authenticate header; several such headers arrive joined by commas. Ignores the rest of a malformed value,
 * and parameters before the first scheme.
 *
 * @example
 * parseChallenges('Basic realm="a"').map(({ scheme, parameters }) => `${scheme} ${parameters.get('realm')}`) // ['basic a']
 */
export const parseChallenges = (header: string): readonly HttpAuthentication[] => {
  const challenges: { scheme: string; token68: string | undefined; parameters: Map<string, string> }[] = []
  for (const [, name, quoted, token, scheme, token68] of header.matchAll(PART))
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), token68, parameters: new Map() })
    else if (name !== undefined)
      challenges.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '')
  return challenges
}

/**
 * Parses the value of an Authorization header. Returns undefined if it names no scheme.
 *
 * @example
 * parseCredentials('Basic YW5uOnNlY3JldA==')?.token68 // 'YW5uOnNlY3JldA=='
 */
export const parseCredentials = (header: string): HttpAuthentication | undefined => parseChallenges(header)[0]

/**
 * Returns the challenges of a WWW-Authenticate header, each as text. Servers send each in a header line of its own, because some clients
 * read one line as one challenge (epee, Python's urllib); `Headers` joins the lines.
 *
 * @example
 * splitChallenges('Digest realm="a, b",nonce="c", Basic realm="d"') // ['Digest realm="a, b",nonce="c"', 'Basic realm="d"']
 */
export const splitChallenges = (header: string): readonly string[] => {
  const starts = [...header.matchAll(PART)].flatMap(({ index, 4: scheme }) => (scheme === undefined ? [] : [index]))
  return [0, ...starts.slice(1)].map((start, i) => header.slice(start, starts[i + 1]).replace(/^[\s,]+|[\s,]+$/g, ''))
}

/**
 * Returns a text as a header carries it: one character per UTF-8 byte.
 *
 * @example
 * toHeaderText('ü') // 'Ã¼'
 */
export const toHeaderText = (text: string): string => String.fromCharCode(...utf8(text))
