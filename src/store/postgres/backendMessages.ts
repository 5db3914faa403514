// Checks what a PostgreSQL server sends before the driver reads it: messages of other kinds, or in other places, would throw an error
// that is not caught and ends the process, or occupy it for hours (iterations of SCRAM).

import { StoreUnreadableError } from '../errors.ts'

/** Kinds that answer the statements of this program (PostgreSQL, 55.7): rows, states, errors, notices. None copies, listens or calls functions. */
const KINDS: ReadonlySet<string> = new Set('RSKZTDCENI123tn')

/** More than any record of a wallet. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024
/** PostgreSQL has 4,096 by default. A million take a second. */
const MAX_SCRAM_ITERATIONS = 1_000_000
/** The byte of the kind is not part of the length. */
const KIND_BYTES = 1
const LENGTH_BYTES = 4
const HEADER_BYTES = KIND_BYTES + LENGTH_BYTES

/** Codes of authentication requests: none, password, MD5, SCRAM (start, continue, end). */
const [OK, PASSWORD, MD5, SASL, SASL_CONTINUE, SASL_FINAL] = [0, 3, 5, 10, 11, 12]

const fail = (what: string): never => {
  throw new StoreUnreadableError(`the database sent what no PostgreSQL server sends: ${what}`)
}

const checkAuthentication = (body: Buffer): void => {
  if (body.length < 4) fail('an authentication request without a code')
  const text = body.toString('latin1', 4)
  switch (body.readUInt32BE(0)) {
    case OK:
    case PASSWORD:
    case SASL:
      return
    case MD5:
      if (body.length !== 8) fail('a salt of another length')
      return
    case SASL_CONTINUE: {
      const [, iterations] = /^r=[^,]+,s=[A-Za-z0-9+/=]+,i=([1-9]\d{0,9})$/.exec(text) ?? fail('a malformed challenge')
      if (Number(iterations) > MAX_SCRAM_ITERATIONS) fail(`${iterations} iterations of SCRAM`)
      return
    }
    case SASL_FINAL:
      if (!/^v=[A-Za-z0-9+/=]+$/.test(text)) fail('a malformed end of SCRAM')
      return
    default:
      fail('an unknown authentication request')
  }
}

/** Bytes of a column after its name. */
const COLUMN_BYTES = 18

/** The driver searches the end of a name without a bound. */
const checkColumns = (body: Buffer): void => {
  const count = body.length < 2 ? fail('columns without a number') : body.readUInt16BE(0)
  let at = 2
  for (let i = 0; i < count; i++) {
    const end = body.indexOf(0, at)
    if (end < 0) fail('a column without a name')
    at = end + 1 + COLUMN_BYTES
  }
  if (at !== body.length) fail('columns of another length')
}

/** Splits the bytes of a connection into messages, and checks each of them. */
export class BackendMessages {
  #chunks: Buffer[] = []
  #length = 0
  #needed = HEADER_BYTES
  #isReady = false

  /**
   * Returns the bytes of the messages that are complete with a chunk.
   * @throws StoreUnreadableError for a message that the driver must not get
   */
  receive(chunk: Buffer): Buffer {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length < this.#needed) return Buffer.alloc(0)
    const bytes = Buffer.concat(this.#chunks)
    let end = 0
    for (;;) {
      const left = bytes.length - end
      this.#needed = HEADER_BYTES
      if (left < HEADER_BYTES) break
      this.#needed = KIND_BYTES + this.#lengthAt(bytes, end)
      if (left < this.#needed) break
      this.#check(bytes, end, end + this.#needed)
      end += this.#needed
    }
    this.#chunks = [bytes.subarray(end)]
    this.#length = bytes.length - end
    return bytes.subarray(0, end)
  }

  #lengthAt(bytes: Buffer, start: number): number {
    const kind = String.fromCharCode(bytes[start] ?? 0)
    if (!KINDS.has(kind)) fail(`a message of the kind ${JSON.stringify(kind)}`)
    const length = bytes.readUInt32BE(start + KIND_BYTES)
    if (length < LENGTH_BYTES || length > MAX_MESSAGE_BYTES) fail(`a message of ${length} bytes`)
    return length
  }

  #check(bytes: Buffer, start: number, end: number): void {
    const kind = String.fromCharCode(bytes[start] ?? 0)
    const body = bytes.subarray(start + HEADER_BYTES, end)
    if (kind === 'Z') this.#isReady = true
    else if (kind === 'T') checkColumns(body)
    else if (kind === 'R') {
      if (this.#isReady) fail('an authentication request after the login')
      checkAuthentication(body)
    }
  }
}
