// Derives each password key once per test file: tests open equal wallets often, and Argon2id is slow by design.
import type * as hashWasm from 'hash-wasm'
import { vi } from 'vitest'

vi.mock(import('hash-wasm'), async (importOriginal) => {
  const original: typeof hashWasm = await importOriginal()
  const keys = new Map<string, Uint8Array>()
  const argon2id = async (options: hashWasm.IArgon2Options & { outputType: 'binary' }): Promise<Uint8Array> => {
    const id = JSON.stringify(options, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value))
    const key = keys.get(id) ?? (await original.argon2id(options))
    keys.set(id, key)
    // The caller wipes its copy.
    return key.slice()
  }
  // Only binary keys are derived.
  return { ...original, argon2id: argon2id as typeof hashWasm.argon2id }
})
