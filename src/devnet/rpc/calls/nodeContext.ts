// What the handlers of the node RPC work on, and how the RPC of a coin family differs. The two types refer to each other.

import type { GenericSchema } from 'valibot'
import type { WritableSection } from '../../../bytes/portableStorageWriter.ts'
import type { Transaction } from '../../../coin/transactions/transaction.ts'
import type { JsonObject, JsonValue, JsonWritable } from '../../../jsonrpc/json.ts'
import type { BinaryMethod, Call, JsonMethod, Method } from '../../../jsonrpc/method.ts'
import type { Faucet } from '../../mining/faucet.ts'
import type { Miner } from '../../mining/miner.ts'
import type { AdminSettings, TrafficLimits } from '../../node/adminSettings.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import type { ChainRules } from '../../rules/chainRules.ts'
import type { SubmitOptions } from '../../txpool/submitResult.ts'
import type { BootstrapDaemon } from '../../upstream/bootstrapDaemon.ts'
import type { Follower } from '../../upstream/follower.ts'

/** The parts of a running node that only its family has. Opaque here; the family's module reads them (`oxenServicesOf`). */
export type FamilyServices = object

export type NodeContext = {
  readonly node: DevelopmentNode
  readonly miner: Miner
  /** undefined if the chain has none */
  readonly faucet: Faucet | undefined
  readonly settings: AdminSettings
  /** undefined unless the node follows another node */
  readonly follower?: Follower | undefined
  /** undefined if the node has no bootstrap daemon */
  readonly bootstrap?: BootstrapDaemon | undefined
  /** returns the free bytes of the disk with the chain; undefined if the host has none */
  readonly freeSpace?: (() => number) | undefined
  readonly dialect: RpcDialect
  readonly familyServices: FamilyServices
}

/** A result that is an object. */
export type ResponseFields = { readonly [name: string]: JsonWritable }

/** A call that a dialect adapts. */
export type DialectCall = {
  readonly context: NodeContext
  readonly call: Call
  /** by the declaration's names; empty if the call has none */
  readonly params: JsonObject
}

/** A method with portable storage as request and response, and the schemas of both. */
export type DescribedBinaryMethod = BinaryMethod<NodeContext> & {
  readonly params: FieldSchemas
  readonly result: FieldSchemas
}

/** Schemas of fields by name. */
export type FieldSchemas = { readonly [name: string]: GenericSchema }

/** Methods on one subject. */
export type NodeMethodGroup = {
  readonly name: string
  readonly methods: readonly (Method<NodeContext> | DescribedBinaryMethod)[]
}

/** Optional fields of a transaction in responses. */
export type TransactionDetails = {
  /** the parsed extra */
  readonly extra: boolean
  /** the staked amount */
  readonly stake: boolean
}

/** The node RPC of a coin family: what it adds to the shared methods and where it differs from them. */
export type RpcDialect = {
  /** the family's own methods; each replaces shared methods with the same primary name */
  readonly groups: readonly NodeMethodGroup[]
  /** access and transports by primary name, where they differ from the declaration */
  readonly overrides: ReadonlyMap<string, Partial<Pick<JsonMethod<NodeContext>, 'access' | 'transports'>>>
  /** restricted services answer calls of admin methods as unknown instead of forbidden */
  readonly hidesAdminMethods: boolean
  /** convert the client's parameters to the declared ones, by primary name */
  readonly paramAdapters: ReadonlyMap<string, (params: JsonValue) => JsonValue>
  /** return or throw the rejection of a call on a restricted service, by primary name */
  readonly restrictedChecks: ReadonlyMap<string, (request: DialectCall) => ResponseFields | undefined>
  /** maximum length of a list in a binary request on a restricted service, by primary name */
  readonly binaryLimits: ReadonlyMap<
    string,
    { readonly list: string; readonly maxLength: number; readonly status: string }
  >
  /** return or throw the answers to methods that are neither forwarded to the bootstrap daemon nor served meanwhile, by primary name */
  readonly bootstrapRefusals: ReadonlyMap<string, () => JsonValue>
  /** convert results, by primary name */
  readonly responseAdapters: ReadonlyMap<string, (answer: ResponseFields, request: DialectCall) => ResponseFields>
  /** returns fields added to every result of a method, by primary name */
  readonly commonFields: (name: string) => ResponseFields
  /** fields added to every binary response */
  readonly commonBinaryFields: WritableSection
  /** HTTP status of a request to a path whose parameters are malformed */
  readonly malformedRequestStatus: number
  /** bandwidth limits until they are set */
  readonly defaultLimits: TrafficLimits
  /** whether decimal texts are accepted for integers in JSON */
  readonly acceptsTextForIntegers: boolean
  /** creates the family's services for a host that supplies none */
  readonly createFamilyServices: (node: DevelopmentNode) => FamilyServices
  /** returns the family's fields of a transaction in the block at `height` */
  readonly transactionFields: (
    rules: ChainRules,
    transaction: Transaction,
    height: number,
    details: TransactionDetails,
  ) => ResponseFields
  /** submits a blink transaction and returns the result of send_raw_transaction; undefined if the family has no blinks */
  readonly submitBlink: ((context: NodeContext, blob: Uint8Array, options: SubmitOptions) => JsonWritable) | undefined
  /** whether pruned transactions in block pages are objects with a prunable hash */
  readonly hasPrunedTxObjects: boolean
  /** fields of blocks in block pages besides block and transactions */
  readonly blockEntryFields: WritableSection
}

/** Returns the height of the followed node while this node is behind; 0 otherwise. */
export const targetHeight = ({ node, follower }: NodeContext): number => {
  const height = follower?.upstream.height ?? 0
  return height > node.chain.height ? height : 0
}
