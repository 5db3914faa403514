// What the methods of the node's RPC share: the node they work on, the shape of their answers, reading of binary requests.

import * as v from 'valibot'
import { FormatError } from '../../bytes/cursor.ts'
import { fromHex, HexError } from '../../bytes/hex.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../bytes/portableStorage.ts'
import { asBool, asText, type WritableSection, writePortable } from '../../bytes/portableStorageWriter.ts'
import { JSON_RPC_CODES, JsonRpcError } from '../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../jsonrpc/json.ts'
import {
  type Access,
  type BinaryMethod,
  binaryMethod,
  type Call,
  type JsonMethod,
  methodsOf,
  type Names,
  type ParamSchemas,
  type ParamsOf,
  type Transport,
} from '../../jsonrpc/method.ts'
import { u64 } from '../../jsonrpc/schemas.ts'
import type { Faucet } from '../mining/faucet.ts'
import type { Miner } from '../mining/miner.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { Owner } from '../node/owner.ts'
import type { HeldNodes } from '../oxen/local-nodes/localServiceNodes.ts'
import type { Judges } from '../oxen/local-nodes/obligationsVotes.ts'
import type { OwnNode } from '../oxen/local-nodes/ownNode.ts'
import type { StandIns } from '../upstream/bootstrap.ts'
import type { Follower } from '../upstream/follow.ts'
import type { RpcForm } from './rpcForm.ts'

export type NodeContext = {
  readonly node: DevelopmentNode
  readonly miner: Miner
  /** undefined where the chain has none */
  readonly faucet: Faucet | undefined
  /** service nodes of its own; left out where the chain has none */
  readonly heldNodes?: HeldNodes | undefined
  /** who judges service nodes; left out where the chain has none */
  readonly judges?: Judges | undefined
  readonly owner: Owner
  /** undefined where the node follows no other */
  readonly follower?: Follower | undefined
  /** undefined where no other node ever answers for this one */
  readonly standIns?: StandIns | undefined
  readonly form: RpcForm
  readonly own: OwnNode
}

/** Number of blocks of the node that this one follows, while it is behind; 0 otherwise. */
export const targetHeight = ({ node, follower }: NodeContext): number => {
  const height = follower?.followed.height ?? 0
  return height > node.chain.height ? height : 0
}

const declare = methodsOf<NodeContext>()

/** Fields of a request or an answer by their names. */
export type Declared = { readonly [name: string]: v.GenericSchema }

const isOurs = (name: string): boolean => name.startsWith('dev_')

/** Declares a method of the node's RPC. Answers are tidied, so the compiler cannot hold them to `result`: tests do. */
export const method = <const Params extends ParamSchemas, const Called extends Names>({
  result,
  ...declaration
}: {
  readonly names: Called
  readonly about: string
  readonly access: Access
  readonly transports?: readonly Transport[]
  readonly params: Params
  readonly result?: Declared
  readonly handler: (context: NodeContext, params: ParamsOf<Params>, call: Call) => JsonWritable | Promise<JsonWritable>
}): JsonMethod<NodeContext, Params, v.GenericSchema | undefined, Called> => ({
  // A slip of the hand is told where the method is ours; the reference ignores what it does not know.
  ...declare({ ...declaration, others: declaration.names.every(isOurs) ? 'refused' : 'ignored' }),
  result: result === undefined ? undefined : v.object(result),
})

/** What every answer says of itself. */
export const STATUS = { status: v.string() } as const

/** What answers say of themselves that another node might have given. */
export const TRUSTED = { ...STATUS, untrusted: v.boolean() } as const

/** Transports of methods that also have a path. */
export const BOTH = ['json-rpc', 'path'] as const

/** A height or a count in a request, as number: what is beyond 2^53 − 1 stands for that, which no chain reaches. */
export const reach = v.pipe(
  u64,
  v.transform((value) => (value > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(value))),
  v.title('u64'),
)

/** Codes of the reference's node. */
export const NODE_CODES = {
  wrongParam: -1,
  tooBigHeight: -2,
  tooBigReserve: -3,
  wrongAddress: -4,
  internal: -5,
  wrongBlockBlob: -6,
  blockNotAccepted: -7,
  blockTooBig: -10,
  miningToSubaddress: -12,
  regtestRequired: -13,
} as const

/** The release of the reference whose answers this node gives. */
export const VERSION = '8.1.6'
/** Its RPC's version: major · 65536 + minor. */
export const RPC_VERSION = 4 * 65536

const isList = (value: JsonWritable): value is readonly JsonWritable[] => Array.isArray(value)

/** An answer as the reference writes it: keys in ascending order, empty lists left out. */
export const tidy = (value: JsonWritable): JsonWritable => {
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map(tidy)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && !(isList(member) && member.length === 0))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, tidy(member)]),
  )
}

