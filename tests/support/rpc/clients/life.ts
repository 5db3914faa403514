// Programs that use a wallet RPC: how each writes its requests, and what it calls during the life of a wallet.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../../src/jsonrpc/json.ts'
import type { Peer } from '../../peers/monero.ts'

type JsonParams = { readonly [name: string]: unknown }

/** How a program writes a request. */
export type RequestForm = {
  readonly body: (method: string, params: JsonParams | undefined) => string
  /** arguments of curl: headers, and the way in which it logs in */
  readonly curl: readonly string[]
}

/** What a client refers to. */
export type ClientWorld = {
  readonly daemon: Peer
  /** seed words of the wallet with the initial balance */
  readonly words: string
  /** address of another wallet */
  readonly stranger: string
}

export type ClientLife = ClientWorld & {
  /** Makes a call, records the response and returns the result; an error counts as an empty result. */
  readonly call: (method: string, params?: JsonParams) => Promise<JsonObject>
  /** Mines ten blocks to the stranger, which unlock the last payments, with what is in the txpool. */
  readonly mine: () => Promise<void>
}

export type RpcClient = {
  readonly name: string
  readonly form: RequestForm
  readonly live: (life: ClientLife) => Promise<void>
}

export type Recorded = { readonly client: string; readonly method: string; readonly answer: JsonObject }

const UNLOCK_BLOCKS = 10

/** Sends a request with curl, which logs in as many programs do: with the Digest scheme. */
const send = async (url: string, login: string, form: RequestForm, body: string): Promise<JsonObject> => {
  const args = [
    '--silent',
    '--show-error',
    '--max-time',
    '120',
    ...form.curl,
    '--user',
    login,
    '--data',
    body,
    `${url}/json_rpc`,
  ]
  const { stdout } = await promisify(execFile)('curl', args, { maxBuffer: 2 ** 26 })
  const response = parseJson(stdout)
  if (!isJsonObject(response)) throw new Error(`an object is expected, not ${stdout.slice(0, 100)}`)
  return response
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** Lets clients use a server one after another, and returns all responses. */
export const useClients = async (
  clients: readonly RpcClient[],
  { url, login }: { readonly url: string; readonly login: string },
  world: ClientWorld,
): Promise<readonly Recorded[]> => {
  const recorded: Recorded[] = []
  for (const { name, form, live } of clients) {
    await live({
      ...world,
      call: async (method, params) => {
        const answer = await send(url, login, form, form.body(method, params))
        recorded.push({ client: name, method, answer })
        return objectOf(answer['result'])
      },
      mine: async () => {
        await world.daemon.call('generateblocks', { amount_of_blocks: UNLOCK_BLOCKS, wallet_address: world.stranger })
      },
    })
  }
  return recorded
}

/** Returns the first item of a list that is an object. */
export const firstOf = (list: JsonValue | undefined): JsonObject => objectOf(Array.isArray(list) ? list[0] : undefined)
