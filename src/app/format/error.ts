// Texts for errors. An expected error (FabaError) has a text by its code, or else its own message. Any other error is internal: the
// user gets a general text, and the console the error.
import { showHidden } from '../../bytes/invisibleCharacters.ts'
import type { Utf8Error } from '../../bytes/text.ts'
import type { NameOwnerError } from '../../coin/names/nameOwner.ts'
import type { NameTextError } from '../../coin/names/nameText.ts'
import type { NameTypeError } from '../../coin/names/nameType.ts'
import type { NameValueError } from '../../coin/names/nameValue.ts'
import type { KeyImageExportError } from '../../coin/sealed-exports/keyImageExport.ts'
import type { MultisigInfoError } from '../../coin/sealed-exports/multisigInfoFile.ts'
import type { OutputExportError } from '../../coin/sealed-exports/outputExport.ts'
import type { TransferSetError } from '../../coin/sealed-exports/transferSetFile.ts'
import type { PolyseedError } from '../../coin/seeds/polyseed.ts'
import type { RegistrationFault } from '../../coin/stakes/registration.ts'
import type { WalletCacheFault } from '../../coin/wallet-files/cacheFile.ts'
import type { KeysFileFault } from '../../coin/wallet-files/keysFileError.ts'
import type { NodeRefusedError, NodeUnreachableError } from '../../daemon/errors.ts'
import type { NoWalletError } from '../../engine/api/walletErrors.ts'
import type { OfflineModeError } from '../../engine/session/walletNode.ts'
import type { BackupFault } from '../../engine/vault/backupFile.ts'
import type { WalletNameTakenError } from '../../engine/vault/walletCatalog.ts'
import { type ErrorTable, entryOf } from '../../errors/errorTable.ts'
import { asFabaError, type ErrorDetails, type FabaError } from '../../errors/fabaError.ts'
import type { RemoteInternalError } from '../../rpc/calls/errorTransfer.ts'
import type { PasskeyMissingError, WrongPasskeyError, WrongPasswordError } from '../../store/errors.ts'
import type { KeyImageError, KeyImageSignatureError } from '../../wallet/exchange/keyImageExchange.ts'
import type { OutputImportFault } from '../../wallet/exchange/outputExchange.ts'
import type { RawTransactionFault, RawTransactionRefusedError } from '../../wallet/lookup/rawTransaction.ts'
import type { MultisigSetFault } from '../../wallet/multisig/multisigWallet.ts'
import type { StaleNonceError } from '../../wallet/multisig/nonces.ts'
import type { KeyExchangeFault } from '../../wallet/multisig-keys/multisigAccount.ts'
import type { MultisigImportFault } from '../../wallet/multisig-keys/partialKeyImageRules.ts'
import type { NameOrderFault } from '../../wallet/names/nameOrders.ts'
import type { UnknownForkError } from '../../wallet/node/unknownFork.ts'
import type { SpentCoins, UnsafeSetFault } from '../../wallet/offline/checkedTransfer.ts'
import type { ProofFault } from '../../wallet/proofs/provenTransaction.ts'
import type {
  MultisigInfoNeededError,
  MultisigUnsupportedError,
  WatchOnlyError,
} from '../../wallet/spend/paymentContext.ts'
import type { StakeFault } from '../../wallet/staking/stakes.ts'
import type { NotificationsDeniedError } from '../host/device/notifications.ts'
import type { PasskeyFault } from '../host/device/passkey.ts'
import { reportInternal } from '../host/device/reportInternal.ts'
import type { CameraFault } from '../host/files/qrCamera.ts'
import type { ImageFault } from '../host/files/qrReader.ts'
import type { LinkHandlerError } from '../host/navigation/paymentLinks.ts'
import type { LanguageLoadError } from '../host/services/languageFiles.ts'
import type { RateFault } from '../host/services/rateService.ts'
import type { TextValues } from '../text/dictionary.ts'
import { inOneLine, type TextKey, t } from '../text/text.ts'
import { formatAmount } from './amount.ts'
import { formatBytes } from './bytes.ts'
import { DATA_ERRORS } from './dataErrors.ts'
import { paymentTextKey } from './paymentErrors.ts'
import { SERVICE_ERRORS } from './serviceErrors.ts'
import { coinNames } from './spentCoins.ts'

