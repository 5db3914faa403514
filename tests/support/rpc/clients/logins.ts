// Programs that log in to a wallet RPC, each in its own form of HTTP Digest. Each makes three calls with one client and returns the versions
// that the service reports.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import moneroTs from 'monero-ts'
import { parseCredentials } from '../../../../src/jsonrpc/httpAuthentication.ts'
import { pythonPath } from '../../../tools.ts'

type Credentials = { readonly user: string; readonly password: string }

/** @throws Error if the service rejects the login */
export type LoginClient = (url: string, login: Credentials) => Promise<readonly unknown[]>

const BODY = '{"jsonrpc": "2.0", "id": 0, "method": "get_version"}'

/** Returns the versions in responses that follow each other. */
const versionsIn = (output: string): readonly number[] =>
  Array.from(output.matchAll(/"version": ?(\d+)/g), ([, version]) => Number(version))

const runProgram = async (program: string, ...args: readonly string[]): Promise<readonly number[]> =>
  versionsIn((await promisify(execFile)(program, args)).stdout)

type Answer = { readonly status: number | undefined; readonly lines: readonly string[]; readonly text: string }

/** Calls get_version. `lines` of the response are its header lines with challenges. */
const post = async (url: string, agent: Agent, authorization?: string): Promise<Answer> =>
  await new Promise((resolve, reject) => {
    const headers = authorization === undefined ? {} : { authorization }
    const sent = request(`${url}/json_rpc`, { method: 'POST', agent, headers }, (response) => {
      const { rawHeaders, statusCode: status } = response
      const lines = rawHeaders.flatMap((name, i) =>
        /^www-authenticate$/i.test(name) ? [`${name}: ${rawHeaders[i + 1]}`] : [],
      )
      textOf(response).then((text) => resolve({ status, lines, text }), reject)
    })
    sent.on('error', reject).end(BODY)
  })

/** Runs work with connections of its own: one at a time, which stays open. monero-wallet-rpc binds each nonce to a connection. */
const onConnection = async <T>(work: (agent: Agent) => Promise<T>): Promise<T> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    return await work(agent)
  } finally {
    agent.destroy()
  }
}

/** Returns the header lines with the challenges of a service. */
export const challengeLinesOf = async (url: string): Promise<readonly string[]> =>
  await onConnection(async (agent) => (await post(url, agent)).lines)

const usesMoneroTs: LoginClient = async (url, { user: username, password }) => {
  const server = { uri: url, username, password }
  const wallet = await moneroTs.connectToWalletRpc({ server, proxyToWorker: false })
  const versions: number[] = []
  for (let i = 0; i < 3; i++) versions.push((await wallet.getVersion()).getNumber())
  return versions
}

const usesCurl =
  (scheme: string): LoginClient =>
  async (url, { user, password }) => {
    const target = `${url}/json_rpc`
    return await runProgram(
      'curl',
      ...['-sS', '--fail', scheme, '-u', `${user}:${password}`, '-d', BODY],
      target,
      target,
      target,
    )
  }

/** Runs a program with a script that gets URL, user, password and body. */
const usesScript =
  (program: string | undefined, option: string, script: string): LoginClient =>
  async (url, { user, password }) => {
    if (program === undefined)
      throw new Error('Python with requests is missing (Debian: apt-get install python3-requests)')
    return await runProgram(program, option, script, `${url}/json_rpc`, user, password, BODY)
  }

/** As monero-python: a login object for all requests, each of which has a connection of its own. */
const REQUESTS = `
import sys, requests
from requests.auth import HTTPDigestAuth
url, user, password, body = sys.argv[1:]
auth = HTTPDigestAuth(user, password)
for _ in range(3):
    response = requests.post(url, headers={'Content-Type': 'application/json'}, data=body, auth=auth)
    response.raise_for_status()
    print(response.text)
`

