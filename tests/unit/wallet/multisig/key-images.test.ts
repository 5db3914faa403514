// Key images of multisig wallets: the partial and the whole ones of every recorded wallet of oxen-wallet-rpc and monero-wallet-rpc.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { parseMultisigInfo } from '../../../../src/coin/sealed-exports/multisigInfoFile.ts'
import { parseTransferSet } from '../../../../src/coin/sealed-exports/transferSetFile.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { compositeKeyImage, partialKeyImages } from '../../../../src/wallet/multisig/multisigKeyImages.ts'
import { type RecordedMultisigWallet, recordedMultisigWallets } from '../../../support/data/multisig.ts'

const spending = recordedMultisigWallets.filter(({ sets }) => sets.length > 0)

/** Returns the inputs of the recorded transactions: the positions among the wallet's outputs, what is known of one, and the key images. */
const inputsOf = async ({ network, keys, sets }: RecordedMultisigWallet) => {
  const found = []
  for (const bytes of sets) {
    const set = await parseTransferSet(network, network.transferSets.multisig, keys, bytes)
    for (const { transaction, construction } of set.transactions) {
      const images = transaction.inputs.map((input) => (input.kind === 'key' ? toHex(input.keyImage) : ''))
      for (const source of construction.sources) {
        const key = source.members[source.realPosition]?.key ?? new Uint8Array()
        const { indexInTx } = source
        const txKeys = [source.txPublicKey, ...source.additionalKeys.slice(indexInTx, indexInTx + 1)]
        const places = construction.subaddresses.flatMap((minor) =>
          txKeys.map((txPublicKey) => ({
            ...{ key, txPublicKey, indexInTx },
            subaddress: { major: construction.account, minor },
          })),
        )
        // The sources are sorted, unlike these positions among the outputs of the wallet.
        found.push({ positions: construction.selectedTransfers, key, places, images })
      }
    }
  }
  return found
}

/** Returns the recorded infos of each signer, by the hex of his key. */
const infosBySigner = async ({ network, keys, infos }: RecordedMultisigWallet) => {
  const bySigner = new Map<string, Awaited<ReturnType<typeof parseMultisigInfo>>[]>()
  for (const bytes of infos) {
    const info = await parseMultisigInfo(network.multisig.infos, keys, bytes)
    const signer = toHex(info.signer)
    bySigner.set(signer, [...(bySigner.get(signer) ?? []), info])
  }
  return bySigner
}

describe('key images of multisig wallets', () => {
  it.each(spending)('are those of the recorded transactions: $name', { timeout: 60_000 }, async (wallet) => {
    const { seeds, keys } = wallet
    const inputs = await inputsOf(wallet)
    const infos = await infosBySigner(wallet)
    expect(inputs.length).toBeGreaterThan(0)
    for (const { positions, key, places, images } of inputs) {
      const partials = [...infos].map(([signer, exported]) => {
        const seed = seeds.find(({ signerSecret }) => toHex(publicKeyOf(signerSecret)) === signer)
        const own = seed === undefined ? [] : partialKeyImages(seed, key)
        const published = exported.flatMap(({ outputs }) =>
          positions.flatMap((position) => outputs[position]?.partialKeyImages ?? []).map(toHex),
        )
        expect(published).toEqual(expect.arrayContaining(own.map(toHex)))
        return own
      })
      const found = places.map((place) => toHex(compositeKeyImage(keys, place, partials)))
      expect(found.some((image) => images.includes(image))).toBe(true)
      // The partial key images of as many participants as must sign are enough; those of fewer are not.
      const [fewer, enough] = [keys.threshold - 1, keys.threshold].map((count) => partials.slice(-count))
      expect(places.map((place) => toHex(compositeKeyImage(keys, place, enough ?? [])))).toEqual(found)
      expect(places.map((place) => toHex(compositeKeyImage(keys, place, fewer ?? [])))).not.toEqual(found)
    }
  })
})
