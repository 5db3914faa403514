// A publisher on real TCP connections: addresses, several of them, and subscribers that are hostile or slow. After each of them, others are
// served.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { UsageError } from '../../../../src/cli/command/command.ts'
import { MAX_SUBSCRIBERS, type Publisher, startPublisher } from '../../../../src/cli/zmq/publisher.ts'
import { HIGH_WATER_MARK } from '../../../../src/cli/zmq/subscriber.ts'
import { formatZmqAddress, parseZmqAddress, type ZmqAddress } from '../../../../src/cli/zmq/zmqAddress.ts'
import { encodeCommand, encodeMessage, encodeProperty, GREETING } from '../../../../src/cli/zmq/zmtp.ts'

const LOOPBACK: ZmqAddress = { host: '127.0.0.1', port: 0 }
const READY = encodeCommand('READY', encodeProperty('Socket-Type', 'SUB'))
const HANDSHAKE = concat(GREETING, READY, encodeMessage(Uint8Array.of(1)))

const publishers: Publisher[] = []
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const publisher of publishers.splice(0)) publisher.close()
})

const start = async (options?: Parameters<typeof startPublisher>[1]): Promise<Publisher> => {
  const publisher = await startPublisher([LOOPBACK], options)
  publishers.push(publisher)
  return publisher
}

const open = async ({ addresses: [address] }: Publisher): Promise<Socket> => {
  if (address === undefined) throw new Error('the publisher has no address')
  const socket = connect(address.port, address.host)
  // A connection that the publisher ends may be reset.
  socket.on('error', () => socket.destroy())
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Collects what a socket receives; `until` waits for the text. */
const collect = (socket: Socket) => {
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
  })
  const until = async (isThere: (received: Buffer) => boolean): Promise<Buffer> => {
    while (!isThere(bytes)) await once(socket, 'data')
    return bytes
  }
  return { until }
}

/** Connects a subscriber of everything, whose subscription is processed. */
const subscribe = async (publisher: Publisher): Promise<Socket> => {
  const socket = await open(publisher)
  const { until } = collect(socket)
  socket.write(concat(HANDSHAKE, encodeCommand('PING', utf8('\0\0there'))))
  await until((received) => received.includes('PONGthere'))
  socket.removeAllListeners('data')
  return socket
}

/** Fails unless a new subscriber receives a message. */
const expectService = async (publisher: Publisher): Promise<void> => {
  const socket = await subscribe(publisher)
  const { until } = collect(socket)
  publisher.publish('topic', () => 'served')
  expect((await until((received) => received.includes('topic:served'))).subarray(0, 2)).toEqual(Buffer.of(0, 12))
}

const untilClosed = async (socket: Socket): Promise<void> => {
  socket.resume()
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  if (!socket.closed) await promise
}

/** Collects the numbers of the messages `topic:NUMBER:` that a socket receives; `until` waits for one. */
const collectNumbers = (socket: Socket) => {
  const numbers = new Set<number>()
  let tail = ''
  socket.on('data', (chunk: Buffer) => {
    const text = tail + chunk.toString('latin1')
    for (const [, digits] of text.matchAll(/topic:(\d+):/g)) numbers.add(Number(digits))
    tail = text.slice(-'topic:1234:'.length)
  })
  const until = async (number: number): Promise<void> => {
    while (!numbers.has(number)) await once(socket, 'data')
  }
  return { numbers, until }
}

describe('an address', () => {
  it.each([
    ['tcp://127.0.0.1:18083', '127.0.0.1', 18083, 'tcp://127.0.0.1:18083'],
    ['tcp://[::1]:18083', '::1', 18083, 'tcp://[::1]:18083'],
    ['tcp://*:0', '0.0.0.0', 0, 'tcp://0.0.0.0:0'],
    ['tcp://localhost:*', 'localhost', 0, 'tcp://localhost:0'],
  ])('%s is parsed', (text, host, port, formatted) => {
    expect(parseZmqAddress(text, 'zmq-pub')).toEqual({ host, port })
    expect(formatZmqAddress({ host, port })).toBe(formatted)
  })

  it.each(['', '127.0.0.1:18083', 'tcp://127.0.0.1', 'tcp://:18083', 'tcp://a:65536', 'udp://a:1', 'ipc:///tmp/a'])(
    '"%s" is rejected',
    (text) => {
      expect(() => parseZmqAddress(text, 'zmq-pub')).toThrow('--zmq-pub takes an address such as')
    },
  )
})

