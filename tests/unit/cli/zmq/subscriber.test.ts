// A subscriber on a connection whose reading the test controls: the handshake, both forms of subscriptions, heartbeats and slow reading.

import { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { HIGH_WATER_MARK, MAX_SUBSCRIPTIONS, Subscriber } from '../../../../src/cli/zmq/subscriber.ts'
import { encodeCommand, encodeMessage, encodeProperty, GREETING } from '../../../../src/cli/zmq/zmtp.ts'

const READY = encodeCommand('READY', encodeProperty('Socket-Type', 'SUB'))
const OUR_READY = encodeCommand('READY', encodeProperty('Socket-Type', 'PUB'))

/** A connection that takes what is written to it only while it reads. */
class Connection extends Duplex {
  readonly taken: Uint8Array[] = []
  #isReading = true
  #continue: (() => void) | undefined

  override _read(): void {
    // What the test pushes is there already.
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    const take = (): void => {
      this.taken.push(chunk)
      done()
    }
    if (this.#isReading) take()
    else this.#continue = take
  }

  pauseReading(): void {
    this.#isReading = false
  }

  resumeReading(): void {
    this.#isReading = true
    this.#continue?.()
  }
}

const connections: Connection[] = []
afterEach(() => {
  for (const connection of connections) connection.destroy()
})

/** Lets the stream deliver what was pushed. */
const delivered = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))

const connect = async (...input: readonly Uint8Array[]) => {
  const connection = new Connection()
  connections.push(connection)
  const subscriber = new Subscriber(connection)
  const receive = async (...bytes: readonly Uint8Array[]): Promise<void> => {
    for (const each of bytes) connection.push(each)
    await delivered()
  }
  await receive(...input)
  const publish = (text: string): void => subscriber.send(utf8(text), encodeMessage(utf8(text)))
  return { connection, subscriber, receive, publish }
}

/** Connects, and ends the handshake. */
const open = async () => {
  const opened = await connect(GREETING, READY)
  opened.connection.taken.length = 0
  return opened
}

const textsOf = ({ taken }: Connection): string[] => taken.map((frame) => Buffer.from(frame.subarray(2)).toString())

const message = (first: number, prefix: string): Uint8Array => encodeMessage(concat(Uint8Array.of(first), utf8(prefix)))

describe('the handshake', () => {
  it('greets at once, and is ready after the greeting of the subscriber', async () => {
    const { connection, receive } = await connect()
    expect(connection.taken).toEqual([Buffer.from(GREETING)])
    await receive(GREETING)
    expect(connection.taken).toEqual([Buffer.from(GREETING), Buffer.from(OUR_READY)])
    await receive(READY)
    expect(connection.destroyed).toBe(false)
  })

  it('accepts input byte by byte', async () => {
    const bytes = Array.from(concat(GREETING, READY, message(1, 'a')), (byte) => Uint8Array.of(byte))
    const { connection, publish } = await connect(...bytes)
    connection.taken.length = 0
    publish('abc')
    expect(textsOf(connection)).toEqual(['abc'])
  })

  it('accepts XSUB, and ends the connection of any other socket', async () => {
    const ready = (type: string) => encodeCommand('READY', encodeProperty('Socket-Type', type))
    expect((await connect(GREETING, ready('XSUB'))).connection.destroyed).toBe(false)
    for (const type of ['PUB', 'REQ', 'sub', ''])
      expect((await connect(GREETING, ready(type))).connection.destroyed).toBe(true)
  })

  it.each([
    ['a message before READY', message(1, '')],
    ['another command before READY', encodeCommand('SUBSCRIBE', utf8(''))],
    ['an error', encodeCommand('ERROR', utf8('\u0003bad'))],
    ['READY without a socket type', encodeCommand('READY', new Uint8Array())],
    ['READY with cut properties', encodeCommand('READY', utf8('\u000bSocket'))],
    ['a command without a name', Uint8Array.of(4, 0)],
  ])('ends with %s', async (_, bytes) => {
    expect((await connect(GREETING, bytes)).connection.destroyed).toBe(true)
  })
})

