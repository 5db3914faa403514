// Orders of the page: names, stakes and unlock requests, with what the user is shown before confirming.

import { fromHex } from '../../bytes/hex.ts'
import { parseName } from '../../coin/names/nameText.ts'
import { type NameUse, parseNameType } from '../../coin/names/nameType.ts'
import { addKnownNames, type KnownNameRecord, knownNameRecords, nameRecords } from '../../wallet/names/knownNames.ts'
import { buyName, type NameSource, renewName, updateName } from '../../wallet/names/nameOrders.ts'
import { isOwnNameOwner } from '../../wallet/names/nameSignature.ts'
import { PaymentRefusedError } from '../../wallet/node/relay.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { NameIntent, StakeIntent } from '../../wallet/spend/intent.ts'
import type { UnlockOrder } from '../../wallet/spend/stakeOrder.ts'
import { orderRegistration, orderStake, StakeError } from '../../wallet/staking/stakes.ts'
import { checkUnlock, requestUnlock } from '../../wallet/staking/unlock.ts'
import type { KnownName } from '../../wallet/state/userRecords.ts'
import type { NameRequest, NameView, StakeRequest, UnlockView } from '../api/engineViews.ts'

const typeIn = ({ network, state }: Wallet, word: string, use: NameUse): number =>
  parseNameType(network, word, use, state.height)

/** Turns a request of the page into an intent. Throws what the orders of names throw. */
export const nameIntent = async (wallet: Wallet, request: NameRequest): Promise<NameIntent> => {
  const { operation, name, account, priority, value, owner, backupOwner } = request
  const source: NameSource = { account, priority, subaddresses: [] }
  const type = typeIn(wallet, request.type, operation)
  if (operation === 'renew') return await renewName(wallet, { ...source, type, name })
  if (operation === 'buy')
    return await buyName(wallet, { ...source, type, name, owner, backupOwner, value: value ?? '' })
  return await updateName(wallet, { ...source, type, name, value, owner, backupOwner, signature: undefined })
}

/** Remembers the name of an order. */
export const rememberName = (wallet: Wallet, { order: { name, type } }: NameIntent): Promise<void> =>
  addKnownNames(wallet.state, [{ name, type: typeIn(wallet, type, 'lookup') }])

type NameText = Pick<NameRequest, 'type' | 'name'>

const knownNameOf = (wallet: Wallet, { type: word, name }: NameText): KnownName => {
  const type = typeIn(wallet, word, 'lookup')
  return { type, name: parseName(type, name) }
}

/** Adds a name that the user knows. @throws NameTypeError, NameTextError */
export const addName = async (wallet: Wallet, name: NameText): Promise<void> =>
  addKnownNames(wallet.state, [knownNameOf(wallet, name)])

const nameView = (wallet: Wallet, record: KnownNameRecord): NameView => {
  const { type, name, owner, backupOwner, value, expired, expirationHeight } = record
  const { state, network } = wallet
  const blocksLeft = expirationHeight === undefined ? undefined : Math.max(0, expirationHeight - state.height)
  return {
    ...{ type, name, owner, backupOwner, value, expired, expirationHeight, blocksLeft },
    isOwn: [owner, backupOwner].some((text) => text !== undefined && isOwnNameOwner(wallet, text)),
    secondsLeft: blocksLeft === undefined ? undefined : blocksLeft * network.blockTarget,
  }
}

/** Returns the known names with their values and their expiration. @throws NodeError */
export const namesOf = async (wallet: Wallet): Promise<NameView[]> => {
  const records = await knownNameRecords(wallet, { decrypt: true, includeExpired: true })
  return records.map((record) => nameView(wallet, record))
}

/** Returns the record of a name; undefined if there is none. @throws NameTypeError, NameTextError, NodeError */
export const lookUpName = async (wallet: Wallet, name: NameText): Promise<NameView | undefined> => {
  const [record] = await nameRecords(wallet, [knownNameOf(wallet, name)], { decrypt: true, includeExpired: true })
  return record === undefined ? undefined : nameView(wallet, record)
}

/** Turns a request of the page into an intent: a registration if it has a command. @throws what the orders of stakes throw */
export const stakeIntent = (wallet: Wallet, request: StakeRequest): Promise<StakeIntent> => {
  if ('command' in request) return orderRegistration(wallet, request.command)
  const { serviceNodeKey, amount, priority } = request
  return orderStake(wallet, { serviceNodeKey: parseKey(serviceNodeKey), amount, priority, subaddresses: [] })
}

const parseKey = (text: string): Uint8Array => {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new StakeError(`${text} is no public key of a service node: 64 hexadecimal digits`, {
      details: { fault: 'key' },
    })
  return fromHex(text)
}

/** Returns whether a stake can be unlocked. @throws StakeError */
export const unlockView = async (wallet: Wallet, serviceNodeKey: string): Promise<UnlockView> => {
  const check = await checkUnlock(wallet, parseKey(serviceNodeKey))
  return check.canUnlock
    ? { canUnlock: true, message: check.message, order: check.order }
    : { canUnlock: false, message: check.message, obstacle: check.obstacle }
}

/**
 * Requests the unlock of a stake.
 * @param shown the order that the user has seen
 * @throws StakeError, also if the order is another one by now; PaymentRefusedError
 */
export const unlockStake = async (wallet: Wallet, shown: UnlockOrder): Promise<void> => {
  const key = parseKey(shown.serviceNodeKey)
  const check = await checkUnlock(wallet, key)
  if (!check.canUnlock) throw new StakeError(check.message, { details: { fault: 'unlock' } })
  const { keyImage, otherContributors } = check.order
  if (keyImage !== shown.keyImage || otherContributors !== shown.otherContributors)
    throw new StakeError('the stake or its contributors changed since they were shown: nothing was requested', {
      details: { fault: 'unlock' },
    })
  const result = await requestUnlock(wallet, key, check.stake)
  if (!result.accepted) throw new PaymentRefusedError(result.reason, result)
}
