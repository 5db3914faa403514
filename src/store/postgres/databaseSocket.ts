// The connection below the driver. It passes on only messages that the driver can read. Other messages and all errors end the connection,
// but never the process: the driver removes its listeners when it closes a connection, and errors can occur after that.

import { readFileSync } from 'node:fs'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Milliseconds } from '../../async/time.ts'
import { withTimeout } from '../../async/withTimeout.ts'
import { StoreLostError, StoreUnreadableError } from '../errors.ts'
import { BackendMessages } from './backendMessages.ts'
import { type DatabaseAddress, databaseName } from './postgresAddress.ts'
import { toDatabaseError } from './postgresErrors.ts'

const CONNECT_TIMEOUT_MS: Milliseconds = 10_000

/** Asks for TLS (PostgreSQL, 55.2.11). The server answers with one byte: S for yes. */
const SSL_REQUEST = Buffer.of(0, 0, 0, 8, 4, 210, 22, 47)
const SSL_ACCEPTED = 'S'

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const ignore = (): void => undefined

/** What the driver uses as its socket. */
export class DatabaseSocket extends Duplex {
  readonly #socket: Socket
  readonly #messages = new BackendMessages()

  constructor(socket: Socket) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.on('error', ignore)
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  get readyState(): string {
    return this.destroyed ? 'closed' : 'open'
  }

  setKeepAlive(enable: boolean, delay: Milliseconds): void {
    this.#socket.setKeepAlive(enable, delay)
  }

  override removeAllListeners(event?: string | symbol): this {
    super.removeAllListeners(event)
    return this.on('error', ignore)
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    try {
      return super.emit(event, ...values)
    } catch (error) {
      // A fault of a listener of the driver.
      this.destroy(toError(error))
      return true
    }
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed) return
    try {
      const complete = this.#messages.receive(chunk)
      if (complete.length > 0 && !this.push(complete)) this.#socket.pause()
    } catch (error) {
      this.destroy(toError(error))
    }
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#socket.write(chunk, callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#socket.end(callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#socket.destroy()
    callback(error)
  }
}

const tlsOptions = ({ sslMode, caFile, host }: DatabaseAddress): ConnectionOptions => {
  const ca = caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') }
  if (sslMode === 'require') return { ...ca, rejectUnauthorized: false }
  // Without `host` Node compares the name of a certificate with "localhost" if the server is named by its IP address.
  const verified = { ...ca, rejectUnauthorized: true, host, ...(isIP(host) === 0 ? { servername: host } : {}) }
  return sslMode === 'verify-ca' ? { ...verified, checkServerIdentity: () => undefined } : verified
}

/** Settles with the first event of a name; rejects when the socket fails or closes before. */
const untilEvent = async (socket: Socket, event: string): Promise<unknown> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  socket.once(event, resolve).once('error', reject)
  socket.once('close', () => reject(new StoreLostError('the database closed the connection')))
  return await promise
}

/** Begins TLS on a connection. Nothing but the one byte of the answer is accepted before it. */
const secure = async (socket: Socket, address: DatabaseAddress): Promise<Socket> => {
  socket.write(SSL_REQUEST)
  const answer = String(await untilEvent(socket, 'data'))
  if (answer !== SSL_ACCEPTED) throw new StoreLostError(`${databaseName(address)} offers no TLS`)
  const encrypted = connectTls({ socket, ...tlsOptions(address) })
  encrypted.on('error', ignore)
  try {
    await untilEvent(encrypted, 'secureConnect')
    return encrypted
  } catch (error) {
    encrypted.destroy()
    throw error
  }
}

/**
 * Connects to the server of a database, with TLS if its address requires it.
 * @throws StoreLostError if it does not respond, StoreUnreadableError if its certificate is not accepted
 */
export const connectToDatabase = async (address: DatabaseAddress): Promise<DatabaseSocket> => {
  const { host, port, sslMode } = address
  const name = databaseName(address)
  const socket = host.startsWith('/') ? connectTcp(`${host}/.s.PGSQL.${port}`) : connectTcp(port, host)
  // Errors that occur while no caller waits for an event.
  socket.on('error', ignore)
  const open = async (): Promise<Socket> => {
    await untilEvent(socket, 'connect')
    return sslMode === 'disable' ? socket : await secure(socket, address)
  }
  try {
    return new DatabaseSocket(
      await withTimeout(open(), CONNECT_TIMEOUT_MS, () => {
        throw new StoreLostError(`${name} does not respond`)
      }),
    )
  } catch (error) {
    socket.destroy()
    const described = toDatabaseError(error, name)
    throw described === error && !(error instanceof StoreLostError)
      ? new StoreUnreadableError(`${name} cannot be reached: ${toError(error).message}`, { cause: error })
      : described
  }
}
