// The script of the engine worker, the scanners and the development node's worker: the worker's name selects what it hosts. All come from
// one build, so that they share their code. Only the part of the engine that lists the wallets is loaded with this script.
import type { WorkerKind } from '../src/rpc/hosts/workerProtocol.ts'
import { serveEngine } from './engine.ts'

/** Loads a host, which serves on a port. */
type LoadHost = () => Promise<(port: MessagePort) => void>

/** The hosts of the workers that the page starts for the engine. */
const HOSTS: Partial<Record<string, LoadHost>> = {
  scanner: async () => (await import('./scanner.ts')).exposeScanner,
  devnet: async () => (await import('./devnet.ts')).exposeDevnet,
} satisfies Record<WorkerKind, LoadHost>

/** Loads a host, and lets it serve on the port that is the first message. */
const serveOnPort = (load: LoadHost): void =>
  self.addEventListener(
    'message',
    async ({ data: port }: MessageEvent<MessagePort>) => {
      try {
        const expose = await load()
        expose(port)
      } catch (error) {
        // Reaches `onerror` of the worker.
        self.reportError(error)
      }
    },
    { once: true },
  )

const load = HOSTS[self.name]
if (load === undefined) serveEngine()
else serveOnPort(load)
