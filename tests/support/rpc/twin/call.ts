// Calls that two wallet RPC servers answer side by side.

/** What the calls refer to: addresses, keys and transactions of the wallet that both servers hold, and of others. */
export type TwinWorld = {
  readonly words: string
  readonly address: string
  readonly viewKey: string
  readonly spendKey: string
  /** address 1 of account 0, and address 0 of account 1 */
  readonly subaddress: string
  readonly secondAccount: string
  /** of the primary address, with the payment id `paymentId` */
  readonly integrated: string
  readonly paymentId: string
  /** the primary address of another wallet, and its integrated form */
  readonly stranger: string
  readonly strangerIntegrated: string
  /** an address of mainnet's test network */
  readonly testnet: string
  /** ids of a received payment, of two outputs to one address, of a sent one, of one in the txpool, and of a coinbase transaction */
  readonly received: string
  readonly doubled: string
  readonly sent: string
  readonly pooled: string
  readonly coinbase: string
  /** the key of the received payment, and proofs of its sender */
  readonly receivedKey: string
  readonly outProof: string
  readonly strangerSpendProof: string
  readonly strangerReserveProof: string
  readonly strangerSignature: string
  /** `host:port` of the node */
  readonly node: string
  /** the number of blocks of the chain */
  readonly height: number
}

type JsonParams = { readonly [name: string]: unknown }

/** Results of earlier calls by name, as monero-wallet-rpc returned them. */
export type Kept = ReadonlyMap<string, { readonly [name: string]: unknown }>

/** A call of a method. */
export type TwinCall = {
  readonly method: string
  /** omitted: the request has no params */
  readonly params?: JsonParams | ((kept: Kept) => JsonParams)
  /** name under which its result is kept */
  readonly keep?: string
}

/** A request with any body and HTTP method; POST if omitted. */
export type TwinRequest = { readonly body: string; readonly httpMethod?: string; readonly path?: string }

/** Calls of one subject, made in order. */
export type TwinChapter = {
  readonly name: string
  /** compares keys, ids and amounts by form only, as both servers draw them at random */
  readonly isRandom?: boolean
  readonly calls: readonly (TwinCall | TwinRequest)[]
}

/** Returns a call for each set of parameters. */
export const callsOf = (method: string, ...params: readonly JsonParams[]): TwinCall[] =>
  params.map((each) => ({ method, params: each }))
