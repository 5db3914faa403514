// Memory of rings across payments, by key image: in a wallet's state, or in memory for chains that do not outlive the process.

import { toHex } from '../../bytes/hex.ts'
import type { Ledger } from '../state/ledger.ts'
import type { RememberedRing, RememberedRings } from '../state/ringRecords.ts'
import type { WalletState } from '../state/walletState.ts'

/** Remembers the rings of outputs. */
export type RingMemory = {
  /** Returns the ring of a key image (hex). */
  get(keyImage: string): RememberedRing | undefined
  /** Replaces rings. They are stored durably when the promise resolves. */
  put(rings: RememberedRings): Promise<void>
}

/** Returns an empty memory that is lost with the process. */
export const createRingMemory = (): RingMemory => {
  const known = new Map<string, RememberedRing>()
  return {
    get: (keyImage) => known.get(keyImage),
    put: async (rings) => {
      for (const [keyImage, ring] of rings) known.set(keyImage, ring)
    },
  }
}

/** Returns the rings of recorded payments: those of older versions are remembered nowhere else. */
const ringsOfPayments = ({ payments }: Ledger): RememberedRings => {
  const found = new Map<string, RememberedRing>()
  for (const { keyImages, rings } of payments.values())
    for (const [i, members] of rings.entries()) {
      const keyImage = keyImages[i]
      if (keyImage !== undefined) found.set(toHex(keyImage), { candidates: [], members })
    }
  return found
}

/** Returns the memory of an open wallet. */
export const walletRingMemory = (state: WalletState): RingMemory => {
  let ofPayments: RememberedRings | undefined
  return {
    get: (keyImage) => {
      const ring = state.rings.get(keyImage)
      if (ring !== undefined) return ring
      ofPayments ??= ringsOfPayments(state.ledger)
      return ofPayments.get(keyImage)
    },
    put: (rings) => state.update('strict', () => ({ rings })),
  }
}
