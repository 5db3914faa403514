// A proxy before a Unix socket of PostgreSQL that loses answers.

import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from './postgres-server.ts'

export type CuttingProxy = {
  /** of the database, through the proxy */
  readonly url: string
  /** Loses the next answer of the server, and with it its connection. */
  readonly cutNextAnswer: () => void
  readonly end: () => Promise<void>
}

/** Starts a proxy for the database of a URL. */
export const startCuttingProxy = async (url: string): Promise<CuttingProxy> => {
  const { host, port, database, user } = addressOf(url)
  const folder = mkdtempSync(join(tmpdir(), 'faba-cut-'))
  const sockets = new Set<Socket>()
  let isCutting = false
  const server = createServer((client) => {
    const upstream = connect(join(host, `.s.PGSQL.${port}`))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (data) => upstream.write(data))
    upstream.on('data', (data) => {
      if (!isCutting) client.write(data)
      else {
        isCutting = false
        client.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(join(folder, '.s.PGSQL.5432'), resolve)
  })
  return {
    url: `postgres://${user}@${encodeURIComponent(folder)}/${database}`,
    cutNextAnswer: () => {
      isCutting = true
    },
    end: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
