// A node behind TLS, with a certificate that openssl makes for the test.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export type TlsDoor = {
  readonly url: string
  /** file of the certificate that it shows */
  readonly certificate: string
  readonly close: () => void
}

/** Passes on over TLS what a node at a plain address answers; key and certificate are written into a folder. */
export const tlsDoor = async (folder: string, nodeUrl: string): Promise<TlsDoor> => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=node.example', '-addext', 'subjectAltName=DNS:node.example,IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ])
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const { method, headers, url: path = '' } = request
    const passed = ask(new URL(path, nodeUrl), { ...(method === undefined ? {} : { method }), headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
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
