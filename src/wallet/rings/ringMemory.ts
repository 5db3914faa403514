// Memory of rings across payments, by key image: in a wallet's state, or in memory for chains that do not outlive the process.

import { SerialQueue } from '../../async/serialQueue.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { fromHex } from '../../bytes/hex.ts'
import type { Ledger } from '../state/ledger.ts'
import type { RememberedRing, RememberedRings } from '../state/ringRecords.ts'
import type { WalletState } from '../state/walletState.ts'

/** Remembers the rings of outputs. */
export type RingMemory = {
  /** Returns the ring of a key image (hex). */
  get(keyImage: string): Promise<RememberedRing | undefined>
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
    get: async (keyImage) => known.get(keyImage),
    put: async (rings) => {
      for (const [keyImage, ring] of rings) known.set(keyImage, ring)
    },
    exclusively: (select) => queue.run(select),
  }
}

/** Returns the ring that the newest recorded payment used for a key image: those of older versions are remembered nowhere else. */
const ringOfPayments = ({ payments }: Pick<Ledger, 'payments'>, keyImage: Uint8Array): RememberedRing | undefined => {
  let found: readonly number[] | undefined
  for (const { keyImages, rings } of payments.values())
    for (const [i, members] of rings.entries()) {
      const other = keyImages[i]
      if (other !== undefined && equalBytes(other, keyImage)) found = members
    }
  return found === undefined ? undefined : { candidates: [], members: found, height: 0 }
}

/** Returns the memory of an open wallet, which has only one. */
export const walletRingMemory = (state: WalletState): RingMemory => {
  const queue = new SerialQueue()
  return {
    get: async (keyImage) => (await state.readRing(keyImage)) ?? ringOfPayments(state.ledger, fromHex(keyImage)),
    put: (rings) => state.update('strict', () => ({ rings })),
    exclusively: (select) => queue.run(select),
  }
}
