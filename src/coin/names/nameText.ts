// Names: which characters they have, their form in records, and their hash, by which the chain knows them (oxen-core: validate_ons_name).

import { utf8 } from '../../bytes/bytes.ts'
import { blake2b256 } from '../../crypto/hash/blake2b.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { NameType, nameTypeWord } from './nameType.ts'

/** A text that is no name of its type. The message is that of oxen-core. */
export class NameTextError extends FabaError<{ readonly name: string }> {
  override readonly name = 'NameTextError'
  readonly code = 'name-text'
}

const DOMAIN = '.loki'
const MAX_SESSION = 64
const MAX_LOKINET = 32 + DOMAIN.length
const MAX_LOKINET_WITH_HYPHEN = 63 + DOMAIN.length
const RESERVED: readonly string[] = ['localhost.loki', 'loki.loki', 'snode.loki']
const SHORTEST = `a${DOMAIN}`

const IS_ALPHANUMERIC = /^[a-z0-9]$/
const IS_WORD = /^[a-z0-9_]$/

/** Returns why a name of session is invalid, as oxen-core ends its message; undefined if it is valid. */
const sessionFault = (name: string): string | undefined => {
  if (!IS_WORD.test(name.charAt(0)))
    return `where the name does not start with an alphanumeric or underscore character, name=${name}`
  if (!IS_WORD.test(name.charAt(name.length - 1)))
    return `where the last character is a hyphen '-' which is disallowed, name=${name}`
  if (!/^[a-z0-9_-]*$/.test(name) || name.endsWith('\n'))
    return `where the name contains more than the permitted alphanumeric, underscore or hyphen characters, name=${name}`
  return undefined
}

/** The same of lokinet. */
const lokinetFault = (name: string): string | undefined => {
  if (RESERVED.includes(name)) return `using protocol reserved name=${name}`
  if (name.length < SHORTEST.length)
    return `where the name is shorter than the shortest possible name=${SHORTEST}, given name=${name}`
  if (!name.endsWith(DOMAIN)) return `where the name does not end with the domain ${DOMAIN}, name=${name}`
  const label = name.slice(0, -DOMAIN.length)
  if (!IS_ALPHANUMERIC.test(label.charAt(0)))
    return `where the name does not start with an alphanumeric character, name=${name}`
  const last = label.charAt(label.length - 1)
  if (!IS_ALPHANUMERIC.test(last))
    return `where the character preceding the ${DOMAIN} is not alphanumeric, char=${last}, name=${name}`
  if (!/^[a-z0-9-]*$/.test(label))
    return `where the domain name contains more than the permitted alphanumeric or hyphen characters, name=${name}`
  return undefined
}

/** Names whose third and fourth characters are hyphens are reserved for internationalized ones (RFC 5891). */
const isReservedPrefix = (name: string): boolean =>
  name.length >= SHORTEST.length && name.endsWith(DOMAIN) && name.slice(2, 4) === '--' && !name.startsWith('xn--')

const maxLength = (type: number, name: string): number => {
  if (type === NameType.session) return MAX_SESSION
  return name.includes('-') ? MAX_LOKINET_WITH_HYPHEN : MAX_LOKINET
}

const fault = (type: number, name: string): string | undefined => {
  const word = nameTypeWord(type)
  const max = maxLength(type, name)
  const { length } = utf8(name)
  const mapping = `LNS type=${word}, specifies mapping from name->value`
  if (length === 0 || length > max)
    return `${mapping} where the name's length=${length} is 0 or exceeds the maximum length=${max}, given name=${name}`
  const reserved = type !== NameType.session && isReservedPrefix(name)
  if (reserved) return `LNS type=${word}, specifies reserved name \`??--*${DOMAIN}': ${name}`
  const rest = type === NameType.session ? sessionFault(name) : lokinetFault(name)
  return rest === undefined ? undefined : `${mapping} ${rest}`
}

/**
 * Validates a name and returns it in lower case, as every record has it.
 * @param type session or lokinet
 * @throws NameTextError
 *
 * @example
 * import { NameType } from './nameType.ts'
 * parseName(NameType.session, 'My-Name') // 'my-name'
 * parseName(NameType.session, '-name') // throws NameTextError
 * parseName(NameType.lokinet, 'name.loki') // 'name.loki'
 * parseName(NameType.lokinet, 'name') // throws NameTextError
 */
export const parseName = (type: number, text: string): string => {
  const name = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const message = fault(type, name)
  if (message !== undefined) throw new NameTextError(message, { details: { name: text } })
  return name
}

/**
 * Returns the hash of a name (32 bytes).
 * @param name in lower case, as `parseName` returns it; other texts have hashes that no record has
 *
 * @example
 * import { toBase64 } from '../../bytes/base64.ts'
 * toBase64(nameHash('foo')) // 'uP6ff2JVpvoI9mirYyqNCBrYeYPHfNJ05IzkUPCzSf0='
 */
export const nameHash = (name: string): Uint8Array => blake2b256(utf8(name))
