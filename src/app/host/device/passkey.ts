// Passkeys of the browser (WebAuthn) that compute a secret from a salt (extension `prf`). Nothing is sent to a server: the secret decrypts the
// wallet on this device.

import { FabaError } from '../../../errors/fabaError.ts'
import type { Passkey, PasskeySecret } from '../../../store/passkeyCredential.ts'

export type PasskeyFault = 'cancelled' | 'unsupported' | 'address'

/** The browser created or read no passkey. */
export class PasskeyError extends FabaError<{ readonly fault: PasskeyFault }> {
  override readonly name = 'PasskeyError'
  readonly code = 'passkey'

  constructor(fault: PasskeyFault, message: string, cause?: unknown) {
    super(message, { details: { fault }, cause })
  }
}

const SECRET_BYTES = 32

/** ES256, EdDSA and RS256: what authenticators have. No signature is ever checked. */
const ALGORITHMS = [-7, -8, -257]

export const arePasskeysSupported = (): boolean => 'PublicKeyCredential' in window

const randomBytes = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

const extensionsFor = (salt: Uint8Array): AuthenticationExtensionsClientInputs => ({
  prf: { eval: { first: new Uint8Array(salt) } },
})

const toPasskeyError = (error: unknown): unknown => {
  if (!(error instanceof DOMException)) return error
  if (error.name === 'SecurityError')
    return new PasskeyError('address', 'passkeys need a host name: this page is at an IP address', error)
  if (error.name === 'NotSupportedError') return new PasskeyError('unsupported', 'there is no authenticator', error)
  return new PasskeyError('cancelled', 'no passkey was chosen', error)
}

/** Waits for the user and the authenticator. @throws PasskeyError */
const credentialOf = async (request: Promise<Credential | null>): Promise<PublicKeyCredential> => {
  const credential = await request.catch((error: unknown) => {
    throw toPasskeyError(error)
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError('cancelled', 'no passkey was chosen')
  return credential
}

/** Returns the secret among the results of a credential; undefined if there is none. */
const secretOf = (credential: PublicKeyCredential): Uint8Array | undefined => {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined) return undefined
  return first instanceof ArrayBuffer ? new Uint8Array(first) : new Uint8Array(first.buffer.slice(0))
}

/**
 * Asks the user for a passkey, and returns the secret that it computes.
 * @throws PasskeyError
 */
export const readPasskey = async ({ credentialId, salt }: Passkey): Promise<Uint8Array> => {
  const credential = await credentialOf(
    navigator.credentials.get({
      publicKey: {
        challenge: randomBytes(),
        allowCredentials: [{ type: 'public-key', id: new Uint8Array(credentialId) }],
        userVerification: 'required',
        extensions: extensionsFor(salt),
      },
    }),
  )
  const secret = secretOf(credential)
  if (secret === undefined) throw new PasskeyError('unsupported', 'the authenticator computes no secret (prf)')
  return secret
}

/**
 * Creates a passkey, and returns it with the secret that it computes. Some authenticators ask twice.
 * @param name of the wallet, as the authenticator shows it
 * @throws PasskeyError
 */
export const createPasskey = async (name: string): Promise<PasskeySecret> => {
  const salt = randomBytes()
  const credential = await credentialOf(
    navigator.credentials.create({
      publicKey: {
        challenge: randomBytes(),
        rp: { name: 'Faba' },
        user: { id: randomBytes(), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: extensionsFor(salt),
      },
    }),
  )
  if (credential.getClientExtensionResults().prf?.enabled !== true)
    throw new PasskeyError('unsupported', 'the authenticator computes no secret (prf)')
  const passkey = { credentialId: new Uint8Array(credential.rawId), salt }
  return { ...passkey, secret: secretOf(credential) ?? (await readPasskey(passkey)) }
}