/** A result with `status` and `untrusted`. */
export const answer = (fields: { readonly [name: string]: JsonWritable }, status = 'OK'): JsonWritable =>
  tidy({ ...fields, status, untrusted: false })

/** A result with `status` alone. */
export const bareAnswer = (fields: { readonly [name: string]: JsonWritable }, status = 'OK'): JsonWritable =>
  tidy({ ...fields, status })

/** Bytes of hex text of a length; undefined where it is something else. */
export const hexOf = (text: string, length?: number): Uint8Array | undefined => {
  try {
    return fromHex(text, length)
  } catch (error) {
    // Each method has an answer of its own to this.
    if (error instanceof HexError) return undefined
    throw error
  }
}

/** What the reference answers to bytes that are no request of the method. */
const unreadable = (detail: string): JsonRpcError =>
  new JsonRpcError(
    JSON_RPC_CODES.invalidParams,
    'Unable to parse request: Failed to parse binary data parameters',
    detail,
  )

/** The fields of a binary request, read by name. Those of another type are refused, as the reference does. */
export class Fields {
  readonly #section: PortableSection

  /** Fields of a binary request; those that are missing are 0, empty or what the method says. */
  constructor(section: PortableSection) {
    this.#section = section
  }

  /** @throws JsonRpcError */
  number(name: string): number {
    const value = this.#section[name] ?? 0
    if (typeof value !== 'number' && typeof value !== 'bigint') throw unreadable(`${name} is no integer`)
    if (value < 0) throw unreadable(`${name} is below 0`)
    return Number(value)
  }

  /** @throws JsonRpcError */
  boolean(name: string, otherwise: boolean): boolean {
    const value = this.#section[name] ?? otherwise
    if (typeof value !== 'boolean') throw unreadable(`${name} is no bool`)
    return value
  }

  /** A blob of one size; one of another size counts as missing. Throws JsonRpcError. */
  key(name: string): Uint8Array | undefined {
    const value = this.#blob(name)
    return value?.length === 32 ? value : undefined
  }

  /** Keys packed in a blob; one of another size counts as missing. Throws JsonRpcError. */
  keys(name: string): Uint8Array[] {
    const value = this.#blob(name)
    if (value === undefined || value.length % 32 !== 0) return []
    return Array.from({ length: value.length / 32 }, (_, i) => value.subarray(32 * i, 32 * i + 32))
  }

  /** @throws JsonRpcError */
  numbers(name: string): number[] {
    return this.#list(name).map((item) => {
      if (typeof item !== 'number' && typeof item !== 'bigint') throw unreadable(`${name} has what is no integer`)
      if (item < 0) throw unreadable(`${name} has what is below 0`)
      return Number(item)
    })
  }

  /** @throws JsonRpcError */
  sections(name: string): Fields[] {
    return this.#list(name).map((item) => {
      if (!isSection(item)) throw unreadable(`${name} has what is no section`)
      return new Fields(item)
    })
  }

  #blob(name: string): Uint8Array | undefined {
    const value = this.#section[name]
    if (value !== undefined && !(value instanceof Uint8Array)) throw unreadable(`${name} is no blob`)
    return value
  }

  #list(name: string): readonly PortableValue[] {
    const value = this.#section[name] ?? []
    if (!Array.isArray(value)) throw unreadable(`${name} is no array`)
    return value
  }
}

const isSection = (value: PortableValue): value is PortableSection =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)

/** A method of bytes that says what is in them. */
export type PortableMethod = BinaryMethod<NodeContext> & { readonly params: Declared; readonly result: Declared }

/** Declares a method whose request and answer are portable storage; `status` and `untrusted` are added to the answer. */
export const portableMethod = ({
  params,
  result,
  ...declaration
}: {
  readonly names: readonly [string, ...string[]]
  readonly about: string
  readonly access: Access
  /** what the request may have */
  readonly params: Declared
  /** what the answer has beside `status` and `untrusted` */
  readonly result: Declared
  readonly handler: (
    context: NodeContext,
    fields: Fields,
    call: Call,
  ) =>
    | { readonly fields: WritableSection; readonly status?: string }
    | Promise<{ readonly fields: WritableSection; readonly status?: string }>
}): PortableMethod => ({
  ...binaryMethod<NodeContext>({
    ...declaration,
    handler: async (context, body, call) => {
      const { fields, status = 'OK' } = await declaration.handler(context, new Fields(parseBody(body)), call)
      return writePortable({ ...fields, status: asText(status), untrusted: asBool(false) })
    },
  }),
  params,
  result: { ...result, ...TRUSTED },
})

const parseBody = (body: Uint8Array): PortableSection => {
  try {
    return readPortable(body)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw unreadable(error.message)
  }
}
