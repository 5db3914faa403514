// What the handlers of the node RPC work on, and how the RPC of a coin family differs. The two types refer to each other.

import type { GenericSchema } from 'valibot'
import type { WritableSection } from '../../bytes/portableStorageWriter.ts'
import type { JsonObject, JsonValue, JsonWritable } from '../../jsonrpc/json.ts'
import type { BinaryMethod, Call, JsonMethod, Method } from '../../jsonrpc/method.ts'
import type { Faucet } from '../mining/faucet.ts'
import type { Miner } from '../mining/miner.ts'
import type { AdminSettings } from '../node/adminSettings.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { LocalServiceNodes } from '../oxen/local-nodes/localServiceNodes.ts'
import type { ObligationsVotes } from '../oxen/local-nodes/obligationsVotes.ts'
import type { OwnNode } from '../oxen/local-nodes/ownNode.ts'
import type { BootstrapDaemon } from '../upstream/bootstrapDaemon.ts'
import type { Follower } from '../upstream/follower.ts'

export type NodeContext = {
  readonly node: DevelopmentNode
  readonly miner: Miner
  /** undefined where the chain has none */
  readonly faucet: Faucet | undefined
  /** service nodes of its own; left out where the chain has none */
  readonly localServiceNodes?: LocalServiceNodes | undefined
  /** who judges service nodes; left out where the chain has none */
  readonly obligations?: ObligationsVotes | undefined
  readonly settings: AdminSettings
  /** undefined where the node follows no other */
  readonly follower?: Follower | undefined
  /** undefined where no other node ever answers for this one */
  readonly bootstrap?: BootstrapDaemon | undefined
  readonly dialect: RpcDialect
  readonly ownNode: OwnNode
}

/** An answer that is an object. */
export type ResponseFields = { readonly [name: string]: JsonWritable }

/** What was asked, and of whom. */
export type DialectCall = {
  readonly context: NodeContext
  readonly call: Call
  /** as the declaration names them; none where there were none */
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

/** The node RPC of a coin family: what it adds to the shared methods and where it differs from them. */
export type RpcDialect = {
  /** the family's own methods; each replaces shared methods with the same primary name */
  readonly groups: readonly NodeMethodGroup[]
  /** who may call and how, by primary name, where it is not as declared */
  readonly overrides: ReadonlyMap<string, Partial<Pick<JsonMethod<NodeContext>, 'access' | 'transports'>>>
  /** a restricted service does not know methods that it hides, instead of forbidding them */
  readonly hidesAdminMethods: boolean
  /** parameters as the declarations have them, made of those that clients give, by primary name */
  readonly paramAdapters: ReadonlyMap<string, (params: JsonValue) => JsonValue>
  /** what a restricted service says to those who ask for too much, by primary name; may throw */
  readonly restrictedChecks: ReadonlyMap<string, (asked: DialectCall) => ResponseFields | undefined>
  /** most items of a list in a request of bytes that a restricted service answers, by primary name */
  readonly binaryLimits: ReadonlyMap<string, { readonly list: string; readonly most: number; readonly status: string }>
  /** answers with other fields, by primary name */
  readonly responseAdapters: ReadonlyMap<string, (answer: ResponseFields, asked: DialectCall) => ResponseFields>
  /** fields that the answers of a method have as well, by its primary name */
  readonly commonFields: (name: string) => ResponseFields
  /** answers in portable storage with what they have as well */
  readonly adaptBinaryResponse: (answer: Uint8Array) => Uint8Array
  /** transactions without their prunable part are objects in pages of blocks, with room for its hash */
  readonly hasPrunedTxObjects: boolean
  /** what blocks in such pages have beside their transactions */
  readonly blockEntryFields: WritableSection
}

/** Number of blocks of the node that this one follows, while it is behind; 0 otherwise. */
export const targetHeight = ({ node, follower }: NodeContext): number => {
  const height = follower?.upstream.height ?? 0
  return height > node.chain.height ? height : 0
}
