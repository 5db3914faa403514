// Sends each challenge of a WWW-Authenticate header in a line of its own, as monerod does. A `Response` joins them in one line, which
// epee and Python's urllib do not parse.

import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { splitChallenges } from '../../jsonrpc/httpAuthentication.ts'

/** Moves the challenges of a response to the header lines of the outgoing message. Returns the rest of the response. */
export const separateChallenges = (response: Response, outgoing: ServerResponse | Http2ServerResponse): Response => {
  if (response.status !== 401) return response
  const challenges = response.headers.get('www-authenticate')
  if (challenges === null) return response
  outgoing.setHeader('WWW-authenticate', splitChallenges(challenges))
  const rest = new Response(response.body, response)
  rest.headers.delete('www-authenticate')
  return rest
}
