// What a keys file of wallet2 retains of the file that it replaces.

import { wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Random } from '../../crypto/random.ts'
import type { JsonObject } from '../../jsonrpc/json.ts'
import { type MemberTexts, memberTexts } from '../../jsonrpc/memberTexts.ts'
import { formatAddress } from '../addresses/address.ts'
import type { Network } from '../networks/network.ts'
import { parseKeysFile } from './keysFile.ts'
import { memberOf, openKeysFile, sealKeysFile } from './keysFileCipher.ts'

const isMultisig = (members: MemberTexts): boolean => memberOf(members, 'multisig') === 1

/** Returns the members by which a multisig wallet retains the keys of the wallet that it was made from (wallet2: m_original_keys_available). */
const originalMembers = async (network: Network, before: Uint8Array, password: string): Promise<JsonObject> => {
  const { spendSecret, viewSecret, spendPublic, viewPublic } = await parseKeysFile(network, before, password)
  const address = { kind: 'standard', spendKey: spendPublic, viewKey: viewPublic, paymentId: undefined } as const
  const original_view_secret_key = toHex(viewSecret)
  wipe(viewSecret, spendSecret ?? new Uint8Array())
  const original_address = formatAddress(network, address)
  return { original_keys_available: 1, original_address, original_view_secret_key }
}

/**
 * Returns a keys file with the members of an earlier one that it does not have itself: the settings of wallet2 that are not known here. If
 * a multisig wallet replaces the wallet that it was made from, the file retains the address and the view key of that.
 * @param password of both files
 * @throws KeysFileError
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * import { keysFileKey, openKeysFile, sealKeysFile } from './keysFileCipher.ts'
 * const network = networkById('monero-mainnet')
 * const random = (length) => new Uint8Array(length).fill(3)
 * const key = await keysFileKey('a', 'utf-8')
 * const before = sealKeysFile(new Map([['refresh_type', '2'], ['watch_only', '1']]), key, random)
 * const after = sealKeysFile(new Map([['watch_only', '0']]), key, random)
 * const both = await openKeysFile(await withMembersOf(network, before, after, 'a', random), 'a')
 * both.members // new Map([['refresh_type', '2'], ['watch_only', '0']])
 */
export const withMembersOf = async (
  network: Network,
  before: Uint8Array,
  after: Uint8Array,
  password: string,
  random: Random,
): Promise<Uint8Array> => {
  const earlier = await openKeysFile(before, password)
  wipe(earlier.fileKey)
  const { members, fileKey } = await openKeysFile(after, password)
  try {
    const becomesMultisig = isMultisig(members) && !isMultisig(earlier.members)
    const original = becomesMultisig ? await originalMembers(network, before, password) : {}
    return sealKeysFile(new Map([...earlier.members, ...memberTexts(original), ...members]), fileKey, random)
  } finally {
    wipe(fileKey)
  }
}
