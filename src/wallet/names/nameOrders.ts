// Orders of names: purchase, renewal and update become intents of the payment pipeline. Order of checks and messages are those of wallet2
// (prepare_tx_extra_oxen_name_system_values).

import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { formatNameOwner, isNameUpdateSignedBy, parseNameOwner } from '../../coin/names/nameOwner.ts'
import { nameHash, parseName } from '../../coin/names/nameText.ts'
import { nameLifetimeBlocks, namePrice, nameTypeWord, recordedNameType } from '../../coin/names/nameType.ts'
import {
  decryptedNameValue,
  encryptedNameValue,
  formatNameValue,
  isEncryptedLength,
  parseNameValue,
} from '../../coin/names/nameValue.ts'
import { hardForkAt, type Network } from '../../coin/networks/network.ts'
import type { NameOwner, NameSystemField } from '../../coin/transactions/nameSystem.ts'
import { DecryptionError } from '../../crypto/ciphers/cipher.ts'
import type { NodeNameRecord } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import type { NameIntent, PaymentSource } from '../spend/intent.ts'
import type { NameOrder } from '../spend/nameOrder.ts'
import { namePurpose } from '../spend/purpose.ts'
import { recordOf, signNameUpdate } from './nameSignature.ts'

/** Why an order of a name is not possible. */
export type NameOrderFault = 'priority' | 'unknown' | 'foreign' | 'signature' | 'unchanged'

/** An order of a name that cannot be carried out. The message is that of wallet2. */
export class NameOrderError extends FabaError<{ readonly fault: NameOrderFault }> {
  override readonly name = 'NameOrderError'
  readonly code = 'name-order'

  constructor(fault: NameOrderFault, message: string) {
    super(message, { details: { fault } })
  }
}

/** Which outputs pay for an order. */
export type NameSource = Pick<PaymentSource, 'account' | 'subaddresses' | 'priority'>

/** A name of a type, as the user wrote it. */
type Named = {
  /** a term of purchase or renewal, or a recorded type */
  readonly type: number
  readonly name: string
}

/** Owners are addresses or Ed25519 keys; undefined for none, or for no change. */
type Owners = { readonly owner: string | undefined; readonly backupOwner: string | undefined }

export type NamePurchase = NameSource & Named & Owners & { readonly value: string }

export type NameRenewal = NameSource & Named

/** What changes; `value` may be encrypted already if a signature is given, since the signature covers the encrypted bytes. */
export type NameChange = Named & Owners & { readonly value: string | undefined }

export type NameUpdateRequest = NameSource &
  NameChange & { /** hex; the wallet signs itself if undefined */ readonly signature: string | undefined }

const NO_TXID = new Uint8Array(32)
const SIGNATURE = 64

const checkPriority = ({ network }: Wallet, { priority }: NameSource): void => {
  const { priorities, orderPriorities } = network.fees
  const isOf = (list: typeof priorities): boolean => list.some(({ value }) => value === priority)
  // The only priority of payments that orders do not have is blink.
  if (isOf(priorities) && !isOf(orderPriorities))
    throw new NameOrderError('priority', 'Can not request a blink TX for Loki Name Service transactions')
}

const parseOwners = (
  { network }: Wallet,
  { owner, backupOwner }: Owners,
): Pick<NameSystemField, 'owner' | 'backupOwner'> => ({
  owner: owner === undefined ? undefined : parseNameOwner(network, owner),
  backupOwner: backupOwner === undefined ? undefined : parseNameOwner(network, backupOwner),
})

const forkOf = ({ network, state }: Wallet): number => hardForkAt(network, state.height)

const encryptValue = (wallet: Wallet, type: number, name: string, value: string): Promise<Uint8Array> =>
  encryptedNameValue(type, name, parseNameValue(type, value), forkOf(wallet), wallet.random)

