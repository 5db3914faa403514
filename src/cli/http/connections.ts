// How many connections a service takes at once, in all and from one address, so that nobody keeps others out.

import type { Server } from 'node:net'

/** Most connections at once; Infinity for any number. */
export type ConnectionLimits = {
  readonly total: number
  /** from one address of the internet */
  readonly perPublicAddress: number
  /** from one address of this machine or of a network around it */
  readonly perPrivateAddress: number
}

const PRIVATE = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.|^(?:::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i

/** Whether an address is of this machine or of a network around it. */
export const isPrivate = (address: string): boolean => PRIVATE.test(address)

/** An address of IPv4 in its own form, as sockets for both kinds do not give it. */
export const plainAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')

/** Closes connections beyond the limits as soon as they come. */
export const limitConnections = (server: Server, limits: ConnectionLimits): void => {
  const open = new Map<string, number>()
  let total = 0
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress)
    const before = open.get(address) ?? 0
    const most = isPrivate(address) ? limits.perPrivateAddress : limits.perPublicAddress
    if (total >= limits.total || before >= most) {
      socket.destroy()
      return
    }
    total++
    open.set(address, before + 1)
    socket.once('close', () => {
      total--
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