/** Errors with a text of their own, which may contain the message of the error. */
type TranslatedError =
  | LanguageLoadError
  | LinkHandlerError
  | NotificationsDeniedError
  | KeyImageError
  | KeyImageExportError
  | KeyImageSignatureError
  | MultisigInfoError
  | MultisigInfoNeededError
  | NameOwnerError
  | MultisigUnsupportedError
  | NameTextError
  | NameTypeError
  | NameValueError
  | NoWalletError
  | NodeUnreachableError
  | OfflineModeError
  | OutputExportError
  | RemoteInternalError
  | StaleNonceError
  | TransferSetError
  | UnknownForkError
  | Utf8Error
  | WalletNameTakenError
  | WatchOnlyError
  | PasskeyMissingError
  | WrongPasskeyError
  | WrongPasswordError

const TEXTS: ErrorTable<TranslatedError, TextKey> = {
  'passkey-missing': 'passkey.missing',
  'wrong-passkey': 'passkey.wrong',
  'wrong-password': 'error.wrongPassword',
  'no-wallet': 'error.noWallet',
  'node-unreachable': 'error.nodeUnreachable',
  'offline-mode': 'offlineMode.error',
  'key-image': 'error.keyImagesNewer',
  'key-image-export': 'error.keyImageList',
  'key-image-signature': 'error.keyImagesRefused',
  'multisig-info': 'error.multisigInfo',
  'multisig-info-needed': 'error.multisigInfoNeeded',
  'multisig-unsupported': 'error.multisigUnsupported',
  'name-owner': 'error.nameOwner',
  'name-text': 'error.nameText',
  'name-type': 'error.nameType',
  'name-value': 'error.nameValue',
  'output-export': 'error.outputList',
  'stale-nonce': 'error.staleNonce',
  'transfer-set': 'error.transferSet',
  utf8: 'error.utf8',
  'unknown-fork': 'error.unknownFork',
  'wallet-name-taken': 'wallet.nameTaken',
  'watch-only': 'error.watchOnly',
  'language-load': 'settings.languageFailed',
  'link-handler': 'device.linksDenied',
  'notifications-denied': 'device.arrivalsDenied',
  internal: 'error.internal',
}

const STAKE_TEXTS: { readonly [F in StakeFault]: TextKey } = {
  full: 'stakeError.full',
  contributors: 'stakeError.contributors',
  minimum: 'stakeError.minimum',
  unknown: 'stakeError.unknown',
  registered: 'stakeError.registered',
  options: 'stakeError.options',
  key: 'stakes.keyBad',
  unlock: 'stakes.cannotUnlock',
}

/** Returns the key of the text of a request that a node refused: with its own words, if it gave any. */
const refusalKey = ({ httpStatus, reason }: NodeRefusedError['details']): TextKey => {
  if (httpStatus === 401 || httpStatus === 403) return 'nodeError.login'
  return reason === undefined ? 'nodeError.refused' : 'nodeError.refusedBecause'
}

/** Returns the key of the text of a raw transaction that a node refused. */
const rawRefusalKey = ({ reason, doubleSpend }: RawTransactionRefusedError['details']): TextKey => {
  if (doubleSpend) return 'rawTx.doubleSpend'
  return reason === '' ? 'rawTx.refused' : 'rawTx.refusedBecause'
}