describe('a publisher', () => {
  it('serves every address', async () => {
    const publisher = await startPublisher([LOOPBACK, LOOPBACK])
    publishers.push(publisher)
    const [first, second] = publisher.addresses
    expect(first?.port).not.toBe(second?.port)
    for (const address of publisher.addresses) await expectService({ ...publisher, addresses: [address] })
  })

  it('reports an address that is in use, and leaves none bound', async () => {
    const publisher = await start()
    const [taken = LOOPBACK] = publisher.addresses
    const free = await start()
    const [released = LOOPBACK] = free.addresses
    free.close()
    await expect(startPublisher([released, taken])).rejects.toThrow(UsageError)
    await expect(startPublisher([released, taken])).rejects.toThrow(
      `cannot publish on ${formatZmqAddress(taken)}: it is in use`,
    )
  })

  it('builds no message without a subscription for it', async () => {
    const publisher = await start()
    publisher.publish('topic', () => {
      throw new Error('built')
    })
    await subscribe(publisher)
    expect(() =>
      publisher.publish('topic', () => {
        throw new Error('built')
      }),
    ).toThrow('built')
  })

  it('closes its connections when it is closed', async () => {
    const publisher = await start()
    const socket = await subscribe(publisher)
    publisher.close()
    await untilClosed(socket)
    const [address = LOOPBACK] = publisher.addresses
    const refused = connect(address.port, address.host)
    const [error] = await once(refused, 'error')
    expect(error.code).toBe('ECONNREFUSED')
  })
})

describe('a hostile subscriber', () => {
  it.each([
    ['another protocol', utf8('GET / HTTP/1.1\r\n\r\n')],
    ['random bytes', Uint8Array.from({ length: 5000 }, (_, i) => (i * 197 + 31) % 256)],
    ['a frame of 2^63 bytes', concat(HANDSHAKE, Uint8Array.of(2, 128, 0, 0, 0, 0, 0, 0, 0))],
    ['a subscription of 64 KiB', concat(HANDSHAKE, encodeMessage(new Uint8Array(65_536)))],
    ['unknown flags', concat(HANDSHAKE, Uint8Array.of(0xff, 0xff))],
  ])('that sends %s is disconnected', async (_, bytes) => {
    const publisher = await start()
    const socket = await open(publisher)
    socket.write(bytes)
    await untilClosed(socket)
    await expectService(publisher)
  })

  it('that disconnects amid a frame harms nobody', async () => {
    const publisher = await start()
    for (let length = 1; length < HANDSHAKE.length; length += 9) {
      const socket = await open(publisher)
      socket.end(HANDSHAKE.subarray(0, length))
      await untilClosed(socket)
    }
    const reset = await subscribe(publisher)
    reset.resetAndDestroy()
    publisher.publish('topic', () => 'to a connection that may be gone')
    await expectService(publisher)
  })

  it('that never ends the handshake is disconnected', async () => {
    const publisher = await start({ handshakeTimeoutMs: 20 })
    const silent = await open(publisher)
    const greeting = await open(publisher)
    greeting.write(GREETING)
    await Promise.all([silent, greeting].map(untilClosed))
  })

  it('that takes all connections gets no more, and frees them', async () => {
    const publisher = await start()
    const taken: Socket[] = []
    for (let i = 0; i < MAX_SUBSCRIBERS; i++) taken.push(await subscribe(publisher))
    await untilClosed(await open(publisher))
    taken.pop()?.destroy()
    taken.pop()?.resetAndDestroy()
    // The publisher learns of the end of a connection in its own time.
    const isServed = async (): Promise<boolean> => {
      const socket = await open(publisher)
      const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
      return first instanceof Uint8Array
    }
    while (!(await isServed()));
  })

  it('that does not read loses messages, while others receive all', async () => {
    const publisher = await start()
    const slow = await subscribe(publisher)
    slow.pause()
    const reader = await subscribe(publisher)
    const { until } = collectNumbers(reader)
    const padding = 'x'.repeat(20_000)
    const count = 3000
    for (let i = 0; i < count; i++) {
      publisher.publish('topic', () => `${i}:${padding}`)
      // The reader keeps up.
      if (i % 100 === 99) await until(i)
    }
    const late = collectNumbers(slow)
    slow.resume()
    await late.until(HIGH_WATER_MARK)
    publisher.publish('topic', () => `${count}:`)
    await late.until(count)
    expect(late.numbers.has(0)).toBe(true)
    expect(late.numbers.has(count - 1)).toBe(false)
    await expectService(publisher)
  })
})
