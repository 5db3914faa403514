// The change of the subaddress lookahead of the open wallet, which is stored with its keys.

import type { LookAhead } from '../../coin/lookAhead.ts'
import type { SealedStore } from '../../store/sealedStore.ts'
import { getKeyring, keyringHash, putKeyring, wipeKeyring } from '../../wallet/open/keyring.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { OpenWallet } from './openWallet.ts'

/** Returns the hash of the stored keys, if other processes may have the wallet open; else empty. */
export const sharedKeysHash = async ({ follows }: EngineEnvironment, store: SealedStore): Promise<Uint8Array> =>
  follows === undefined ? new Uint8Array() : await keyringHash(store)

/** Gives the open wallet another lookahead. Addresses that it watched before stay watched. */
export const changeLookAhead = async (
  host: EngineEnvironment,
  opened: OpenWallet,
  lookAhead: LookAhead,
): Promise<void> => {
  const { wallet, store } = opened
  await wallet.setLookAhead(lookAhead)
  const keyring = await getKeyring(store)
  try {
    await putKeyring(store, { ...keyring, lookAhead })
  } finally {
    wipeKeyring(keyring)
  }
  opened.keysHash = await sharedKeysHash(host, store)
}
