// Memory of rings across payments, by key image: in a wallet's state, or in memory for chains that do not outlive the process.

import { SerialQueue } from '../../async/serialQueue.ts'
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
  /** Selects rings while no other ones are selected: two payments at once would request different decoys for the same output. */
  exclusively<T>(select: () => Promise<T>): Promise<T>
}

/** Returns an empty memory that is lost with the process. */
export const createRingMemory = (): RingMemory => {
  const known = new Map<string, RememberedRing>()
  const queue = new SerialQueue()
  return {
    get: (keyImage) => known.get(keyImage),
    put: async (rings) => {
      for (const [keyImage, ring] of rings) known.set(keyImage, ring)
    },
    exclusively: (select) => queue.run(select),
  }
}

/** Returns the rings of recorded payments: those of older versions are remembered nowhere else. */
const ringsOfPayments = ({ payments }: Ledger): RememberedRings => {
  const found = new Map<string, RememberedRing>()
  for (const { keyImages, rings } of payments.values())
    for (const [i, members] of rings.entries()) {
      const keyImage = keyImages[i]
      if (keyImage !== undefined) found.set(toHex(keyImage), { candidates: [], members, height: 0 })
    }
  return found
}

/** Returns the memory of an open wallet, which has only one. */
export const walletRingMemory = (state: WalletState): RingMemory => {
  let ofPayments: RememberedRings | undefined
  const queue = new SerialQueue()
  return {
    get: (keyImage) => {
      const ring = state.rings.get(keyImage)
      if (ring !== undefined) return ring
      ofPayments ??= ringsOfPayments(state.ledger)
      return ofPayments.get(keyImage)
    },
    put: (rings) => state.update('strict', () => ({ rings })),
    exclusively: (select) => queue.run(select),
  }
}
