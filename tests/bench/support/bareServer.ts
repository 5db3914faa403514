// An HTTP server that answers every request with the text of its standard input, and does nothing else: what Node itself takes for a call. Prints its URL.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const answer = await text(process.stdin)

const server = createServer(async (request, response) => {
  JSON.parse(await text(request))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
  response.end(answer)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  console.log(`http://127.0.0.1:${address.port}`)
})
