import type { Equivalent } from '../equivalent.ts'

const QUEUE = 'src/engine/approvals/approvalQueue.ts'
const FORWARDING = 'workers/service-worker/rpcForwarding.ts'
const HOSTS = 'src/cli/http/allowedHosts.ts'
const SERVER = 'src/cli/http/httpServer.ts'
const ORIGINS = 'src/cli/http/allowedOrigins.ts'

const ONCE = 'A signal aborts once.'
const KIND = 'It tells the types of servers apart; the server is always of the first one.'
const HELP = 'It is a text of the help.'

export const permissionEquivalents: readonly Equivalent[] = [
  { file: QUEUE, original: '{ once: true }', replacement: '{}', why: ONCE },
  { file: QUEUE, original: 'true', replacement: 'false', why: ONCE },
  {
    file: QUEUE,
    original: 'this.#startTimeout()',
    replacement: ';',
    why: 'At the end of a session it cancels the timer of a request that is rejected already. Its other calls are tested.',
  },
  {
    file: QUEUE,
    original: 'permission === undefined',
    replacement: 'false',
    why: 'A permission for the session is granted only while there is one.',
  },
  {
    file: FORWARDING,
    original: 'port1.close()',
    replacement: ';',
    why: 'It frees a port that nothing uses afterwards.',
  },
  { file: FORWARDING, original: '[error]', replacement: '[]', why: 'Promise.any rejects with an AggregateError only.' },
  {
    file: SERVER,
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'What stands for a missing code, header or URL: neither text is one that is known.',
  },
  {
    file: SERVER,
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A text with spaces is the name of no host.',
  },
  { file: SERVER, original: "!('closeAllConnections' in server)", replacement: 'false', why: KIND },
  { file: SERVER, original: "'keepAliveTimeout' in server", replacement: 'true', why: KIND },
  { file: HOSTS, original: "'LIST'", replacement: '""', why: HELP },
  {
    file: HOSTS,
    original:
      "'host names of requests, separated by commas, besides the own address and localhost: the name that a TLS proxy or the DNS gives this service; .example.org also allows all names below it; * for any'",
    replacement: '""',
    why: HELP,
  },
  {
    file: HOSTS,
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'What stands for the host of an invalid header: neither text is the host of a URL.',
  },
  {
    file: ORIGINS,
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'What stands for a missing header: neither text is a site that the header names.',
  },
  {
    file: ORIGINS,
    original: 'origin !== null',
    replacement: 'true',
    why: 'A missing origin is no URL, so that it is not the own origin.',
  },
  {
    file: 'src/rpc/calls/paymentApproval.ts',
    original: 'priorities[0]?.value',
    replacement: 'priorities[0].value',
    why: 'A network with orders has priorities for them; on others no order is made.',
  },
]
