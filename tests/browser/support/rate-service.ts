// A service for rates that any page may read. It counts its requests, and can fail.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RateService = {
  readonly url: string
  /** paths of the requests so far, and their cookies and referrers, if they had any */
  readonly requests: readonly string[]
  /** text of the answer; undefined: it refuses */
  answer: string | undefined
  stop(): void
}

/** Starts a service on a free port of this machine. */
export const startRateService = async (): Promise<RateService> => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push([request.url, request.headers.cookie, request.headers.referer].filter(Boolean).join(' '))
    response.setHeader('access-control-allow-origin', '*')
    if (service.answer === undefined) response.statusCode = 503
    response.end(service.answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const service: RateService = {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: undefined,
    stop: () => server.close(),
  }
  return service
}
