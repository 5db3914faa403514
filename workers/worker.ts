// The script of the engine worker and of the development node's worker: the worker's name selects what it hosts. Both come from one build,
// so that they share their code. Only the part of the engine that lists the wallets is loaded with this script.
import { serveEngine } from './engine.ts'

/** The name that the page gives the worker of the development node. */
const DEVNET_WORKER = 'devnet'

/** Serves the development node on the port that is the first message. */
const serveDevnet = (): void =>
  self.addEventListener(
    'message',
    async ({ data: port }: MessageEvent<MessagePort>) => {
      try {
        const devnet = await import('./devnet.ts')
        devnet.serveDevnet(port)
      } catch (error) {
        // Reaches `onerror` of the worker.
        self.reportError(error)
      }
    },
    { once: true },
  )

if (self.name === DEVNET_WORKER) serveDevnet()
else serveEngine()
