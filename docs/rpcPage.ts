// Generates rpc.md, the reference page of the wallet RPC: its prose here, the methods from their declarations.

import { moneroWalletRpc } from '../src/coin/networks/walletRpcForm.ts'
import type { MethodGroup } from '../src/jsonrpc/describe.ts'
import { JSON_RPC_CODES } from '../src/jsonrpc/errors.ts'
import { STRICTER_THAN_OXEN } from '../src/rpc/calls/restrictedMode.ts'
import { WALLET_RPC_CODES } from '../src/rpc/calls/walletRpcCodes.ts'
import { describeWalletRpc } from '../src/rpc/description.ts'
import { METHOD_EFFECTS, PAGE_RULES, type PageEffect, type PageRule } from '../src/rpc/pageRules.ts'
import { ADDED, CHANGED, OMITTED } from '../tests/support/rpc/differences.ts'
import { codeRows, contentsOf, methodsOf, tableOf } from './rpcMethods.ts'

/** Errors of the JSON-RPC envelope. Hidden methods of a restricted service and internal errors have wallet codes, `denied` and `unknown`. */
const ENVELOPE: Readonly<Record<Exclude<keyof typeof JSON_RPC_CODES, 'forbidden' | 'internalError'>, string>> = {
  parseError: 'the body is not JSON',
  invalidRequest: 'the call is not a JSON-RPC request',
  methodNotFound: 'unknown method',
  invalidParams: 'missing parameter or parameter of a wrong type; `data` names it',
  busy: 'too many calls wait already; try again',
}

const CODES: Readonly<Record<keyof typeof WALLET_RPC_CODES, string>> = {
  unknown:
    'an error without a code of its own; the message describes it. `Internal error` is a defect of the service, whose log has the details',
  wrongAddress: 'invalid address, or an address of another network',
  busy: 'the node is busy',
  transfer: 'a prepared payment cannot be sent',
  wrongPaymentId: 'malformed payment id, or a payment id where none is allowed',
  transferType: '`transfer_type` has an unknown value',
  denied: 'not available in restricted mode, or refused by the user',
  wrongTxid: 'malformed transaction id, or unknown transaction',
  wrongSignature: 'malformed signature or proof',
  wrongKeyImage: 'malformed key image',
  wrongUri: 'a payment link cannot be created or parsed',
  wrongIndex: 'unknown index, or an address of another wallet',
  notOpen: 'no wallet is open, or its settings do not allow pages to call',
  accountIndex: 'unknown account',
  addressIndex: 'unknown address index',
  notPossible: 'amount plus fee exceed the unlocked balance',
  notEnoughMoney: 'the amount exceeds the balance of the account',
  tooLarge: 'the payment does not fit into one transaction: use `transfer_split`',
  notEnoughOutputs: 'the chain has too few outputs for decoys',
  zeroDestination: 'no destination, or an amount of zero',
  walletExists: 'a wallet with this name exists',
  invalidPassword: 'wrong password',
  noWalletFolder: 'the service was started for one wallet',
  noTxKey: 'the wallet does not have the secret keys of the transaction',
  wrongKey: 'malformed secret key of a transaction',
  badHex: 'not hexadecimal',
  badMetadata: 'metadata that cannot be read',
  alreadyMultisig: 'the wallet is a multisig wallet, or its key exchange is completed',
  watchOnly: 'the wallet has no spend key',
  notMultisig: 'the wallet is not a multisig wallet, or its key exchange is not completed',
  thresholdNotReached: 'messages of too few participants',
  badMultisigSet: 'a set that this multisig wallet did not make',
  multisigSignature: 'a multisig set that cannot be signed',
  multisigSubmission: 'a multisig set that cannot be submitted',
  notEnoughUnlockedMoney: 'the amount exceeds the unlocked balance',
  noConnection: 'no connection to the node',
  badUnsignedSet: 'an unsigned set that this wallet cannot read, or that does not do what it claims',
  badSignedSet: 'a signed set that this wallet cannot read, or that does not do what it claims',
  signedSubmission: 'a signed set cannot be recorded, or the node rejects it',
  signUnsigned: 'an unsigned set that this wallet refuses to sign',
  notDeterministic: 'the wallet has no seed words',
  invalidLogLevel: 'a log level outside 0 to 4',
  attributeNotFound: 'unknown attribute',
}