/** Returns the key of the text of an error; those that have a fault have a text for each. */
const textKeyOf = (error: FabaError<ErrorDetails>): TextKey | undefined => {
  // The errors of these codes have these details.
  const { fault } = error.details
  if (error.code === 'multisig-set') return `error.multisigSet.${fault as MultisigSetFault}`
  if (error.code === 'unsafe-transfer-set')
    return error.details['coins'] === undefined ? `setError.${fault as UnsafeSetFault}` : 'setError.spentCoins'
  if (error.code === 'output-import') return `outputsError.${fault as OutputImportFault}`
  if (error.code === 'multisig-import') return `signingDataError.${fault as MultisigImportFault}`
  if (error.code === 'proof') return `proofError.${fault as ProofFault}`
  if (error.code === 'name-order') return `orderError.${fault as NameOrderFault}`
  if (error.code === 'raw-transaction') return `rawTx.faults.${fault as RawTransactionFault}`
  if (error.code === 'raw-transaction-refused')
    return rawRefusalKey(error.details as RawTransactionRefusedError['details'])
  if (error.code === 'node-refused') return refusalKey(error.details as NodeRefusedError['details'])
  if (error.code === 'passkey') return `passkey.faults.${fault as PasskeyFault}`
  if (error.code === 'backup') return `backup.faults.${fault as BackupFault}`
  if (error.code === 'polyseed') return `error.polyseed.${fault as PolyseedError['details']['fault']}`
  if (error.code === 'keys-file') return `error.keysFile.${fault as KeysFileFault}`
  if (error.code === 'stake') return STAKE_TEXTS[fault as StakeFault]
  if (error.code === 'seed' && error.details['position'] !== undefined) return 'seedError.words'
  if (error.code === 'draft-words')
    return error.details['position'] === undefined ? 'seedError.gone' : 'seedError.check'
  if (error.code === 'key-exchange') return `multisig.faults.${fault as KeyExchangeFault}`
  if (error.code === 'key-message') return 'multisig.badMessage'
  if (error.code === 'registration-command') return `registrationError.${fault as RegistrationFault}`
  if (error.code === 'camera') return `scan.camera.${fault as CameraFault}`
  if (error.code === 'image') return `fill.faults.${fault as ImageFault}`
  if (error.code === 'rate') return `rates.faults.${fault as RateFault}`
  if (error.code === 'wallet-cache') return `error.walletCache.${fault as WalletCacheFault}`
  return entryOf(TEXTS, error) ?? entryOf(SERVICE_ERRORS, error) ?? entryOf(DATA_ERRORS, error) ?? paymentTextKey(error)
}

/** Returns a text with a capital letter at its beginning and a full stop at its end. */
export const sentence = (text: string): string => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  // An address or a link at the beginning keeps its case.
  const capitalised = /^\S*[:/]/.test(trimmed) ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`
}

/** Returns the details of an error that its text can contain: texts, numbers, sizes, and amounts if their coin is among the details. */
const shownDetails = (details: ErrorDetails): TextValues => {
  const { decimals, ticker } = details
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'string') return [[name, showHidden(value)]]
      if (name === 'limitBytes' && typeof value === 'number') return [['limit', formatBytes(value)]]
      if (typeof value === 'number') return [[name, value]]
      // Only `SpentCoins` has this member.
      if (name === 'coins') return [[name, coinNames(value as SpentCoins['coins'], details as SpentCoins)]]
      const isAmount = typeof value === 'bigint' && typeof decimals === 'number' && typeof ticker === 'string'
      return isAmount ? [[name, formatAmount(value, decimals, ticker)]] : []
    }),
  )
}

/** Returns the text of an error for the user. */
export const describeError = (error: unknown): string => {
  const expected = asFabaError(error)
  if (expected === undefined) return t('error.internal')
  const key = textKeyOf(expected)
  const message = sentence(showHidden(expected.message))
  return key === undefined
    ? inOneLine([message]) || t('error.internal')
    : t(key, { ...shownDetails(expected.details), message })
}

/** Returns the text of an error for the user, and reports an internal error to the console. */
export const errorText = (error: unknown): string => {
  reportInternal(error)
  return describeError(error)
}
