// The side of a service that is HTTP: bodies up to a limit, answers before they are responses, and what pages of other origins may read.

import { join } from '../bytes/bytes.ts'

/** An answer before it is a response, whose headers are so put together once. */
export type HttpResponse = { readonly status: number; readonly type: string; readonly body: string | Uint8Array }

export const textResponse = (status: number, body: string): HttpResponse => ({ status, type: 'text/plain', body })

/** A body that is longer than the service takes. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError'
}

/** A body whose end never came: the caller went away, which is no mistake of the service. */
export class IncompleteBodyError extends Error {
  override readonly name = 'BodyCutShortError'
}

const readCounted = async (stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > most) {
      void reader.cancel()
      throw new BodyTooLongError(`more than ${most} bytes came`)
    }
    chunks.push(value)
  }
  return join(chunks)
}

const wholeBody = async (request: Request, most: number): Promise<Uint8Array> => {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array()
  const length = request.headers.get('content-length')
  const isSaid = length !== null && request.headers.get('transfer-encoding') === null
  if (Number(length) > most) throw new BodyTooLongError(`${length} bytes were announced`)
  // One whose length is said is read as it comes: to count it, a server would make it a stream, which takes longer than most calls.
  if (!isSaid && request.body instanceof ReadableStream) return await readCounted(request.body, most)
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.length > most) throw new BodyTooLongError(`${body.length} bytes came`)
  return body
}

/**
 * The body of a request.
 * @throws BodyTooLongError, BodyCutShortError
 */
export const readBody = async (request: Request, most: number): Promise<Uint8Array> => {
  try {
    return await wholeBody(request, most)
  } catch (error) {
    if (error instanceof BodyTooLongError) throw error
    throw new IncompleteBodyError('the rest of the body never came', { cause: error })
  }
}

/** Origins whose pages may call: any, or those. */
export type AllowedOrigins = '*' | readonly string[]

const originHeaders = (origins: AllowedOrigins, origin: string | null): Record<string, string> => {
  if (origins === '*') return { 'access-control-allow-origin': '*' }
  const isAllowed = origin !== null && origins.includes(origin)
  return isAllowed ? { 'access-control-allow-origin': origin, vary: 'origin' } : { vary: 'origin' }
}

/** What a browser is told before a page of another origin calls. */
export const preflightResponse = (origins: AllowedOrigins, { headers }: Request): Response => {
  const asked = headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      ...originHeaders(origins, headers.get('origin')),
      'access-control-allow-methods': 'GET,POST,OPTIONS',
      'access-control-max-age': '600',
      ...(asked === null ? {} : { 'access-control-allow-headers': asked }),
    },
  })
}

/**
 * The response that an answer is.
 * @param origins whose pages may read it; none when undefined
 */
export const toResponse = (
  { status, type, body }: HttpResponse,
  origins: AllowedOrigins | undefined,
  request: Request,
): Response => {
  const headers = { 'content-type': type }
  return new Response(
    // The DOM's types want to be sure that the memory is not shared, which no answer is.
    body as string | Uint8Array<ArrayBuffer>,
    {
      status,
      headers:
        origins === undefined ? headers : { ...headers, ...originHeaders(origins, request.headers.get('origin')) },
    },
  )
}
