// Hashes of names, and encryption of what they stand for. As in oxen-wallet-rpc these three take the name as it is written: records have
// names in lower case.

import * as v from 'valibot'
import { toBase64 } from '../../bytes/base64.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { nameHash, parseName } from '../../coin/names/nameText.ts'
import { decryptedNameValue, encryptedNameValue, formatNameValue, parseNameValue } from '../../coin/names/nameValue.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import { DecryptionError } from '../../crypto/ciphers/cipher.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { choiceText, text } from '../../jsonrpc/schemas.ts'
import { BAD_LNS_NAME, nameTypeIn, RECORD_TYPES, WRONG_LNS_TYPE, withNameErrors } from '../calls/nameErrors.ts'
import { method, requireServiceNodeWallet } from '../calls/walletRpcContext.ts'

const VALUE_TOO_LONG = -1004
const VALUE_NOT_HEX = -1005
const VALUE_LENGTH_NOT_EVEN = -1006
const BAD_VALUE = -1009

/** Of a value, in characters; hexadecimal digits of an encrypted one are twice as many, less one. */
const MAX_VALUE = 104

const type = choiceText(RECORD_TYPES, '')

const hashName = method({
  names: ['lns_hash_name'],
  about: 'Returns the hash of a name as it is written; records have the hash of the name in lower case',
  access: 'public',
  effect: 'read',
  flat: true,
  params: { type, name: text },
  result: v.object({ name: v.string() }),
  handler: async (context, { type: word, name }) => {
    const wallet = requireServiceNodeWallet(context)
    const type = await withNameErrors(WRONG_LNS_TYPE, 'Wrong lns type given=', () => nameTypeIn(wallet, word, 'lookup'))
    await withNameErrors(BAD_LNS_NAME, 'Bad lns name given=', () => parseName(type, name))
    return { name: toBase64(nameHash(name)) }
  },
})

const encryptValue = method({
  names: ['lns_encrypt_value'],
  about: 'Encrypts a value with a name as it is written',
  access: 'public',
  effect: 'read',
  cost: 'heavy',
  flat: true,
  params: { type, name: text, value: text },
  result: v.object({ encrypted_value: v.string() }),
  handler: async (context, { type: word, name, value }) => {
    const wallet = requireServiceNodeWallet(context)
    if (value.length > MAX_VALUE) throw new JsonRpcError(VALUE_TOO_LONG, `LNS value '${value}' is too long`)
    const type = await withNameErrors(WRONG_LNS_TYPE, 'Wrong lns type given=', () => nameTypeIn(wallet, word, 'lookup'))
    await withNameErrors(BAD_LNS_NAME, `Invalid LNS name '${name}': `, () => parseName(type, name))
    const bytes = await withNameErrors(BAD_VALUE, `Invalid LNS value '${value}': `, () => parseNameValue(type, value))
    const fork = hardForkAt(wallet.network, wallet.state.height)
    return { encrypted_value: toHex(await encryptedNameValue(type, name, bytes, fork, wallet.random)) }
  },
})

/** @throws JsonRpcError */
const parseEncrypted = (value: string): Uint8Array => {
  const { length } = value
  if (length % 2 !== 0)
    throw new JsonRpcError(VALUE_LENGTH_NOT_EVEN, `Value length not divisible by 2, length=${length}`)
  if (length >= 2 * MAX_VALUE) throw new JsonRpcError(VALUE_TOO_LONG, `Value too long to decrypt=${value}`)
  if (!/^[0-9a-f]*$/i.test(value)) throw new JsonRpcError(VALUE_NOT_HEX, `Value is not hex=${value}`)
  return fromHex(value)
}

const decryptValue = method({
  names: ['lns_decrypt_value'],
  about: 'Decrypts a value with a name as it is written',
  access: 'public',
  effect: 'read',
  cost: 'heavy',
  flat: true,
  params: { type, name: text, encrypted_value: text },
  result: v.object({ value: v.string() }),
  handler: async (context, { type: word, name, encrypted_value: encrypted }) => {
    const wallet = requireServiceNodeWallet(context)
    const bytes = parseEncrypted(encrypted)
    const type = await withNameErrors(WRONG_LNS_TYPE, 'Invalid LNS type: ', () => nameTypeIn(wallet, word, 'lookup'))
    await withNameErrors(BAD_LNS_NAME, `Invalid LNS name '${name}': `, () => parseName(type, name))
    try {
      return { value: formatNameValue(type, await decryptedNameValue(type, name, bytes)) }
    } catch (error) {
      if (error instanceof DecryptionError)
        throw new JsonRpcError(VALUE_NOT_HEX, 'Value decryption failure', error.message)
      throw error
    }
  },
})

/** The methods of this file. */
export const nameValueMethods = [hashName, encryptValue, decryptValue]
