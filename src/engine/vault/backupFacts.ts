// What a wallet knows about its own backup, and when the user is reminded of one.

import { type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { Store } from '../../store/store.ts'
import type { MultisigView, WalletSummary } from '../api/engineViews.ts'

/** Times in UNIX seconds. */
export type BackupFacts = {
  /** when the keys were generated here; 0 if the wallet was restored, or created before this was recorded */
  readonly createdAt: number
  /** the user has what restores the wallet: confirmed or shown seed words, a saved file, or what it was restored from */
  readonly isBackedUp: boolean
  /** until when the user wants no reminder; 0 for none */
  readonly quietUntil: number
}

/** The facts of a restored wallet. Wallets without a record were created by confirming their words, or restored. */
export const RESTORED: BackupFacts = { createdAt: 0, isBackedUp: true, quietUntil: 0 }

/** How long "not now" lasts, in seconds. */
const QUIET_SECONDS = 7 * 86_400

const TABLE = 'wallet'
const FACTS = 'backup'

/** Writes the facts with strict durability. */
export const putBackupFacts = (store: Store, facts: BackupFacts): Promise<void> =>
  store.commit([{ table: TABLE, key: FACTS, value: encodeCbor({ ...facts }) }], 'strict')

const factsOf = (record: CborValue): BackupFacts => {
  if (typeof record !== 'object' || record === null || !('isBackedUp' in record)) return RESTORED
  const { createdAt, isBackedUp, quietUntil } = record
  const isValid = typeof createdAt === 'number' && typeof isBackedUp === 'boolean' && typeof quietUntil === 'number'
  return isValid ? { createdAt, isBackedUp, quietUntil } : RESTORED
}

/** Reads the facts; those of a restored wallet if there are none. */
export const getBackupFacts = async (store: Store): Promise<BackupFacts> => {
  const bytes = await store.get(TABLE, FACTS)
  return bytes === undefined ? RESTORED : factsOf(decodeCbor(bytes))
}

type FactsHolder = { readonly store: Store; backup: BackupFacts }

const changeFacts = async (holder: FactsHolder, change: Partial<BackupFacts>): Promise<void> => {
  const facts = { ...holder.backup, ...change }
  await putBackupFacts(holder.store, facts)
  holder.backup = facts
}

/** Records that the user has what restores the wallet. */
export const recordBackup = async (holder: FactsHolder): Promise<void> => {
  if (!holder.backup.isBackedUp) await changeFacts(holder, { isBackedUp: true })
}

/** Records that the user wants no reminder for a week. */
export const postponeBackup = (holder: FactsHolder, now: number): Promise<void> =>
  changeFacts(holder, { quietUntil: now + QUIET_SECONDS })

/**
 * Returns whether the user is to be reminded of a backup. A watch-only wallet loses no coins, and a multisig wallet has nothing to back up before
 * its key exchange is completed.
 */
export const isBackupDue = (
  { viewOnly }: Pick<WalletSummary, 'viewOnly'>,
  multisig: Pick<MultisigView, 'isReady'> | undefined,
  { isBackedUp, quietUntil }: Pick<BackupFacts, 'isBackedUp' | 'quietUntil'>,
  now: number,
): boolean => !viewOnly && !isBackedUp && now >= quietUntil && multisig?.isReady !== false
