// A ZMQ publisher (PUB socket): listens on TCP addresses and sends each message to the subscribers whose subscriptions match it.

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Milliseconds } from '../../async/time.ts'
import { utf8 } from '../../bytes/bytes.ts'
import { UsageError } from '../command/command.ts'
import { describeListenError } from '../command/listenErrors.ts'
import { Subscriber } from './subscriber.ts'
import { formatZmqAddress, type ZmqAddress } from './zmqAddress.ts'
import { encodeMessage } from './zmtp.ts'

/** Subscribers per address; further connections are closed. */
export const MAX_SUBSCRIBERS = 128

/** Publishes `TOPIC:BODY` as one frame. `body` is called before it returns, and only if a subscription may match. */
export type Publish = (topic: string, body: () => string) => void

export type Publisher = {
  /** the bound addresses */
  readonly addresses: readonly ZmqAddress[]
  readonly publish: Publish
  /** Closes all connections and stops listening. */
  readonly close: () => void
}

const portOf = (server: Server): number => {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** @throws UsageError if the address cannot be bound */
const listenOn = async (
  { host, port }: ZmqAddress,
  onConnection: (socket: Socket) => void,
): Promise<{ readonly server: Server; readonly address: ZmqAddress }> => {
  const server = createServer({ noDelay: true, keepAlive: true }, onConnection)
  server.maxConnections = MAX_SUBSCRIBERS
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const address = formatZmqAddress({ host, port })
    throw new UsageError(`cannot publish on ${address}: ${describeListenError(error)}`, { cause: error })
  }
  const address = { host, port: portOf(server) }
  // A connection that cannot be accepted: the others continue.
  server.on('error', (error) => console.error(`faba: ${formatZmqAddress(address)}: ${error.message}`))
  return { server, address }
}

/**
 * Starts a publisher.
 * @throws UsageError when one of the addresses cannot be bound; then none is left
 */
export const startPublisher = async (
  addresses: readonly ZmqAddress[],
  options: { readonly handshakeTimeoutMs?: Milliseconds } = {},
): Promise<Publisher> => {
  const subscribers = new Set<Subscriber>()
  const onConnection = (socket: Socket): void => {
    const subscriber = new Subscriber(socket, options.handshakeTimeoutMs)
    subscribers.add(subscriber)
    socket.on('close', () => subscribers.delete(subscriber))
  }
  const listening: Awaited<ReturnType<typeof listenOn>>[] = []
  const close = (): void => {
    for (const { server } of listening) server.close()
    for (const subscriber of subscribers) subscriber.close()
  }
  try {
    for (const address of addresses) listening.push(await listenOn(address, onConnection))
  } catch (error) {
    close()
    throw error
  }
  const publish: Publish = (topic, body) => {
    const start = utf8(`${topic}:`)
    const interested = [...subscribers].filter((subscriber) => subscriber.mayWant(start))
    if (interested.length === 0) return
    const message = utf8(`${topic}:${body()}`)
    const frame = encodeMessage(message)
    for (const subscriber of interested) subscriber.send(message, frame)
  }
  return { addresses: listening.map(({ address }) => address), publish, close }
}
