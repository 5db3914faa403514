// The wallets that benches restore on a synthetic chain.

import { encodeSeed } from '../../../src/coin/seeds/seed.ts'
import type { SyncedWallet } from '../support/chains.ts'
import { OWNED_AMOUNT, ownerOf } from './owners.ts'
import { type ChainPart, profileOf } from './storedChain.ts'

/** Returns the owner of a number of outputs, or a stranger (0), from the first scanned block on. */
export const ownerWallet = async (part: ChainPart, outputs: number): Promise<SyncedWallet> => {
  const { network, firstBlock } = profileOf(part)
  return {
    networkId: network.id,
    words: await encodeSeed(ownerOf(outputs).keys.spendSecret, 'English'),
    balance: OWNED_AMOUNT * BigInt(outputs),
    restoreHeight: firstBlock + 1,
  }
}
