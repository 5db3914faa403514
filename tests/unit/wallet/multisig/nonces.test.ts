// Nonces of multisig signatures: what is stored, what is deleted before a signature, and what a killed process leaves.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { keyImage, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import {
  drawNonce,
  markPeerNonces,
  outputInfo,
  ownNonces,
  StaleNonceError,
  takeNonces,
  unusedPeerNonces,
} from '../../../../src/wallet/multisig/nonces.ts'
import {
  decodeOutputInfo,
  encodeOutputInfo,
  NO_OUTPUT_INFO,
  type OutputInfo,
} from '../../../../src/wallet/state/outputInfo.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { seededRandom } from '../../../support/random.ts'
import { mortalStore } from '../../../support/wallet/engine-host.ts'

const bytes = (fill: number): Uint8Array => new Uint8Array(32).fill(fill)
const [OUTPUT, OTHER] = [publicKeyOf(bytes(1)), publicKeyOf(bytes(2))]
const SIGNER = publicKeyOf(bytes(3))
const random = seededRandom(5)
const nonces = Array.from({ length: 3 }, () => drawNonce(OUTPUT, [bytes(9)], random))
const peer = [1, 2, 3].map((i) => ({ L: bytes(10 + i), R: bytes(20 + i), used: false }))
const INFO: OutputInfo = {
  drawn: 3,
  own: nonces.map(({ secret, L }) => ({ secret: secret.slice(), L })),
  peers: [{ signer: SIGNER, nonces: peer, partialKeyImages: [bytes(30)] }],
}
const copyOf = (info: OutputInfo): OutputInfo => decodeOutputInfo(encodeOutputInfo(info))
const at = (i: number, output = OUTPUT) => ({ output, L: nonces[i]?.L ?? bytes(0) })

/** A store with the nonces of an output. */
const storeWithNonces = async (): Promise<Store> => {
  const store = openMemoryStore()
  const state = await WalletState.create(store, 0)
  await state.update('strict', () => ({ outputInfos: new Map([[toHex(OUTPUT), copyOf(INFO)]]) }))
  await state.close()
  return store
}
const opened = async (store: Store) => ({ state: await WalletState.open(store), random, nonceTokens: undefined })

describe('nonces', () => {
  it('commit to the generator and to the point of the output', () => {
    for (const { secret, L, R } of nonces) expect([L, R]).toEqual([publicKeyOf(secret), keyImage(OUTPUT, secret)])
    expect(new Set(nonces.map(({ L }) => toHex(L))).size).toBe(3)
  })

  it('differ for different inputs if the random source repeats its bytes', () => {
    const stuck = (length: number): Uint8Array => new Uint8Array(length).fill(1)
    const drawn = [bytes(1), bytes(2)].map((input) => toHex(drawNonce(OUTPUT, [input], stuck).L))
    expect(new Set([...drawn, toHex(drawNonce(OTHER, [bytes(1)], stuck).L)]).size).toBe(3)
  })

  it('are stored with the wallet', async () => {
    const wallet = await opened(await storeWithNonces())
    expect(outputInfo(wallet, OUTPUT)).toEqual(INFO)
    expect(outputInfo(wallet, OTHER)).toEqual(NO_OUTPUT_INFO)
    expect(ownNonces(wallet, OUTPUT)).toEqual(INFO.own)
  })

  it('are wiped from memory when the state is closed', async () => {
    const wallet = await opened(await storeWithNonces())
    const [first] = outputInfo(wallet, OUTPUT).own
    await wallet.state.close()
    expect(first?.secret).toEqual(bytes(0))
  })

  it('are returned once, in the requested order, and the others of the output are deleted with them', async () => {
    const store = await storeWithNonces()
    const wallet = await opened(store)
    expect(await takeNonces(wallet, [at(2), at(0)])).toEqual([nonces[2]?.secret, nonces[0]?.secret])
    for (const again of [wallet, await opened(store)]) {
      expect(ownNonces(again, OUTPUT)).toEqual([])
      await expect(takeNonces(again, [at(1)])).rejects.toThrow(StaleNonceError)
    }
  })

  it('are refused if one is unknown, of another output, or named twice; then none is taken', async () => {
    const wallet = await opened(await storeWithNonces())
    const unknown = { output: OUTPUT, L: bytes(77) }
    for (const commitments of [[at(0), unknown], [at(0, OTHER)], [at(1), at(1)]])
      await expect(takeNonces(wallet, commitments)).rejects.toThrow(/stale data/)
    expect(outputInfo(wallet, OUTPUT)).toEqual(INFO)
  })

  it('are taken by one of two simultaneous signatures', async () => {
    const wallet = await opened(await storeWithNonces())
    const results = await Promise.allSettled([takeNonces(wallet, [at(0)]), takeNonces(wallet, [at(0)])])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it.each(['before', 'after'] as const)('are not returned when the process is killed %s the commit', async (moment) => {
    const rest = await storeWithNonces()
    const wallet = await opened(mortalStore(rest, 1, moment))
    await expect(takeNonces(wallet, [at(0)])).rejects.toThrow('killed')
    expect(ownNonces(await opened(rest), OUTPUT)).toHaveLength(moment === 'before' ? 3 : 0)
  })

  it('stay deleted after a rescan', async () => {
    const store = await storeWithNonces()
    const wallet = await opened(store)
    await takeNonces(wallet, [at(0)])
    await wallet.state.update('strict', (draft) => {
      draft.rollback(0, 'imported')
      return { restoreHeight: 0 }
    })
    expect(ownNonces(await opened(store), OUTPUT)).toEqual([])
  })
})

describe('nonces of other participants', () => {
  it('are taken by one proposal only', async () => {
    const store = await storeWithNonces()
    const wallet = await opened(store)
    const used = [{ output: OUTPUT, L: bytes(12) }]
    await markPeerNonces(wallet, [...used, { output: OTHER, L: bytes(12) }])
    for (const again of [wallet, await opened(store)]) {
      expect(unusedPeerNonces(again, OUTPUT, SIGNER).map(({ L }) => L)).toEqual([bytes(11), bytes(13)])
      await expect(markPeerNonces(again, used)).rejects.toThrow(StaleNonceError)
    }
    expect(unusedPeerNonces(wallet, OUTPUT, OTHER)).toEqual([])
  })
})

describe('the record of an output', () => {
  it('is read as it was written, or refused if it is damaged', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const info = fc.record({
      drawn: fc.nat(),
      own: fc.array(fc.record({ secret: key, L: key })),
      peers: fc.array(
        fc.record({
          signer: key,
          nonces: fc.array(fc.record({ L: key, R: key, used: fc.boolean() })),
          partialKeyImages: fc.array(key),
        }),
      ),
    })
    fc.assert(
      fc.property(info, (value) => {
        expect(copyOf(value)).toEqual(value)
      }),
    )
    const record = encodeOutputInfo(INFO)
    for (let length = 0; length < record.length; length++)
      expect(() => decodeOutputInfo(record.subarray(0, length))).toThrow(FormatError)
  })
})
