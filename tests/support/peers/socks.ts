// A SOCKS 5 proxy for tests.
import { connect, createServer, type Server } from 'node:net'

/** Connects whoever asks to this machine, and notes the names it was asked for. `refusal` is 0 to let them. */
export const socksServer = (refusal: number, names: string[]): Server =>
  createServer((client) => {
    client.on('error', () => client.destroy())
    client.once('data', () => {
      client.write(Uint8Array.of(5, 0))
      client.once('data', (asked: Buffer) => {
        const length = asked[4] ?? 0
        const port = asked.readUInt16BE(5 + length)
        names.push(`${asked.subarray(5, 5 + length).toString()}:${port}`)
        const answer = Uint8Array.of(5, refusal, 0, 1, 127, 0, 0, 1, 0, 0)
        if (refusal !== 0) return void client.end(answer)
        const server = connect(port, '127.0.0.1', () => client.write(answer))
        server.on('error', () => client.destroy())
        client.on('close', () => server.destroy())
        server.pipe(client).pipe(server)
      })
    })
  })
