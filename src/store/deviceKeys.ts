// Keys of this device that compute a secret and cannot be read by the program.

/** Keys by name. In a browser: HMAC keys that cannot be exported, in a database of their own. */
export type DeviceKeys = {
  /** Creates the key of a name, in place of an earlier one, and returns what it computes from `input`: 32 bytes. */
  create(name: string, input: Uint8Array): Promise<Uint8Array>
  /** Returns what the key of a name computes from `input`: 32 bytes; undefined if there is no such key. */
  compute(name: string, input: Uint8Array): Promise<Uint8Array | undefined>
  /** Removes the key of a name, if there is one. */
  remove(name: string): Promise<void>
}
