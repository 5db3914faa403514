// How this process asks another node: with the platform's fetch, or over TLS with certificates that a person names. What goes wrong on the
// way is told in words that help.

import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { Fetch } from '../../jsonrpc/client.ts'
import { type Flag, type Flags, UsageError } from '../command.ts'
import { fileTrouble } from '../fileTrouble.ts'
import { fetchOver } from '../rpc/route.ts'

/** Whom to trust among nodes at https:// addresses. */
export const CA_FLAG: Flag = {
  name: 'ca-file',
  value: 'FILE',
  about: 'certificates (PEM) to trust at nodes with https:// addresses, beside those of the well-known authorities',
}

/** Codes of certificates that nobody who is trusted vouches for. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** The error in which others are wrapped, as the platform's fetch does. */
const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error)

/** What went wrong on the way to a node, in words. */
const readable = (error: unknown, caFlag: string): unknown => {
  if (!(error instanceof Error) || error.name === 'AbortError') return error
  const inner = innermost(error)
  const code = codeOf(inner)
  if (UNTRUSTED.has(code)) {
    // Node's own advice comes after a semicolon.
    const [reason] = inner.message.split(';')
    return new Error(`its certificate is not trusted (${reason}): name it, or who signed it, with --${caFlag}`, {
      cause: error,
    })
  }
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return new Error('it does not speak TLS: its address begins with http:// rather than https://', { cause: error })
  const words = inner.message === '' ? code : inner.message
  return words === '' ? error : new Error(words, { cause: error })
}

/** A fetch whose errors help. */
const readably =
  (fetch: Fetch, caFlag: string): Fetch =>
  async (request) => {
    try {
      return await fetch(request)
    } catch (error) {
      throw readable(error, caFlag)
    }
  }

const certificatesIn = (path: string): string => {
  try {
    const text = readFileSync(path, 'utf8')
    createSecureContext({ ca: text })
    if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error('there is no certificate in it')
    return text
  } catch (error) {
    const words = fileTrouble(error) ?? (error instanceof Error ? error.message : String(error))
    throw new UsageError(`--${CA_FLAG.name} ${path}: ${words}`, { cause: error })
  }
}

/**
 * How nodes are asked that a person names.
 * @throws UsageError for a file without certificates
 */
export const upstreamFetch = (flags: Flags): Fetch => {
  const path = flags.text(CA_FLAG.name)
  if (path === undefined) return readably((request) => fetch(request), CA_FLAG.name)
  const tls = { ca: [...getCACertificates(), certificatesIn(path)] }
  return readably(fetchOver({ proxy: undefined, tls }), CA_FLAG.name)
}
