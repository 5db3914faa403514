// The text of rpc.md. What can be taken from the declarations is: methods, error codes, differences from the reference.
import { JSON_RPC_CODES } from '../src/jsonrpc/errors.ts'
import { describeWalletRpc } from '../src/rpc/description.ts'
import { WALLET_RPC_CODES } from '../src/rpc/walletRpcCodes.ts'
import { ADDED, CHANGED, OMITTED } from '../tests/support/rpc/differences.ts'
import { codeRows, contentsOf, methodsOf, tableOf } from './rpcMethods.ts'

/** Of the envelope; hidden methods of a restricted service, and internal errors, have codes of the wallet. */
const ENVELOPE: Readonly<Record<Exclude<keyof typeof JSON_RPC_CODES, 'forbidden' | 'internalError'>, string>> = {
  parseError: 'the body is no JSON',
  invalidRequest: 'it is JSON, but no request',
  methodNotFound: 'there is no method of that name',
  invalidParams: 'parameters that are missing or of a wrong type; `data` says which',
  busy: 'too many calls wait already; try again',
}

const CODES: Readonly<Record<keyof typeof WALLET_RPC_CODES, string>> = {
  unknown:
    'anything without a code of its own; the message gives the reason, `Internal error` is a defect of the service',
  wrongAddress: 'no address, or not one of this network',
  busy: 'the node is busy',
  transfer: 'a prepared payment cannot be sent',
  wrongPaymentId: 'a payment id of a wrong form, or where none may be',
  transferType: '`transfer_type` is none of the three',
  denied: 'not in restricted mode, or the person said no',
  wrongTxid: 'no transaction id, or of no transaction that is known here',
  wrongSignature: 'no signature or proof that can be read',
  wrongKeyImage: 'no key image',
  wrongUri: 'a payment link cannot be made or read',
  wrongIndex: 'no such entry, or no address of this wallet',
  notOpen: 'no wallet is open, or its settings do not let pages call',
  accountIndex: 'there is no such account',
  addressIndex: 'there is no such address',
  notPossible: 'the amount and the fee together are more than can be spent',
  notEnoughMoney: 'more than the account holds',
  tooLarge: 'it does not fit into one transaction: use `transfer_split`',
  notEnoughOutputs: 'the chain is too young to hide payments in',
  zeroDestination: 'nobody to pay, or nothing to pay them',
  walletExists: 'there is a wallet of that name',
  invalidPassword: 'a wrong password',
  noWalletFolder: 'the service was started for one wallet',
  noTxKey: 'the keys of that transaction are not here',
  wrongKey: 'no secret key of a transaction',
  badHex: 'no hexadecimal digits',
  badMetadata: 'no metadata that this wallet made',
  watchOnly: 'the wallet has no spend key',
  notEnoughUnlockedMoney: 'more than can be spent now',
  noConnection: 'no node answers',
  notDeterministic: 'the wallet has no seed words',
  invalidLogLevel: 'a level is 0 to 4',
  attributeNotFound: 'nothing is kept under that name',
}

/** Of single methods. */
const RARE: readonly (readonly string[])[] = [
  ['-47', 'a signature type other than spend and view'],
  ['-1000', 'no quorum took an instant payment'],
  ['-1001', 'no node says what payments look like now'],
]

const method = (name: string): string => (/^[a-z_]+_[a-z_]+$|^transfer$/.test(name) ? `\`${name}\`` : name)

const differences = (): string =>
  tableOf(
    ['Method', 'What is different', 'Why'],
    [
      ...ADDED.map((difference) => [method(difference.method), `added: ${difference.what}`, difference.why]),
      ...CHANGED.map((difference) => [method(difference.method), difference.what, difference.why]),
      ...OMITTED.map(({ method: name, field, why }) => [method(name), `no \`${field}\``, why]),
    ],
  )

