// The extra of a transaction is a sequence of tagged fields: their types, tags and limits.

import type { NameSystemField } from './nameSystem.ts'

export type SignedKeyImage = { readonly keyImage: Uint8Array; readonly signature: Uint8Array }

/** The registration of a service node: the contributors, their portions, and its expiration. */
export type RegistrationField = {
  readonly field: 'registration'
  readonly spendKeys: readonly Uint8Array[]
  readonly viewKeys: readonly Uint8Array[]
  readonly operatorPortions: bigint
  readonly portions: readonly bigint[]
  /** UNIX seconds */
  readonly expiration: bigint
  readonly signature: Uint8Array
}

/** A state change of a service node, voted by a quorum (from hard fork 12). */
export type StateChangeField = {
  readonly field: 'stateChange'
  /** 0 deregister, 1 decommission, 2 recommission, 3 change of address */
  readonly state: number
  readonly blockHeight: bigint
  readonly serviceNodeIndex: number
  readonly votes: readonly { readonly validatorIndex: number; readonly signature: Uint8Array }[]
}

/** A deregistration of a service node, voted by a quorum (hard forks 9 to 11). */
export type OldDeregisterField = {
  readonly field: 'oldDeregister'
  readonly blockHeight: bigint
  readonly serviceNodeIndex: number
  readonly votes: readonly { readonly signature: Uint8Array; readonly voterIndex: number }[]
}

export type ExtraField =
  | { readonly field: 'padding' /** bytes, the tag included */; readonly size: number }
  | { readonly field: 'txPublicKey'; readonly key: Uint8Array }
  | { readonly field: 'nonce'; readonly nonce: Uint8Array }
  | { readonly field: 'mergeMining'; readonly depth: bigint; readonly root: Uint8Array }
  | { readonly field: 'additionalPublicKeys' /** one per output */; readonly keys: readonly Uint8Array[] }
  | RegistrationField
  | OldDeregisterField
  | { readonly field: 'serviceNodeWinner'; readonly key: Uint8Array }
  | { readonly field: 'contributor'; readonly spendKey: Uint8Array; readonly viewKey: Uint8Array }
  | { readonly field: 'serviceNodeKey'; readonly key: Uint8Array }
  | { readonly field: 'txSecretKey'; readonly key: Uint8Array }
  | { readonly field: 'keyImageProofs'; readonly proofs: readonly SignedKeyImage[] }
  | { readonly field: 'keyImageUnlock'; readonly proof: SignedKeyImage; readonly nonce: number }
  | StateChangeField
  | { readonly field: 'burn' /** atomic units */; readonly amount: bigint }
  | NameSystemField
  | { readonly field: 'minergate'; readonly data: Uint8Array }

export type ExtraFieldName = ExtraField['field']

/** The tag of each field, its first byte (oxen-core and monerod: tx_extra.h). */
export const EXTRA_TAGS: { readonly [name in ExtraFieldName]: number } = {
  padding: 0x00,
  txPublicKey: 0x01,
  nonce: 0x02,
  mergeMining: 0x03,
  additionalPublicKeys: 0x04,
  registration: 0x70,
  oldDeregister: 0x71,
  serviceNodeWinner: 0x72,
  contributor: 0x73,
  serviceNodeKey: 0x74,
  txSecretKey: 0x75,
  keyImageProofs: 0x76,
  keyImageUnlock: 0x77,
  stateChange: 0x78,
  burn: 0x79,
  nameSystem: 0x7a,
  minergate: 0xde,
}

/** Maximum size of a nonce in bytes (monerod: TX_EXTRA_NONCE_MAX_COUNT). */
export const MAX_NONCE = 255