/** Error codes of single methods. */
const SINGLE_METHOD_CODES: readonly (readonly string[])[] = [
  ['-47', 'a signature type other than spend and view'],
  ['-1000', 'the quorum rejected a blink transaction'],
  ['-1001', 'no node returned the current network version'],
  ['-1002', 'the type of a name is not supported for this purpose'],
  ['-1003', 'a name has characters or a length that its type does not allow'],
  ['-1004', 'a value of a name is too long'],
  ['-1005', 'an encrypted value is not hexadecimal, or does not belong to the name'],
  ['-1006', 'an encrypted value has an odd number of digits'],
  ['-1009', 'a value is not of the form that its type of name requires'],
]

/** Returns a method name as code. Rows about several methods have prose instead of a name. */
const methodCell = (name: string): string => (/^[a-z_]+_[a-z_]+$|^transfer$/.test(name) ? `\`${name}\`` : name)

const differences = (): string =>
  tableOf(
    ['Method', 'What is different', 'Why'],
    [
      ...ADDED.map(({ method, what, why }) => [methodCell(method), `added: ${what}`, why]),
      ...CHANGED.map(({ method, what, why }) => [methodCell(method), what, why]),
      ...OMITTED.map(({ method, field, why }) => [methodCell(method), `no \`${field}\``, why]),
    ],
  )

const introduction = (groups: readonly MethodGroup[]): string => `# The wallet RPC

A wallet for programs: JSON-RPC 2.0 with one method per operation. \`faba rpc\` serves it over HTTP, and the page serves it in the browser
to other pages of the same site. It has the methods, fields and error codes of oxen-wallet-rpc and monero-wallet-rpc.

${contentsOf(groups)}`

/** Rows of the methods that only our restricted mode of the oxen family refuses, by reason. */
const restrictionRows = (): string => {
  const rows = Map.groupBy(Object.entries(STRICTER_THAN_OXEN), ([, reason]) => reason)
  return [...rows]
    .map(([reason, methods]) => `- ${reason}: ${methods.map(([name]) => `\`${name}\``).join(', ')}`)
    .join('\n')
}

const GETTING_STARTED = `## Start it

A private chain to try it on, a wallet server, a new wallet, and its balance:

\`\`\`
npx faba node --automine &
npx faba rpc --regtest --wallet-dir wallets --rpc-bind-port 22030 --disable-rpc-login &
curl -s http://127.0.0.1:22030/json_rpc -d '{"method": "create_wallet", "params": {"filename": "shop", "password": "correct horse", "language": "English"}}'
curl -s http://127.0.0.1:22030/json_rpc -d '{"method": "get_balance"}'
\`\`\`

For real coins, name the network and a node: \`--network monero --daemon-address node.example.org:18089\`; without \`--network\` it is
oxen. \`npx faba rpc --help\` lists all flags; they have the names of those of oxen-wallet-rpc and monero-wallet-rpc.

**Login.** Without \`--disable-rpc-login\` every call needs a login. \`--rpc-login user:password\` sets it; by default a random one is
written to \`<coin>-wallet-rpc.<port>.login\`. The service accepts Digest as monero-wallet-rpc does, and Basic: \`curl --digest -u user:password …\`.
It listens on this machine only, unless configured otherwise, and has no TLS: use a reverse proxy with TLS.

**One wallet at a time.** \`create_wallet\`, \`open_wallet\` and the two restore methods close the open wallet first. Wallets are saved at
every change. \`stop_wallet\` and SIGTERM save everything and stop the service.

**Restricted mode.** With \`--restricted-rpc\`, the methods marked “not in restricted mode” below return error -7. Callers neither spend nor
change anything.

In the monero family it is the restricted mode of monero-wallet-rpc 0.18.5: callers see received payments, notes and contacts, and get proofs and the
transaction keys of payments: ${[...moneroWalletRpc.restrictedMode.serves].map((name) => `\`${name}\``).join(', ')}.

In the oxen family callers prove nothing and learn no history either. For that, it refuses these methods too, which oxen-wallet-rpc 8.1.6 serves in
restricted mode:

${restrictionRows()}`

const RULES: Readonly<Record<PageRule, string>> = {
  free: 'without asking',
  asks: 'asks the user',
  refused: 'is refused',
}

/** Rows of what pages may do: each effect, its rule, and the methods that have it. */
const pageRuleRows = (): string[][] => {
  const entries: readonly (readonly [string, readonly PageEffect[]])[] = Object.entries(METHOD_EFFECTS)
  return Object.entries(PAGE_RULES).map(([effect, rule]) => {
    const methods = entries.flatMap(([name, effects]) => (effects.some((each) => each === effect) ? [name] : []))
    return [effect, RULES[rule], methods.map((name) => `\`${name}\``).join(', ')]
  })
}

