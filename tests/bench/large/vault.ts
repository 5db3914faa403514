// The encrypted store of the large wallet, without a password, whose derivation other benches measure.

import { createSealedStore } from '../../../src/store/sealedStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { Vault } from '../../../src/store/vault.ts'
import { seededBytes } from '../mainnet/seeded.ts'

/** Returns the store of the wallet in a store that wallets share. */
export const largeStore = (store: Store): Store =>
  createSealedStore(
    store,
    new Vault('large', seededBytes(32, 12), (length) => crypto.getRandomValues(new Uint8Array(length))),
  )
