// A way to a node that records the requests which pass, and answers some of them itself.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordingProxy = {
  readonly url: string
  /** methods of JSON-RPC, and other paths, in order */
  readonly paths: string[]
  close(): void
}

export type RecordingProxyOptions = {
  /** returns the body of an answer to a path or a JSON-RPC method; undefined leaves it to the node */
  readonly answer?: (path: string) => Uint8Array | undefined
  /** called with the answers of the node */
  readonly observe?: (path: string, answer: Uint8Array) => void
}

export const startRecordingProxy = async (
  target: string,
  { answer, observe }: RecordingProxyOptions = {},
): Promise<RecordingProxy> => {
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    const { method = 'POST', url: at = '' } = request
    const path = at === '/json_rpc' ? String(JSON.parse(body.toString()).method) : at
    paths.push(path)
    const own = answer?.(path)
    if (own !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(own)
      return
    }
    const answered = await fetch(`${target}${at}`, { method, body })
    const bytes = new Uint8Array(await answered.arrayBuffer())
    observe?.(path, bytes)
    response.writeHead(answered.status).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address.
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${port}`, paths },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
