// The HTTP part of a service: request bodies up to a limit, responses, and CORS.

import { join } from '../bytes/bytes.ts'
import { FabaError } from '../errors/fabaError.ts'
import { BodiesInFlightError, type BodyLease } from './bodyBudget.ts'

/** The content of a response, without the CORS headers. */
export type HttpResponse = {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>
}

/**
 * Returns a plain-text response.
 *
 * @example
 * textResponse(404, 'Not Found') // { status: 404, type: 'text/plain', body: 'Not Found' }
 */
export const textResponse = (status: number, body: string): HttpResponse => ({ status, type: 'text/plain', body })

/** A request body that exceeds the service's limit. */
export class BodyTooLongError extends FabaError {
  override readonly name = 'BodyTooLongError'
  readonly code = 'body-too-long'
}

/** A request body that ended early: the client disconnected. */
export class IncompleteBodyError extends FabaError {
  override readonly name = 'IncompleteBodyError'
  readonly code = 'incomplete-body'
}

const readStream = async (
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  lease: BodyLease | undefined,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > maxBytes) {
      void reader.cancel()
      throw new BodyTooLongError(`the body exceeds ${maxBytes} bytes`)
    }
    lease?.grow(length)
    chunks.push(value)
  }
  return join(chunks)
}

const readWholeBody = async (request: Request, maxBytes: number, lease: BodyLease | undefined): Promise<Uint8Array> => {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array()
  const length = request.headers.get('content-length')
  const isLengthKnown = length !== null && request.headers.get('transfer-encoding') === null
  if (Number(length) > maxBytes) throw new BodyTooLongError(`the body has ${length} bytes, the limit is ${maxBytes}`)
  // A body of known length is not read as a stream: that would take longer than maxBytes calls.
  if (!isLengthKnown && request.body instanceof ReadableStream) return await readStream(request.body, maxBytes, lease)
  lease?.grow(Number(length))
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.length > maxBytes) throw new BodyTooLongError(`the body has ${body.length} bytes, the limit is ${maxBytes}`)
  return body
}

/**
 * Reads the body of a request.
 * @param lease the memory that it takes; unlimited if omitted
 * @throws BodyTooLongError if it exceeds `maxBytes`, BodiesInFlightError if there is no room for it, IncompleteBodyError if it ends early
 *
 * @example
 * const request = () => new Request('http://service/', { method: 'POST', body: 'ab' })
 * (await readBody(request(), 2)).length // 2
 * readBody(request(), 1) // throws BodyTooLongError
 */
export const readBody = async (request: Request, maxBytes: number, lease?: BodyLease): Promise<Uint8Array> => {
  try {
    return await readWholeBody(request, maxBytes, lease)
  } catch (error) {
    if (error instanceof BodyTooLongError || error instanceof BodiesInFlightError) throw error
    throw new IncompleteBodyError('the request ended before its body was complete', { cause: error })
  }
}

/** Origins whose pages may call a service: any, or the listed ones. */
export type AllowedOrigins = '*' | readonly string[]

const originHeaders = (origins: AllowedOrigins, origin: string | null): Record<string, string> => {
  if (origins === '*') return { 'access-control-allow-origin': '*' }
  const isAllowed = origin !== null && origins.includes(origin)
  return isAllowed ? { 'access-control-allow-origin': origin, vary: 'origin' } : { vary: 'origin' }
}

/**
 * Returns the response to a CORS preflight request.
 *
 * @example
 * preflightResponse('*', new Request('http://service/')).headers.get('access-control-allow-origin') // '*'
 */
export const preflightResponse = (origins: AllowedOrigins, { headers }: Request): Response => {
  const requestedHeaders = headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      ...originHeaders(origins, headers.get('origin')),
      'access-control-allow-methods': 'GET,POST,OPTIONS',
      'access-control-max-age': '600',
      ...(requestedHeaders === null ? {} : { 'access-control-allow-headers': requestedHeaders }),
    },
  })
}

/**
 * Builds a response with its CORS headers.
 * @param origins whose pages may read it; none if undefined
 *
 * @example
 * toResponse(textResponse(200, 'a'), ['http://page'], new Request('http://service/')).headers.get('vary') // 'origin'
 */
export const toResponse = (
  { status, type, body }: HttpResponse,
  origins: AllowedOrigins | undefined,
  request: Request,
): Response => {
  const headers = { 'content-type': type }
  return new Response(
    // The DOM's types exclude shared memory, which no response uses.
    body as string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
    {
      status,
      headers:
        origins === undefined ? headers : { ...headers, ...originHeaders(origins, request.headers.get('origin')) },
    },
  )
}
