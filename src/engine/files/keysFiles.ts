// Wallets as files of wallet2: the keys file (`NAME.keys`) and the cache (`NAME`).

import { formatAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { seedLanguages } from '../../coin/seeds/languages.ts'
import { formatKeysFile, type KeysFile, parseKeysFile } from '../../coin/wallet-files/keysFile.ts'
import { KeysFileError } from '../../coin/wallet-files/keysFileError.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { OwnSecrets } from '../../wallet/multisig-keys/multisigAccount.ts'
import { DEFAULT_LANGUAGE, type Keyring, participantKeyring, wipeKeyring } from '../../wallet/open/keyring.ts'
import type { RestoreFrom } from '../../wallet/sync/syncViews.ts'
import type { WalletFilesContent } from '../api/engineViews.ts'
import type { StateImport } from '../vault/walletVault.ts'
import { walletCacheImport } from './walletCacheImport.ts'

/** Chains of development begin anew, and wallet2 estimates heights of another chain for their wallets. */
const restoreHeightOf = ({ netType }: Network, { restoreHeight }: KeysFile): number =>
  netType === 'fakechain' || restoreHeight > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(restoreHeight)

const languageOf = ({ language }: KeysFile): string =>
  seedLanguages.find(({ name, ownName }) => language === name || language === ownName)?.name ?? DEFAULT_LANGUAGE

const keyringOf = (file: KeysFile): Keyring => {
  const { spendSecret, viewSecret, spendPublic, viewPublic, multisig } = file
  const settings = { language: languageOf(file), lookAhead: file.lookAhead, priorities: file.priorities }
  if (multisig === undefined) return { keys: { spendSecret, viewSecret, spendPublic, viewPublic }, ...settings }
  const total = multisig.signers.length
  return { ...participantKeyring({ ...multisig, total, viewSecret, spendPublic, viewPublic }), ...settings }
}

/** A wallet in files of wallet2: its keys, from where its chain is scanned, and what its cache contains. */
type ReadWallet = {
  readonly keyring: Keyring
  readonly from: RestoreFrom
  readonly importInto: StateImport | undefined
}

/**
 * Reads the files of a wallet.
 * @param password that of the files
 * @throws KeysFileError, WalletCacheError
 */
export const readWalletFiles = async (
  network: Network,
  { keys: bytes, cache }: WalletFilesContent,
  password: string,
): Promise<ReadWallet> => {
  const file = await parseKeysFile(network, bytes, password)
  const keyring = keyringOf(file)
  try {
    const importInto = cache === undefined ? undefined : await walletCacheImport(network, keyring.keys, cache, password)
    return { keyring, from: { from: 'height', height: restoreHeightOf(network, file) }, importInto }
  } catch (error) {
    wipeKeyring(keyring)
    throw error
  }
}

/** Returns what a multisig wallet retains of the wallet that it was made from. */
const originalOf = (network: Network, { spendSecret, viewSecret }: OwnSecrets) => {
  const keys = { spendKey: publicKeyOf(spendSecret), viewKey: publicKeyOf(viewSecret) }
  return { address: formatAddress(network, { kind: 'standard', ...keys, paymentId: undefined }), viewSecret }
}

/**
 * Writes the keys file of a wallet.
 * @param now UNIX seconds
 * @param fileKey of its password
 * @throws KeysFileError for a multisig wallet whose key exchange is not completed
 */
export const writeKeysFile = (
  network: Network,
  { keys, language, lookAhead, priorities, original }: Keyring,
  { restoreHeight, now }: { readonly restoreHeight: number; readonly now: number },
  fileKey: Uint8Array,
  random: Random,
): Promise<Uint8Array> => {
  const { spendSecret, viewSecret, spendPublic, viewPublic, multisig } = keys
  if (multisig?.isReady === false)
    throw new KeysFileError('unsupported', 'this multisig wallet has no keys file before its key exchange is completed')
  const heights = { createdAt: BigInt(now), restoreHeight: BigInt(restoreHeight) }
  const file = { spendSecret, viewSecret, spendPublic, viewPublic, language, lookAhead, priorities, ...heights }
  const shared = multisig && { multisig, original: original && originalOf(network, original) }
  return formatKeysFile(network, { ...file, ...shared }, fileKey, random)
}