describe('a subscriber', () => {
  it.each([
    ['messages of ZMTP 3.0', (prefix: string) => message(1, prefix), (prefix: string) => message(0, prefix)],
    [
      'commands of ZMTP 3.1',
      (prefix: string) => encodeCommand('SUBSCRIBE', utf8(prefix)),
      (prefix: string) => encodeCommand('CANCEL', utf8(prefix)),
    ],
  ])('subscribes and cancels by %s', async (_, subscribe, cancel) => {
    const { connection, subscriber, receive, publish } = await open()
    publish('ab:1')
    expect(subscriber.mayWant(utf8('ab:'))).toBe(false)
    await receive(subscribe('ab'), subscribe('abc'))
    for (const text of ['ab:2', 'abc:3', 'a:4', 'xab:5']) publish(text)
    expect(textsOf(connection)).toEqual(['ab:2', 'abc:3'])
    await receive(cancel('ab'), cancel('unknown'))
    for (const text of ['ab:6', 'abc:7']) publish(text)
    expect(textsOf(connection)).toEqual(['ab:2', 'abc:3', 'abc:7'])
    await receive(subscribe(''))
    publish('anything')
    expect(textsOf(connection).at(-1)).toBe('anything')
  })

  it('wants a topic if a subscription is its beginning or begins with it', async () => {
    const { subscriber, receive } = await open()
    await receive(message(1, 'topic:{"height":9'))
    expect(subscriber.mayWant(utf8('topic:'))).toBe(true)
    expect(subscriber.mayWant(utf8('other:'))).toBe(false)
  })

  it('cancels by one message what it subscribed twice, as in libzmq', async () => {
    const { connection, receive, publish } = await open()
    await receive(message(1, 'a'), message(1, 'a'), message(0, 'a'))
    publish('a')
    expect(connection.taken).toEqual([])
  })

  it('distinguishes prefixes that are no UTF-8', async () => {
    const { connection, receive, publish } = await open()
    await receive(encodeMessage(Uint8Array.of(1, 0xff)), encodeMessage(Uint8Array.of(1, 0xfe)))
    await receive(encodeMessage(Uint8Array.of(0, 0xfe)))
    publish('a')
    expect(connection.taken).toEqual([])
  })

  it('is answered a PING with its context', async () => {
    const { connection, receive } = await open()
    await receive(encodeCommand('PING', Uint8Array.of(0, 100)), encodeCommand('PING', utf8('\0\u0001context')))
    expect(connection.taken.map((each) => Buffer.from(each).toString('latin1'))).toEqual([
      '\u0004\u0005\u0004PONG',
      '\u0004\u000c\u0004PONGcontext',
    ])
  })

  it('may send messages and commands that mean nothing here', async () => {
    const { connection, receive } = await open()
    await receive(message(7, 'x'), encodeMessage(new Uint8Array()), encodeCommand('PONG', utf8('')), READY)
    expect(connection.destroyed).toBe(false)
    expect(connection.taken).toEqual([])
  })

  it.each([
    ['ERROR', encodeCommand('ERROR', utf8('\u0003bad'))],
    ['a PING without a time to live', encodeCommand('PING', Uint8Array.of(0))],
    ['a PING with a context of 17 bytes', encodeCommand('PING', new Uint8Array(19))],
    ['unknown flags', Uint8Array.of(0x80, 0)],
  ])('is disconnected after %s', async (_, bytes) => {
    const { connection, receive } = await open()
    await receive(bytes)
    expect(connection.destroyed).toBe(true)
  })

  it('has at most as many subscriptions as the maximum', async () => {
    const { connection, receive } = await open()
    for (let i = 0; i < MAX_SUBSCRIPTIONS; i++) await receive(message(1, `prefix ${i}`))
    expect(connection.destroyed).toBe(false)
    await receive(message(1, 'one more'))
    expect(connection.destroyed).toBe(true)
  })
})

describe('a subscriber that does not read', () => {
  it('receives later what fits below the high-water mark, and nothing of the rest', async () => {
    const { connection, receive, publish } = await open()
    await receive(message(1, ''))
    connection.pauseReading()
    const body = 'x'.repeat(200)
    let sent = 0
    while (!connection.writableNeedDrain) publish(`${sent++}:${body}`)
    for (let i = 0; i < HIGH_WATER_MARK + 500; i++) publish(`${sent++}:${body}`)
    connection.resumeReading()
    await delivered()
    const kept = sent - 500
    expect(textsOf(connection)).toEqual(Array.from({ length: kept }, (_, i) => `${i}:${body}`))
    publish('again')
    expect(textsOf(connection).at(-1)).toBe('again')
  })

  it('is answered no PING', async () => {
    const { connection, receive, publish } = await open()
    await receive(message(1, ''))
    connection.pauseReading()
    while (!connection.writableNeedDrain) publish('x'.repeat(200))
    const { writableLength } = connection
    for (let i = 0; i < 100; i++) await receive(encodeCommand('PING', Uint8Array.of(0, 0)))
    expect(connection.writableLength).toBe(writableLength)
  })
})