const PAGES = `### What pages may do

Each effect has one rule, whatever the method: a method with several effects follows the strictest of their rules. A method that is not in this table is
refused. A payment that is not sent (\`do_not_relay\`) returns key images, so it asks too; \`estimate_fee\` returns the fee without asking. \`faba rpc\`
never asks.

${tableOf(['A call', 'Rule', 'Methods'], pageRuleRows())}`

const CALLS = `## Call it

\`POST /json_rpc\` with a JSON object: \`method\`, \`params\`, \`id\` and \`jsonrpc\`; only the first is needed.

\`\`\`
{"jsonrpc": "2.0", "id": "1", "method": "get_address_index", "params": {"address": "…"}}
\`\`\`

The response has the same \`id\`, and either \`result\` or \`error\`.

- **Parameters** are named in an object, or positional in an array, in the order of the tables below. An omitted or null parameter has its
  default; a parameter with an empty “Default” is optional too. Unknown parameters are ignored.
- **Empty lists** are omitted from results, as in oxen-wallet-rpc and monero-wallet-rpc. The tables mark them “optional”.
- **Flat methods** repeat the fields of \`result\` at the top level of the response, for older clients; they are marked below.
- **Batches** are arrays of up to 100 calls. The calls run one after the other; the responses are an array.
- **Concurrent calls** are allowed. Calls that change something run one after the other, so that a payment is never interrupted; calls
  that only read do not wait.`

const NUMBERS = `### Numbers

| Type | Meaning |
| --- | --- |
| \`u64\` | 0 to 2^64 − 1: amounts, and other large integers |
| \`u53\` | 0 to 2^53 − 1, exact as a JavaScript number: heights, times, counts |
| \`u32\`, \`i8\` | integers of 32 bits, and signed integers of 8 bits |
| \`str\`, \`bool\` | a string, true or false |
| \`hex\`, \`hex32\` | bytes, or 32 bytes, in hexadecimal |
| \`…[]\` | a list |

Amounts are in atomic units: a coin has 10^9 in the oxen family and 10^12 in the monero family. They are JSON numbers with all digits.
\`JSON.parse\` rounds them beyond 2^53 without an error: use a parser that keeps integers, such as \`src/jsonrpc/json.ts\`. In requests, a
\`u64\` may also be a string of decimal digits. An integer is written without fraction and exponent: \`1.0\` is error -32602, as in
monero-wallet-rpc, because who writes it may mean a coin.`

const TEXTS = `### Texts

Requests, files of passwords and arguments are UTF-8. A body that is not, or that escapes half of a surrogate pair, is error -32700: bytes are never
replaced, which would make different passwords equal. monero-wallet-rpc and oxen-wallet-rpc keep any bytes. A wallet whose password was sent to them in
another encoding is opened here after they changed the password to one in UTF-8.

A character beyond U+FFFF, such as an emoji, is sent as it is or as an escaped surrogate pair (\`\\ud83d\\ude00\`), as Python and PHP write it by default.
monero-wallet-rpc and oxen-wallet-rpc encode each escaped surrogate by itself (CESU-8), so that the bytes of the two forms differ. Faba does the same
where other programs need the same bytes, and takes either form where it reads what was made of them:

${tableOf(
  ['Text', 'Sent escaped, or as it is'],
  [
    ['password of a wallet', 'the same password'],
    ['password of a keys file of wallet2', 'opens a file of either form; a file is written in the form of the request'],
    ['`seed_offset`', 'restores the wallet that wallet2 restores: another one for each form'],
    [
      '`data` and `message` of signatures and proofs',
      'signed in the form of the request; a signature of either form is valid',
    ],
    ['names, labels, notes, attributes', 'the same text'],
  ],
)}

The form of a request is that of its escapes: if it escapes a surrogate, its texts are encoded in that way.`

