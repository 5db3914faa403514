// A server that lies: HTTP responses of an honest node are replaced, delayed, cut or made huge.

/** Returns the response to a request instead of the honest node. `honest` requests the true one. */
export type ServerLie = (honest: () => Promise<Response>, request: Request) => Promise<Response> | Response

/** Returns a fetch function over an honest one. `lies` maps a path, or `json_rpc#method`, to a lie; it can be changed at any time. */
export const lyingFetch =
  (honest: (request: Request) => Promise<Response>, lies: ReadonlyMap<string, ServerLie>) =>
  async (request: Request): Promise<Response> => {
    const lie = lies.get(await callOf(request))
    return lie === undefined ? await honest(request) : await lie(() => honest(request), request)
  }

/** Returns the path of a request without its slash, with the method of a JSON-RPC call behind a #. */
const callOf = async (request: Request): Promise<string> => {
  const path = new URL(request.url).pathname.slice(1)
  if (path !== 'json_rpc') return path
  // A request of our own client.
  const { method } = (await request.clone().json()) as { readonly method: string }
  return `${path}#${method}`
}

/** Replaces the bytes of the honest response. */
export const changedBody =
  (change: (body: Uint8Array) => Uint8Array): ServerLie =>
  async (honest) => {
    const response = await honest()
    const body = change(new Uint8Array(await response.arrayBuffer()))
    return new Response(body.slice(), { status: response.status, headers: response.headers })
  }

/** Sends a part of the honest response, then nothing more. */
export const cutBody = (share: number): ServerLie =>
  changedBody((body) => body.subarray(0, Math.floor(share * body.length)))

/** Sends these bytes. */
export const bodyOf =
  (body: Uint8Array): ServerLie =>
  () =>
    new Response(body.slice())

/** Never responds. */
export const silence: ServerLie = () => new Promise(() => undefined)

/** Sends zero bytes without end. */
export const endlessBody =
  (sent: (bytes: number) => void): ServerLie =>
  () => {
    const piece = new Uint8Array(65_536)
    return new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent(piece.length)
          controller.enqueue(piece.slice())
        },
      }),
    )
  }
