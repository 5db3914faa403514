// Nonces in older copies of a stored wallet. A signature with a nonce that another copy has used reveals a share of the spend key. With every
// change of its nonces a wallet stores a new random token, and writes the same token to a place outside of its store. When a wallet is opened
// whose token differs from the one outside, its store is an older copy, or was moved: its nonces are deleted, and new ones are exported.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { type Random, randomBytes } from '../../crypto/random/random.ts'
import type { LedgerDraft } from './ledgerDraft.ts'
import type { OutputInfo } from './outputInfo.ts'
import type { WalletState } from './walletState.ts'
import type { StateChange } from './walletStateData.ts'

/** A place for the token of one store that no copy of the store contains. */
export type NonceTokenPlace = {
  /** Returns the token that was written last; undefined if there is none. */
  read(): Promise<Uint8Array | undefined>
  /** Replaces the token durably. */
  write(token: Uint8Array): Promise<void>
}

/** What changes of nonces need of a wallet. */
export type NonceHolder = {
  readonly state: WalletState
  readonly random: Random
  /** undefined if the host has no such place: older copies are not detected then */
  readonly nonceTokens: NonceTokenPlace | undefined
}

const TOKEN_BYTES = 16

/**
 * Makes a change of nonces with a new token. When this returns, no older copy of the store can use the nonces that the change deletes, nor
 * this one after a crash.
 * @throws what `WalletState.update` and the place throw; the nonces must not be used or published then
 */
export const changeNonces = async (
  { state, random, nonceTokens }: NonceHolder,
  build: (draft: LedgerDraft) => StateChange | undefined,
): Promise<void> => {
  const nonceToken = randomBytes(random, TOKEN_BYTES)
  await state.update('strict', (draft) => {
    const change = build(draft)
    return change === undefined ? undefined : { ...change, nonceToken }
  })
  await nonceTokens?.write(nonceToken)
}

const withoutNonces = (info: OutputInfo): OutputInfo => ({ ...info, own: [] })

/**
 * Deletes the nonces of a wallet that was opened from an older or moved copy of its store. Returns whether there were any.
 * @throws what `WalletState.update` and the place throw
 */
export const discardCopiedNonces = async (holder: NonceHolder): Promise<boolean> => {
  const { state, nonceTokens } = holder
  const held = [...state.outputInfos].filter(([, { own }]) => own.length > 0)
  if (nonceTokens === undefined || held.length === 0) return false
  const outside = await nonceTokens.read()
  if (outside !== undefined && equalBytes(outside, state.nonceToken)) return false
  await discardNonces(holder)
  return true
}

/**
 * Deletes all nonces of a wallet: the original of this copy may use them.
 * @throws what `WalletState.update` and the place throw
 */
export const discardNonces = async (holder: NonceHolder): Promise<void> => {
  const held = [...holder.state.outputInfos].filter(([, { own }]) => own.length > 0)
  if (held.length === 0) return
  const secrets = held.flatMap(([, { own }]) => own.map(({ secret }) => secret))
  await changeNonces(holder, () => ({ outputInfos: new Map(held.map(([key, info]) => [key, withoutNonces(info)])) }))
  wipe(...secrets)
}