/** The whole page, in Markdown. */
export const rpcPage = (): string => {
  const groups = describeWalletRpc()
  return `<!-- Made by \`npm run docs\`. Change the declarations, or docs/rpcPage.ts. -->

# The wallet RPC

A wallet that programs use: JSON-RPC 2.0, a method per thing a wallet does. It is served by \`faba rpc\` over HTTP, and by the wallet's
page in the browser to other pages of the same site. Programs written for the wallet servers of the oxen and monero families
find their methods, fields and error codes here.

${contentsOf(groups)}

## Start it

A private chain to try it on, a wallet server for it, a wallet, and what it holds:

\`\`\`
npx faba node --automine &
npx faba rpc --regtest --wallet-dir wallets --rpc-bind-port 22030 --disable-rpc-login &
curl -s http://127.0.0.1:22030/json_rpc -d '{"method": "create_wallet", "params": {"filename": "shop", "password": "correct horse", "language": "English"}}'
curl -s http://127.0.0.1:22030/json_rpc -d '{"method": "get_balance"}'
\`\`\`

For real coins name the network and a node: \`--network monero --daemon-address node.example.org:18089\` (oxen is the family where
none is named). \`npx faba rpc --help\` lists all flags; they have the names that you know from other wallet servers.

**Login.** Leave \`--disable-rpc-login\` out. With \`--rpc-login user:password\` only that pair may call; without it a random one is
written to \`<coin>-wallet-rpc.<port>.login\`. Digest and Basic are taken: \`curl --digest -u user:password …\`. The service listens on
this machine only unless you say otherwise, and speaks no TLS: put a proxy that does before it.

**One wallet at a time.** \`create_wallet\`, \`open_wallet\` and the two that restore close the open one first. Wallets save themselves
at every change. \`stop_wallet\` and SIGTERM end the service with everything saved.

**Restricted mode.** With \`--restricted-rpc\` the methods marked “not in restricted mode” below are error -7.

## Call it

\`POST /json_rpc\` with a JSON object: \`method\`, \`params\`, \`id\` and \`jsonrpc\`; only the first is needed.

\`\`\`
{"jsonrpc": "2.0", "id": "1", "method": "get_address_index", "params": {"address": "…"}}
\`\`\`

The answer has the same \`id\`, and either \`result\` or \`error\`.

- **Parameters** go by name in an object, or by position in an array, in the order of the tables below. One that is left out, or
  null, has its default; one without anything under “Default” may be left out too. One that is not known is ignored.
- **Lists that are empty** are left out of results, as the wallet servers you know do it. In the tables these are “or left out”.
- **Some methods** answer their fields beside \`result\` as well, for clients of either habit: those marked so below.
- **Several calls** in an array are a batch, up to 100; they are answered in an array, carried out one after the other.
- **At the same time** many may call. What changes something waits for its turn, so nothing comes between the steps of a payment;
  what only looks does not wait.

### Numbers

| Type | What it is |
| --- | --- |
| \`u64\` | 0 to 2^64 − 1: amounts, and what else may get that large |
| \`u53\` | 0 to 2^53 − 1, which a JavaScript number holds: heights, times, counts |
| \`u32\`, \`i8\` | as they say |
| \`str\`, \`bool\` | a text, true or false |
| \`hex\`, \`hex32\` | bytes, or 32 of them, in hexadecimal |
| \`…[]\` | a list of these |

Amounts are in atomic units: 10^9 make a coin of the oxen family, 10^12 one of the monero family. They are written as JSON numbers with
all their digits. Beyond 2^53 \`JSON.parse\` rounds them silently: read them with a parser that keeps integers, such as
\`src/jsonrpc/json.ts\`. In requests a \`u64\` may also be a text of decimal digits.

### From TypeScript

\`createWalletClient\` of \`src/rpc/client.ts\` has a function per method, with the types of the tables below. Amounts are bigints, errors
are \`JsonRpcError\` with the \`code\` of the answer.

\`\`\`ts
const wallet = createWalletClient(fetch, 'http://127.0.0.1:22030/json_rpc')
const { unlocked_balance } = await wallet.get_balance({ account_index: 0 })
await wallet.transfer({ destinations: [{ address, amount: unlocked_balance / 2n }] })
\`\`\`

A login goes into the \`fetch\` that the client is given:

\`\`\`ts
const withLogin = (request: Request) => {
  request.headers.set('authorization', \`Basic \${btoa('user:password')}\`)
  return fetch(request)
}
\`\`\`

### Errors

\`\`\`
{"jsonrpc": "2.0", "id": "1", "error": {"code": -2, "message": "Invalid address", "data": "what exactly"}}
\`\`\`

Codes and messages are those of the wallet servers you know. \`data\` is for people, and not always there. A proof that does not hold
is no error: \`good\` is false.

${tableOf(['Code', 'Meaning'], [...codeRows(WALLET_RPC_CODES, CODES), ...RARE, ...codeRows(JSON_RPC_CODES, ENVELOPE)])}

## In the browser

Open a wallet in Faba and switch on *Apps on this site* in its settings. Then every page of the same site – and none of any other –
calls the open wallet:

\`\`\`js
const response = await fetch('/json_rpc', { method: 'POST', body: JSON.stringify({ method: 'get_balance' }) })
\`\`\`

A service worker brings the request to the tab that has the wallet. While no tab has one open, or its settings do not allow it, the answer
is error -13. Calls that spend, that tell a secret, or that could harm the person later wait until the person says yes in that tab;
a no is error -7, and then nothing was built, sent or told. These are marked “asks the person” below. Payments may be allowed for the
whole visit; keys are asked about every time, with the password.

The settings have a console as well: choose a method, fill in its parameters, see the answer.

${methodsOf(groups)}

## Differences from the reference

Where an answer is meant to be another than that of the wallet servers this one stands in for:

${differences()}
`
}