const URLLIB = `
import sys, urllib.request as http
url, user, password, body = sys.argv[1:]
passwords = http.HTTPPasswordMgrWithDefaultRealm()
passwords.add_password(None, url, user, password)
opener = http.build_opener(http.ProxyHandler({}), http.HTTPDigestAuthHandler(passwords))
for _ in range(3):
    print(opener.open(http.Request(url, body.encode(), {'Content-Type': 'application/json'})).read().decode())
`

/** As Monero Integrations' library: one handle for all requests. */
const PHP = `
[, $url, $user, $password, $body] = $argv;
$curl = curl_init();
curl_setopt_array($curl, [
  CURLOPT_URL => $url, CURLOPT_POST => true, CURLOPT_POSTFIELDS => $body, CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPAUTH => CURLAUTH_DIGEST, CURLOPT_USERPWD => "$user:$password",
  CURLOPT_ENCODING => 'gzip,deflate', CURLOPT_HTTPHEADER => ['Content-type: application/json'],
]);
for ($i = 0; $i < 3; $i++) {
  echo curl_exec($curl);
  if (curl_getinfo($curl, CURLINFO_HTTP_CODE) !== 200) exit(1);
}
`

const md5 = (...parts: readonly string[]): string => createHash('md5').update(parts.join(':')).digest('hex')

type SignedLogin = Credentials & { readonly nonce: string; readonly cnonce: string; readonly response: string }

/** Formats the credentials in the order of a library; replayed, as its language is too large a dependency of the tests. */
type FormatLogin = (signed: SignedLogin) => string

/** gabstv/httpdigest, of the Go clients of wallet RPC (with its quoted algorithm). */
const gabstv: FormatLogin = ({ user, nonce, cnonce, response }) =>
  `Digest username="${user}", realm="monero-rpc", nonce="${nonce}", uri="/json_rpc", cnonce="${cnonce}", nc=00000001, qop=auth, response="${response}", algorithm="MD5"`

/** icholy/digest, the most widely used one of Go. */
const icholy: FormatLogin = ({ user, nonce, cnonce, response }) =>
  `Digest username="${user}", realm="monero-rpc", nonce="${nonce}", uri="/json_rpc", response="${response}", algorithm=MD5, cnonce="${cnonce}", qop=auth, nc=00000001`

/** Replays a library of Go: it reads the first line of challenges, and answers the challenge to each request. */
const replays =
  (format: FormatLogin): LoginClient =>
  (url, { user, password }) =>
    onConnection(async (agent) => {
      const versions: number[] = []
      for (let i = 0; i < 3; i++) {
        const [challenge = ''] = (await post(url, agent)).lines
        const nonce = parseCredentials(challenge.replace(/^\S+: /, ''))?.parameters.get('nonce') ?? ''
        const cnonce = md5(nonce)
        const own = md5(user, 'monero-rpc', password)
        const response = md5(own, nonce, '00000001', cnonce, 'auth', md5('POST', '/json_rpc'))
        const { status, text } = await post(url, agent, format({ user, password, nonce, cnonce, response }))
        if (status !== 200) throw new Error(`status ${status}`)
        versions.push(...versionsIn(text))
      }
      return versions
    })

/** They log in to both services. */
export const LOGIN_CLIENTS: Readonly<Record<string, LoginClient>> = {
  'monero-ts': usesMoneroTs,
  curl: usesCurl('--digest'),
  'requests of Python': usesScript(pythonPath(), '-c', REQUESTS),
  'curl of PHP': usesScript('php', '-r', PHP),
  'gabstv/httpdigest of Go': replays(gabstv),
  'icholy/digest of Go': replays(icholy),
}

/** They fail at monero-wallet-rpc: it has no Basic, and urllib sends each request on a new connection, with another nonce. */
export const OTHER_LOGIN_CLIENTS: typeof LOGIN_CLIENTS = {
  'curl with Basic': usesCurl('--basic'),
  'urllib of Python': usesScript(pythonPath(), '-c', URLLIB),
}
