// A connection of a given bandwidth and latency between wallet and node: each answer arrives after half a round trip in each direction
// and the time of its bytes, one answer after the other. The buffers of a system go on sending while a program is busy: pieces that the node
// hands over late, since it makes another answer, arrive as if it had not been.

/** `mbitPerSecond` towards the wallet; `roundTripMs` of a request. */
export type Link = { readonly mbitPerSecond: number; readonly roundTripMs: number }

const wait = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Bytes that are sent at once. */
const PIECE = 64 * 1024

/** Returns the handler behind a connection. */
export const behindLink = (
  handler: (request: Request) => Promise<Response>,
  { mbitPerSecond, roundTripMs }: Link,
): ((request: Request) => Promise<Response>) => {
  const bytesPerMs = (mbitPerSecond * 1e6) / 8 / 1000
  /** when the connection has sent all earlier answers */
  let freeAt = 0
  return async (request) => {
    const response = await handler(request)
    const body = new Uint8Array(await response.arrayBuffer())
    await wait(roundTripMs)
    const readyAt = performance.now()
    let at = 0
    const stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const piece = body.subarray(at, at + PIECE)
        at += piece.length
        freeAt = Math.max(freeAt, readyAt) + piece.length / bytesPerMs
        await wait(freeAt - performance.now())
        if (piece.length > 0) controller.enqueue(piece)
        if (at >= body.length) controller.close()
      },
    })
    const headers = new Headers(response.headers)
    headers.set('content-length', String(body.length))
    return new Response(stream, { status: response.status, headers })
  }
}
