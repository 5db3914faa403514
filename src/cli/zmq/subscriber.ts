// One subscriber of a ZMQ publisher: the handshake, its subscriptions, and the messages that wait for it.

import type { Duplex } from 'node:stream'
import type { Milliseconds } from '../../async/time.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import {
  encodeCommand,
  encodeProperty,
  type Frame,
  GREETING,
  GREETING_BYTES,
  isGreetingStart,
  parseCommand,
  parseProperties,
  readFrame,
} from './zmtp.ts'

/** Messages that wait for a slow subscriber; further ones are dropped for it (libzmq: ZMQ_SNDHWM). */
export const HIGH_WATER_MARK = 1000
/** Subscriptions of one subscriber. */
export const MAX_SUBSCRIPTIONS = 256
/** As in libzmq (ZMQ_HANDSHAKE_IVL). */
const HANDSHAKE_TIMEOUT_MS = 30_000

const SUBSCRIBE = 1
const CANCEL = 0
/** Bytes of a PING before its context: the time to live. */
const PING_CONTEXT_AT = 2
const MAX_PING_CONTEXT = 16

const startsWith = (bytes: Uint8Array, prefix: Uint8Array): boolean =>
  prefix.length <= bytes.length && equalBytes(bytes.subarray(0, prefix.length), prefix)

/** The connection of a subscriber. Malformed and oversize input ends it. */
export class Subscriber {
  readonly #connection: Duplex
  readonly #handshakeTimer: NodeJS.Timeout
  /** by their bytes as text, so that one made twice is one, as in libzmq */
  readonly #subscriptions = new Map<string, Uint8Array>()
  readonly #waiting: Uint8Array[] = []
  #stage: 'greeting' | 'ready' | 'open' = 'greeting'
  /** received bytes that are not processed */
  #input: Uint8Array = new Uint8Array()

  constructor(connection: Duplex, handshakeTimeoutMs: Milliseconds = HANDSHAKE_TIMEOUT_MS) {
    this.#connection = connection
    this.#handshakeTimer = setTimeout(() => connection.destroy(), handshakeTimeoutMs).unref()
    connection.on('data', (bytes: Uint8Array) => this.#receive(bytes))
    connection.on('drain', () => this.#sendWaiting())
    // A connection that breaks is closed.
    connection.on('error', () => connection.destroy())
    connection.on('close', () => clearTimeout(this.#handshakeTimer))
    connection.write(GREETING)
  }

  /** Whether a message that begins with these bytes may match a subscription. */
  mayWant(start: Uint8Array): boolean {
    for (const prefix of this.#subscriptions.values())
      if (startsWith(start, prefix) || startsWith(prefix, start)) return true
    return false
  }

  /**
   * Sends a message if a subscription matches it. The message is dropped if too many others wait.
   * @param frame the encoded message
   */
  send(message: Uint8Array, frame: Uint8Array): void {
    if (!this.#isSubscribedTo(message)) return
    if (this.#waiting.length === 0 && !this.#connection.writableNeedDrain) this.#connection.write(frame)
    else if (this.#waiting.length < HIGH_WATER_MARK) this.#waiting.push(frame)
  }

  close(): void {
    this.#connection.destroy()
  }

  #isSubscribedTo(message: Uint8Array): boolean {
    for (const prefix of this.#subscriptions.values()) if (startsWith(message, prefix)) return true
    return false
  }

  #sendWaiting(): void {
    while (!this.#connection.writableNeedDrain) {
      const frame = this.#waiting.shift()
      if (frame === undefined) return
      this.#connection.write(frame)
    }
  }

  #receive(bytes: Uint8Array): void {
    if (this.#connection.destroyed) return
    this.#input = Buffer.concat([this.#input, bytes])
    if (!this.#processInput()) this.#connection.destroy()
  }

  /** Returns false if the input is malformed. */
  #processInput(): boolean {
    if (this.#stage === 'greeting') {
      if (!isGreetingStart(this.#input)) return false
      if (this.#input.length < GREETING_BYTES) return true
      this.#input = this.#input.subarray(GREETING_BYTES)
      this.#connection.write(encodeCommand('READY', encodeProperty('Socket-Type', 'PUB')))
      this.#stage = 'ready'
    }
    for (;;) {
      const found = readFrame(this.#input)
      if (found === 'incomplete') return true
      if (found === 'malformed' || !this.#process(found.frame)) return false
      this.#input = this.#input.subarray(found.length)
    }
  }

  #process({ kind, body }: Frame): boolean {
    if (kind === 'command') return this.#processCommand(body)
    if (this.#stage !== 'open') return false
    // ZMTP 3.0 subscribes by messages. Others have no meaning for a publisher.
    if (body[0] === SUBSCRIBE) return this.#subscribe(body.subarray(1))
    if (body[0] === CANCEL) this.#cancel(body.subarray(1))
    return true
  }

  #processCommand(body: Uint8Array): boolean {
    const command = parseCommand(body)
    if (command === undefined) return false
    const { name, data } = command
    if (this.#stage !== 'open') return name === 'READY' && this.#open(data)
    switch (name) {
      case 'SUBSCRIBE':
        return this.#subscribe(data)
      case 'CANCEL':
        this.#cancel(data)
        return true
      case 'PING':
        return this.#answerPing(data)
      default:
        return name !== 'ERROR'
    }
  }

  #open(properties: Uint8Array): boolean {
    const type = parseProperties(properties)?.get('socket-type')
    if (type !== 'SUB' && type !== 'XSUB') return false
    clearTimeout(this.#handshakeTimer)
    this.#stage = 'open'
    return true
  }

  #subscribe(prefix: Uint8Array): boolean {
    this.#subscriptions.set(Buffer.from(prefix).toString('latin1'), prefix)
    return this.#subscriptions.size <= MAX_SUBSCRIPTIONS
  }

  #cancel(prefix: Uint8Array): void {
    this.#subscriptions.delete(Buffer.from(prefix).toString('latin1'))
  }

  #answerPing(data: Uint8Array): boolean {
    const context = data.subarray(PING_CONTEXT_AT)
    if (data.length < PING_CONTEXT_AT || context.length > MAX_PING_CONTEXT) return false
    // A subscriber that does not read gets no answers, which would wait without bound.
    if (!this.#connection.writableNeedDrain) this.#connection.write(encodeCommand('PONG', context))
    return true
  }
}
