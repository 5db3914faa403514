// HTTPS of a service: its certificate, and the client certificates that it requires. The rules are those of wallet2 (epee, net_ssl.cpp).

import { readFileSync } from 'node:fs'
import type { Server, ServerOptions } from 'node:https'
import { createSecureContext, type TLSSocket } from 'node:tls'
import { type Flags, UsageError } from '../command/command.ts'
import { toUsageError } from '../command/fileErrors.ts'
import { fingerprintOf, parseFingerprints } from './nodeTls.ts'

export type ServerTls = {
  /** PEM */
  readonly key: Buffer
  readonly cert: Buffer
  /** PEM of the authorities of client certificates; undefined for none */
  readonly ca: Buffer | undefined
  /** SHA-256, in hex, of accepted client certificates */
  readonly fingerprints: ReadonlySet<string>
}

/** @throws UsageError */
const readPem = (flags: Flags, name: string): Buffer | undefined => {
  const path = flags.text(name) ?? ''
  if (path === '') return undefined
  try {
    return readFileSync(path)
  } catch (error) {
    throw toUsageError(`--${name} ${path}`, error)
  }
}

/** @throws UsageError */
const readFingerprints = (flags: Flags): ReadonlySet<string> => {
  const name = 'rpc-ssl-allowed-fingerprints'
  try {
    return parseFingerprints(flags.texts(name).flatMap((list) => list.split(',')))
  } catch (error) {
    throw toUsageError(`--${name}`, error)
  }
}

/**
 * Returns the TLS options of the flags --rpc-ssl*; undefined to serve HTTP.
 * @throws UsageError for unreadable files, and for TLS without a certificate
 */
export const parseServerTls = (flags: Flags): ServerTls | undefined => {
  const mode = flags.text('rpc-ssl') ?? 'autodetect'
  if (!['enabled', 'disabled', 'autodetect'].includes(mode))
    throw new UsageError(`--rpc-ssl is enabled, disabled or autodetect, not "${mode}"`)
  if (mode === 'disabled') return undefined
  const [key, cert, ca] = ['rpc-ssl-private-key', 'rpc-ssl-certificate', 'rpc-ssl-ca-certificates'].map((name) =>
    readPem(flags, name),
  )
  const fingerprints = readFingerprints(flags)
  const isRequested = mode === 'enabled' || ca !== undefined || fingerprints.size > 0
  if (key === undefined && cert === undefined && !isRequested) return undefined
  if (key === undefined || cert === undefined)
    throw new UsageError('HTTPS requires --rpc-ssl-private-key and --rpc-ssl-certificate, or a proxy (docs/deploy.md)')
  try {
    createSecureContext({ key, cert, ...(ca === undefined ? {} : { ca }) })
  } catch (error) {
    throw toUsageError('--rpc-ssl-private-key or --rpc-ssl-certificate', error)
  }
  return { key, cert, ca, fingerprints }
}

const requiresClientCertificate = ({ ca, fingerprints }: ServerTls): boolean =>
  ca !== undefined || fingerprints.size > 0

/** Returns the options of an HTTPS server. */
export const httpsOptionsOf = (tls: ServerTls): ServerOptions => ({
  key: tls.key,
  cert: tls.cert,
  ...(requiresClientCertificate(tls) ? { requestCert: true, rejectUnauthorized: false, ca: tls.ca ?? [] } : {}),
})

/** Makes an HTTPS server close connections without an accepted client certificate, before it reads a request. */
export const checkClientCertificates = (server: Server, tls: ServerTls): void => {
  if (!requiresClientCertificate(tls)) return
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    const { raw }: { readonly raw?: Buffer } = socket.getPeerCertificate()
    const isListed = raw !== undefined && tls.fingerprints.has(fingerprintOf(raw))
    if (!socket.authorized && !isListed) socket.destroy()
  })
}
