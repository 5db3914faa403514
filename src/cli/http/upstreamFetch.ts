// The fetch for nodes that the flags name, over TLS also with the certificates of --ca-file. Its errors have messages
// that name the remedy.

import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates } from 'node:tls'
import { FabaError } from '../../errors/fabaError.ts'
import type { Fetch } from '../../jsonrpc/client.ts'
import { type Flag, type FlagGroup, type Flags, UsageError } from '../command/command.ts'
import { toUsageError } from '../command/fileErrors.ts'
import { createRouteFetch, directFetch } from './nodeRoute.ts'

export const CA_FLAG: Flag = {
  name: 'ca-file',
  value: 'FILE',
  description:
    'certificates (PEM) to trust for nodes with https:// addresses, in addition to the well-known authorities',
}

export const CA_GROUP: FlagGroup = { title: 'Certificates', flags: [CA_FLAG] }

/** A node cannot be reached. `cause` is the platform's error. */
export class UpstreamError extends FabaError {
  override readonly name = 'UpstreamError'
  readonly code = 'upstream'
}

/** OpenSSL's codes for certificates without a trusted issuer. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** OpenSSL's codes for a server that does not speak TLS. */
const NOT_TLS: ReadonlySet<string> = new Set([
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Returns the innermost cause. */
const rootCause = (error: Error): Error => (error.cause instanceof Error ? rootCause(error.cause) : error)

/** Returns an error with a helpful message for an error of fetch. */
const toUpstreamError = (error: unknown): UpstreamError => {
  if (!(error instanceof Error)) return new UpstreamError('the connection failed', { cause: error })
  const cause = rootCause(error)
  const code = codeOf(cause)
  if (UNTRUSTED.has(code)) {
    // Node's own advice follows a semicolon.
    const [reason] = cause.message.split(';')
    return new UpstreamError(
      `its certificate is not trusted (${reason}): add it, or that of its issuer, with --${CA_FLAG.name}`,
      { cause: error },
    )
  }
  if (NOT_TLS.has(code))
    return new UpstreamError('it does not use TLS: its address begins with http:// instead of https://', {
      cause: error,
    })
  const message = cause.message === '' ? code : cause.message
  return new UpstreamError(message === '' ? 'the connection failed' : message, { cause: error })
}

const withUpstreamErrors =
  (fetch: Fetch): Fetch =>
  async (request) => {
    try {
      return await fetch(request)
    } catch (error) {
      // The caller's own abort.
      if (request.signal.aborted) throw error
      throw toUpstreamError(error)
    }
  }

/** @throws UsageError for a file that cannot be read or contains no certificate */
const readCertificates = (path: string): string => {
  const subject = `--${CA_FLAG.name} ${path}`
  try {
    const text = readFileSync(path, 'utf8')
    createSecureContext({ ca: text })
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch (error) {
    throw toUsageError(subject, error)
  }
  throw new UsageError(`${subject}: it contains no certificate`)
}

/**
 * Returns the fetch for the nodes that the flags name.
 * @throws UsageError for a --ca-file without certificates
 */
export const createUpstreamFetch = (flags: Flags): Fetch => {
  const path = flags.text(CA_FLAG.name)
  if (path === undefined) return withUpstreamErrors(directFetch)
  const tls = { ca: [...getCACertificates(), readCertificates(path)] }
  return withUpstreamErrors(createRouteFetch({ proxy: undefined, tls }))
}