/** Returns bytes in hex if they are an encrypted value of the name. */
const encryptedAlready = async (type: number, name: string, text: string): Promise<Uint8Array | undefined> => {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text) || !isEncryptedLength(type, text.length / 2)) return undefined
  const bytes = fromHex(text)
  try {
    await decryptedNameValue(type, name, bytes)
    return bytes
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

const shownOwner = (network: Network, owner: NameOwner | undefined): string | undefined =>
  owner === undefined ? undefined : formatNameOwner(network, owner)

/** Returns an order as the user is shown it. */
export const shownOrder = (
  network: Network,
  { type, owner, backupOwner }: NameSystemField,
  order: Pick<NameOrder, 'operation' | 'name' | 'value' | 'price'>,
): NameOrder => ({
  ...order,
  type: nameTypeWord(type),
  blocks: order.operation === 'update' ? undefined : nameLifetimeBlocks(network, type),
  owner: shownOwner(network, owner),
  backupOwner: shownOwner(network, backupOwner),
})

/** Returns the intent of a name field. */
const intentOf = (
  wallet: Wallet,
  { account, subaddresses, priority }: NameSource,
  field: NameSystemField,
  order: Pick<NameOrder, 'operation' | 'name' | 'value' | 'price'>,
): NameIntent => ({
  kind: 'name',
  ...{ account, subaddresses, priority, unlockTime: 0n },
  purpose: namePurpose(field, order.price),
  order: shownOrder(wallet.network, field, order),
})

const NOTHING = {
  field: 'nameSystem',
  version: 0,
  owner: undefined,
  backupOwner: undefined,
  signature: undefined,
  encryptedValue: undefined,
} as const

/**
 * Orders the purchase of a name. Its owner is the first address of the account unless another one is given.
 * @throws NameOrderError, NameTextError, NameValueError, NameOwnerError
 */
export const buyName = async (wallet: Wallet, request: NamePurchase): Promise<NameIntent> => {
  checkPriority(wallet, request)
  const { type, value, account } = request
  const recorded = recordedNameType(type)
  const name = parseName(recorded, request.name)
  const encryptedValue = await encryptValue(wallet, recorded, name, value)
  const owner = request.owner ?? wallet.addressText({ major: account, minor: 0 })
  const owners = parseOwners(wallet, { owner, backupOwner: request.backupOwner })
  const field = { ...NOTHING, ...owners, type, encryptedValue, nameHash: nameHash(name), previousId: NO_TXID }
  const price = namePrice(type, forkOf(wallet))
  return intentOf(wallet, request, field, { operation: 'buy', name, value, price })
}

/**
 * Orders the renewal of a name, which anyone may pay.
 * @throws NameOrderError, NameTextError, NodeError
 */
export const renewName = async (wallet: Wallet, request: NameRenewal): Promise<NameIntent> => {
  checkPriority(wallet, request)
  const { type } = request
  const recorded = recordedNameType(type)
  const name = parseName(recorded, request.name)
  const hash = nameHash(name)
  const record = await recordOf(wallet, { nameHash: hash, type: recorded })
  if (record === undefined)
    throw new NameOrderError('unknown', 'Renewal requested but record to renew does not exist or has expired')
  const field = { ...NOTHING, type, nameHash: hash, previousId: record.txid }
  const price = namePrice(type, forkOf(wallet))
  return intentOf(wallet, request, field, { operation: 'renew', name, value: undefined, price })
}

/** A change that is ready to be signed. */
type ReadyChange = { readonly name: string; readonly field: NameSystemField; readonly record: NodeNameRecord }

const readyChange = async (
  wallet: Wallet,
  { type, name: text, value, ...owners }: NameChange,
  mayBeEncrypted: (name: string) => Promise<Uint8Array | undefined>,
): Promise<ReadyChange> => {
  const name = parseName(type, text)
  const encryptedValue =
    value === undefined ? undefined : ((await mayBeEncrypted(name)) ?? (await encryptValue(wallet, type, name, value)))
  const parsed = parseOwners(wallet, owners)
  const hash = nameHash(name)
  const record = await recordOf(wallet, { nameHash: hash, type })
  if (record === undefined)
    throw new NameOrderError('unknown', 'Signature requested when preparing LNS TX but record to update does not exist')
  return {
    name,
    record,
    field: { ...NOTHING, ...parsed, type, encryptedValue, nameHash: hash, previousId: record.txid },
  }
}

const ownersOf = ({ network }: Wallet, { owner, backupOwner }: NodeNameRecord): NameOwner[] =>
  [owner, ...(backupOwner === undefined ? [] : [backupOwner])].map((text) => parseNameOwner(network, text))

/**
 * Signs a change with the address of this wallet that owns the name, or is its backup owner.
 * @throws NameOrderError, WatchOnlyError
 */
const signed = async (wallet: Wallet, { field, record }: ReadyChange): Promise<Uint8Array> => {
  for (const owner of ownersOf(wallet, record)) {
    const signature = await signNameUpdate(wallet, field, owner)
    if (signature !== undefined) return signature
  }
  const backup = record.backupOwner === undefined ? '' : `, backup_owner=${record.backupOwner}`
  throw new NameOrderError(
    'foreign',
    `Signature requested when preparing LNS TX, but this wallet is not the owner of the record owner=${record.owner}${backup}`,
  )
}

const parseSignature = (text: string): Uint8Array => {
  try {
    return fromHex(text, SIGNATURE)
  } catch (error) {
    if (!(error instanceof HexError)) throw error
    throw new NameOrderError('signature', `Hex signature provided failed to convert to a signature, signature=${text}`)
  }
}

/** Returns the signature with the kind of the owner who made it; that of a wallet if neither owner did, as in wallet2. */
const withKind = (
  wallet: Wallet,
  { field, record }: ReadyChange,
  signature: Uint8Array,
): NonNullable<NameSystemField['signature']> => {
  const signer = ownersOf(wallet, record).find((owner) => isNameUpdateSignedBy(field, owner, signature))
  return { kind: signer?.kind ?? 'wallet', signature }
}

const hasChange = ({ value, owner, backupOwner }: NameChange): boolean =>
  value !== undefined || owner !== undefined || backupOwner !== undefined

/**
 * Orders a change of a name, signed by this wallet, or with a signature of its owner that was made elsewhere.
 * @throws NameOrderError, NameTextError, NameValueError, NameOwnerError, WatchOnlyError, NodeError
 */
export const updateName = async (wallet: Wallet, request: NameUpdateRequest): Promise<NameIntent> => {
  if (!hasChange(request))
    throw new NameOrderError(
      'unchanged',
      'Value, owner and backup owner are not specified. Atleast one field must be specified for updating the LNS record',
    )
  checkPriority(wallet, request)
  const { type, value, signature: given } = request
  const change = await readyChange(wallet, request, (name) =>
    given === undefined || value === undefined ? Promise.resolve(undefined) : encryptedAlready(type, name, value),
  )
  const signature =
    given === undefined
      ? withKind(wallet, change, await signed(wallet, change))
      : withKind(wallet, change, parseSignature(given))
  const shown = await shownValue(change, value)
  return intentOf(
    wallet,
    request,
    { ...change.field, signature },
    {
      ...{ operation: 'update', name: change.name, price: 0n },
      value: shown,
    },
  )
}

/** Returns the value that a change sets, decrypted from what is signed. */
const shownValue = async (
  { name, field: { type, encryptedValue } }: ReadyChange,
  value: string | undefined,
): Promise<string | undefined> =>
  value === undefined || encryptedValue === undefined
    ? undefined
    : formatNameValue(type, await decryptedNameValue(type, name, encryptedValue))

/** A change as it will be signed, for the user to approve. */
export type NameUpdateToSign = { readonly order: NameOrder; readonly sign: () => Promise<string> }

/**
 * Prepares the signature of a change that another wallet will send.
 * @throws NameOrderError, NameTextError, NameValueError, NameOwnerError, NodeError; `sign`: NameOrderError, WatchOnlyError
 */
export const prepareNameSignature = async (wallet: Wallet, request: NameChange): Promise<NameUpdateToSign> => {
  const { type, value } = request
  const change = await readyChange(wallet, request, (name) =>
    value === undefined ? Promise.resolve(undefined) : encryptedAlready(type, name, value),
  )
  const { field, name } = change
  return {
    order: {
      ...shownOrder(wallet.network, field, { operation: 'update', name, value: undefined, price: 0n }),
      value: await shownValue(change, value),
    },
    sign: async () => toHex(await signed(wallet, change)),
  }
}
