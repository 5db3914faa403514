// What a page and its authenticators know of a passkey.

/** What a page needs to ask an authenticator for the secret of a passkey. Nothing of it is secret. */
export type Passkey = {
  readonly credentialId: Uint8Array
  /** input of `prf`, 32 bytes */
  readonly salt: Uint8Array
}

/** A passkey with the secret that its authenticator computed, 32 bytes. */
export type PasskeySecret = Passkey & { readonly secret: Uint8Array }
