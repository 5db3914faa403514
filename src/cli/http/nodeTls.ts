// TLS connections to a node with the user's certificates and fingerprints. The rules are those of wallet2 (epee, net_ssl.cpp).

import { createHash, X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  type PeerCertificate,
  type SecureContextOptions,
  type TLSSocket,
} from 'node:tls'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { DaemonChoiceError } from '../../rpc/calls/walletRpcContext.ts'
import { type ProxyAddress, serverNameOf } from './socksProxy.ts'

/** TLS options of a connection. Without them the platform verifies certificates by its own authorities. */
export type NodeTls = Pick<SecureContextOptions, 'key' | 'cert' | 'ca'> & {
  /** SHA-256, in hex, of certificates of the user's file: they are valid under any host name */
  readonly pinned?: ReadonlySet<string>
  /** SHA-256, in hex, of accepted certificates. If there are any, the authorities of the platform are not trusted. */
  readonly fingerprints?: ReadonlySet<string>
  readonly allowsAnyCertificate?: boolean
}

/** The certificate of the node is not accepted. */
export class NodeCertificateError extends FabaError {
  override readonly name = 'NodeCertificateError'
  readonly code = 'node-certificate'
}

const FINGERPRINT_SIZE = 32

/**
 * Parses SHA-256 fingerprints: hex digits, with or without colons.
 * @throws DaemonChoiceError
 */
export const parseFingerprints = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.map((text) => {
      const fail = (cause?: unknown) =>
        new DaemonChoiceError(`a fingerprint is the SHA-256 of a certificate, 64 hex digits, not "${text}"`, { cause })
      try {
        const bytes = fromHex(text.replaceAll(':', '').trim())
        if (bytes.length !== FINGERPRINT_SIZE) throw fail()
        return toHex(bytes)
      } catch (error) {
        throw error instanceof HexError ? fail(error) : error
      }
    }),
  )

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the SHA-256 of each certificate of a PEM file, in hex. Unreadable ones are left out, as OpenSSL does. */
export const certificatesOf = (pem: Buffer): ReadonlySet<string> =>
  new Set(
    (pem.toString('latin1').match(PEM_CERTIFICATE) ?? []).flatMap((text) => {
      try {
        return [fingerprintOf(new X509Certificate(text).raw)]
      } catch {
        return []
      }
    }),
  )

/** Returns the SHA-256 of a certificate, in hex. */
export const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex')

/** Accepts a certificate that the user's file contains under any host name: nodes make their own, without one. */
const identityCheck = (pinned: ReadonlySet<string>) => (host: string, certificate: PeerCertificate) =>
  pinned.has(fingerprintOf(certificate.raw)) ? undefined : checkServerIdentity(host, certificate)

/**
 * Connects and verifies the certificate before anything is sent.
 * @param socket of a connected proxy; undefined connects directly
 * @throws NodeCertificateError for an unlisted fingerprint; the errors of the platform for other invalid certificates
 */
export const connectToNode = async (
  { pinned = new Set(), fingerprints = new Set(), allowsAnyCertificate = false, ...credentials }: NodeTls,
  { host, port }: ProxyAddress,
  socket: Socket | undefined,
): Promise<TLSSocket> => {
  const hasFingerprints = fingerprints.size > 0
  const connection = connect({
    ...(socket === undefined ? { host, port } : { socket, host }),
    ...serverNameOf(host),
    // An empty list trusts no authority.
    ...(hasFingerprints ? { ca: [] } : {}),
    ...credentials,
    rejectUnauthorized: !allowsAnyCertificate && !hasFingerprints,
    checkServerIdentity: identityCheck(pinned),
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Also of a connection that is not in use yet, or whose certificate is refused.
  connection.once('secureConnect', resolve).on('error', reject)
  await promise
  const peer: Partial<DetailedPeerCertificate> = connection.getPeerCertificate(true)
  const isListed = peer.raw !== undefined && fingerprints.has(fingerprintOf(peer.raw))
  if (allowsAnyCertificate || connection.authorized || isListed) return connection
  connection.destroy()
  throw new NodeCertificateError(
    `the certificate of ${host} has the fingerprint ${peer.raw === undefined ? '' : fingerprintOf(peer.raw)}, which is not in the allowed list`,
  )
}
