// Wallets as keys files of wallet2 (`NAME.keys`).

import type { Network } from '../../coin/networks/network.ts'
import { seedLanguages } from '../../coin/seeds/languages.ts'
import { formatKeysFile, type KeysFile, KeysFileError, parseKeysFile } from '../../coin/wallet-files/keysFile.ts'
import type { Random } from '../../crypto/random.ts'
import type { RestoreFrom } from './engineViews.ts'
import { DEFAULT_LANGUAGE, type Keyring } from './keyring.ts'

/** Chains of development begin anew, and wallet2 estimates heights of another chain for their wallets. */
const restoreHeightOf = ({ netType }: Network, { restoreHeight }: KeysFile): number =>
  netType === 'fakechain' || restoreHeight > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(restoreHeight)

const languageOf = ({ language }: KeysFile): string =>
  seedLanguages.find(({ name, ownName }) => language === name || language === ownName)?.name ?? DEFAULT_LANGUAGE

/** A wallet in a keys file, and from where its chain is scanned. */
type KeysFileWallet = { readonly keyring: Keyring; readonly from: RestoreFrom }

/**
 * Reads a keys file.
 * @param password that of the file
 * @throws KeysFileError
 */
export const readKeysFile = async (network: Network, bytes: Uint8Array, password: string): Promise<KeysFileWallet> => {
  const file = await parseKeysFile(network, bytes, password)
  const { spendSecret, viewSecret, spendPublic, viewPublic } = file
  return {
    keyring: { keys: { spendSecret, viewSecret, spendPublic, viewPublic }, language: languageOf(file) },
    from: { from: 'height', height: restoreHeightOf(network, file) },
  }
}

/**
 * Writes the keys file of a wallet.
 * @param now UNIX seconds
 * @throws KeysFileError for a multisig wallet
 */
export const writeKeysFile = (
  network: Network,
  { keys, language }: Keyring,
  { restoreHeight, now }: { readonly restoreHeight: number; readonly now: number },
  password: string,
  random: Random,
): Promise<Uint8Array> => {
  if (keys.multisig !== undefined)
    throw new KeysFileError('unsupported', 'the keys file of a multisig wallet cannot be written; keep its seed')
  const { spendSecret, viewSecret, spendPublic, viewPublic } = keys
  const heights = { createdAt: BigInt(now), restoreHeight: BigInt(restoreHeight) }
  const file = { spendSecret, viewSecret, spendPublic, viewPublic, language, ...heights }
  return formatKeysFile(network, file, password, random)
}
