// A TLS proxy in front of a node, with a certificate that openssl creates.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request as sendRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export type TlsProxy = {
  readonly url: string
  /** path of its certificate (PEM) */
  readonly certificate: string
  readonly close: () => void
}

/** Starts a TLS proxy to the node at a plain address. Writes key and certificate into a folder. */
export const startTlsProxy = async (folder: string, nodeUrl: string): Promise<TlsProxy> => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=node.example', '-addext', 'subjectAltName=DNS:node.example,IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ])
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const { method, headers, url: path = '' } = request
    const forwarded = sendRequest(
      new URL(path, nodeUrl),
      { ...(method === undefined ? {} : { method }), headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    url: `https://127.0.0.1:${port}`,
    certificate,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
