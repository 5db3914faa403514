// The real programs that a test file starts, which stop together.
import type { Peer } from './monero.ts'

/** Returns what keeps started peers, and what stops all of them, the newest first. */
export const createPeers = () => {
  const peers: Peer[] = []
  return {
    started: async (starting: Promise<Peer>): Promise<Peer> => {
      const peer = await starting
      peers.push(peer)
      return peer
    },
    stopPeers: async (): Promise<void> => {
      for (const peer of peers.splice(0).reverse()) await peer.stop()
    },
  }
}