/** What monero-wallet-rpc takes and Faba refuses, or the reverse, by request. */
const requestDifferences = (): string =>
  tableOf(
    ['Request', 'monero-wallet-rpc 0.18.5.3', 'Here', 'Why'],
    [
      ['bytes that are no UTF-8', 'kept', '-32700', 'every text has one meaning, also in other programs'],
      ['`"\\ud83d"`: half of a surrogate pair', 'kept', '-32700', 'it is no character'],
      ['`007`', '7', '-32700', 'it is no JSON, and some programs read it as octal'],
      ['`TRUE`, vertical tabs between values', 'taken', '-32700', 'they are no JSON; no client is known to send them'],
      ['a byte order mark', '-32700', 'ignored', 'RFC 8259 allows it, and some programs begin files with it'],
      ['an integer beyond 64 bits', '-32700', '-32602', 'it is JSON, and the error names the parameter'],
      ['`"1"` as `u64`', '-32602; 0.18.0: 1', '1', 'clients without large integers send texts'],
      ['`1.0` as `id`', '1', 'not repeated', 'ids are integers or texts'],
      ['HTTP/1.1 without Host', 'answered', 'status 400', 'RFC 9112 requires it; HTTP/1.0 without Host is answered'],
      ['another name as Host', 'answered', 'status 403', 'pages that rebind a name; `--allowed-hosts` adds names'],
      ['a wallet name of 241 to 246 bytes', 'taken', '-1', 'the files of a wallet have longer names'],
    ],
  )

const TYPESCRIPT = `### From TypeScript

\`createWalletClient\` of \`src/rpc/client.ts\`, which is \`faba/client\` in the package, has a function per method, with the types of the tables below. Amounts are bigints; errors
are \`JsonRpcError\` with the \`code\` of the response.

\`\`\`ts
const wallet = createWalletClient(fetch, 'http://127.0.0.1:22030/json_rpc')
const { unlocked_balance } = await wallet.get_balance({ account_index: 0 })
await wallet.transfer({ destinations: [{ address, amount: unlocked_balance / 2n }] })
\`\`\`

To log in, pass a \`fetch\` that adds the header:

\`\`\`ts
const withLogin = (request: Request) => {
  request.headers.set('authorization', \`Basic \${btoa('user:password')}\`)
  return fetch(request)
}
\`\`\``

const errors = (): string => `### Errors

\`\`\`
{"jsonrpc": "2.0", "id": "1", "error": {"code": -2, "message": "Invalid address", "data": "details"}}
\`\`\`

Codes and messages are those of oxen-wallet-rpc. \`data\` explains the error to a developer and is optional. An invalid proof is not an
error: \`good\` is false.

${tableOf(
  ['Code', 'Meaning'],
  [...codeRows(WALLET_RPC_CODES, CODES), ...SINGLE_METHOD_CODES, ...codeRows(JSON_RPC_CODES, ENVELOPE)],
)}`

const BROWSER = `## In the browser

Open a wallet in Faba and enable *Apps on this site* in its settings. Then every page of the same origin, and no other page, can call the
open wallet:

\`\`\`js
const response = await fetch('/json_rpc', { method: 'POST', body: JSON.stringify({ method: 'get_balance' }) })
\`\`\`

If Faba is below a path, such as \`/wallet/\`, the path of the RPC is \`/wallet/json_rpc\`, and the pages below \`/wallet/\` can call it.

A service worker forwards the request to the tab with the wallet. While no wallet is open, or its settings do not allow it, the response
is error -13. Calls that spend, sign, prove, export, redirect payments or can cause other lasting harm wait for the user's approval in that
tab, and are marked “requires approval” below. All others are answered at once: a page of the origin reads balances, history and contacts. If the user refuses, the response is error -7: no transaction was built, and nothing was sent or returned. The
user can permit payments for the session; secret keys need an approval with the password every time.

The settings also have a console: choose a method, enter its parameters and see the response.`

/** Returns the page in Markdown. */
export const rpcPage = (): string => {
  const groups = describeWalletRpc()
  const sections = [
    '<!-- Made by `npm run docs`. Change the declarations, or docs/rpcPage.ts. -->',
    introduction(groups),
    GETTING_STARTED,
    CALLS,
    NUMBERS,
    TEXTS,
    TYPESCRIPT,
    errors(),
    BROWSER,
    PAGES,
    methodsOf(groups),
    '## Differences from oxen-wallet-rpc and monero-wallet-rpc',
    'Responses that differ on purpose:',
    differences(),
    'Requests that differ on purpose:',
    requestDifferences(),
  ]
  return `${sections.join('\n\n')}\n`
}
