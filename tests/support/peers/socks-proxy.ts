// A SOCKS 5 proxy for tests (RFC 1928).
import { connect, createServer, type Server } from 'node:net'

const IPV4 = 1

/** The destination of a connect request: an IPv4 address, or a host name after its length. */
const destinationOf = (request: Buffer): { readonly host: string; readonly port: number } => {
  if (request[3] === IPV4) return { host: request.subarray(4, 8).join('.'), port: request.readUInt16BE(8) }
  const end = 5 + (request[4] ?? 0)
  return { host: request.subarray(5, end).toString(), port: request.readUInt16BE(end) }
}

/**
 * Creates a proxy that connects every client to this machine, whatever the host.
 * @param reply code of the response to a connect request; 0 accepts it
 * @param names receives the requested `host:port`
 */
export const createSocksProxy = (reply: number, names: string[]): Server =>
  createServer((client) => {
    client.on('error', () => client.destroy())
    client.once('data', () => {
      client.write(Uint8Array.of(5, 0))
      client.once('data', (request: Buffer) => {
        const { host, port } = destinationOf(request)
        names.push(`${host}:${port}`)
        const response = Uint8Array.of(5, reply, 0, 1, 127, 0, 0, 1, 0, 0)
        if (reply !== 0) return void client.end(response)
        const server = connect(port, '127.0.0.1', () => client.write(response))
        server.on('error', () => client.destroy())
        client.on('close', () => server.destroy())
        server.pipe(client).pipe(server)
      })
    })
  })
