// The script of the engine worker and of the development node's worker: the worker's name selects what it hosts. Both come from one build,
// so that they share their code. Only the part of the engine that lists the wallets is loaded with this script.
import { serveEngine } from './engine.ts'

/** The name that `devnetClient.ts` gives the worker of the development node. */
const DEVNET_WORKER = 'devnet'

/** Keeps the messages that arrive before a host listens, and returns a function that delivers them. */
const holdMessages = (): (() => void) => {
  const early: MessageEvent[] = []
  const hold = (event: MessageEvent): void => void early.push(event)
  self.addEventListener('message', hold)
  return () => {
    self.removeEventListener('message', hold)
    for (const { data, ports } of early) self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
  }
}

const serveDevnet = async (): Promise<void> => {
  const deliver = holdMessages()
  try {
    await import('./devnet.ts')
  } catch (error) {
    // Reaches `onerror` of the worker.
    self.reportError(error)
  }
  deliver()
}

if (self.name === DEVNET_WORKER) void serveDevnet()
else serveEngine()
