// Files of key images: one that monero-wallet-cli wrote opens; ours come back as they were; any other bytes are refused.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import {
  formatKeyImageExport,
  KeyImageExportError,
  parseKeyImageExport,
} from '../../../../src/coin/sealed-exports/keyImageExport.ts'
import { sealForView } from '../../../../src/crypto/ciphers/viewCipher.ts'
import { generateKeys, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'

/** Written by monero-wallet-cli 0.18.0.0 (export_key_images all) for the wallet of scan_chain.json before its first block. */
const EMPTY_FILE =
  '4d6f6e65726f206b657920696d616765206578706f7274033124d72d59d235b6a74d255e9025f9f70a8794ade3057a35d8ef376b9ffba4e4cee03797233dc878c8ed7584e8cd63d80e8452e940c333f08a312fc6f0ed53b8fad26f84b5cc9bb9c5320e33c69e5eed724b2731b4016453d426383a4465678b3a42cb3fdb97a6b730ce2505176fddecccd3aadc3a95f497355c816dcdd9fe48e29857796a01d87a589c170c'

const { wallet } = vector('monero/scan_chain.json')
const moneroKeys = {
  spendPublic: publicKeyOf(fromHex(wallet.spend_key)),
  viewPublic: publicKeyOf(fromHex(wallet.view_key)),
  viewSecret: fromHex(wallet.view_key),
}
const keys = generateKeys(new Uint8Array(32).fill(7))
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const list = fc.record({
  offset: fc.nat(0xff_ff_ff_ff),
  images: fc.array(fc.record({ keyImage: bytesOf(32), signature: bytesOf(64) }), { maxLength: 4 }),
})

it('opens the file of monero-wallet-cli', async () => {
  expect(await parseKeyImageExport(moneroMainnet, moneroKeys, fromHex(EMPTY_FILE))).toEqual({ offset: 0, images: [] })
})

it('returns what was exported', async () => {
  await fc.assert(
    fc.asyncProperty(list, async (images) => {
      const bytes = await formatKeyImageExport(oxenRegtest, keys, images, seededRandom(1))
      expect(await parseKeyImageExport(oxenRegtest, keys, bytes)).toEqual(images)
    }),
    { numRuns: 8 },
  )
})

it('refuses every altered and truncated file, and files of other wallets and networks', async () => {
  const images = { offset: 1, images: [{ keyImage: new Uint8Array(32), signature: new Uint8Array(64) }] }
  const bytes = await formatKeyImageExport(oxenRegtest, keys, images, seededRandom(2))
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const altered = bytes.slice()
      altered[at] = (altered[at] ?? 0) ^ change
      await expect(parseKeyImageExport(oxenRegtest, keys, altered)).rejects.toThrow(KeyImageExportError)
      await expect(parseKeyImageExport(oxenRegtest, keys, bytes.subarray(0, at))).rejects.toThrow(KeyImageExportError)
    }),
    { numRuns: 200 },
  )
  const other = generateKeys(new Uint8Array(32).fill(8))
  await expect(parseKeyImageExport(oxenRegtest, other, bytes)).rejects.toThrow(KeyImageExportError)
  await expect(parseKeyImageExport(moneroMainnet, keys, bytes)).rejects.toThrow(KeyImageExportError)
})

it('refuses a list of another account and of a wrong size that the view key has signed', async () => {
  const sealed = async (plain: Uint8Array) =>
    concat(utf8(oxenRegtest.keyImageExportMagic), await sealForView(keys, plain, seededRandom(3)))
  const { spendPublic, viewPublic } = keys
  const head = concat(new Uint8Array(4), spendPublic, viewPublic)
  const strange = concat(new Uint8Array(4), viewPublic, viewPublic)
  for (const plain of [new Uint8Array(), head.subarray(1), strange, concat(head, new Uint8Array(95))])
    await expect(parseKeyImageExport(oxenRegtest, keys, await sealed(plain))).rejects.toThrow(KeyImageExportError)
})
