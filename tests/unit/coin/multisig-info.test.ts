// Infos of multisig participants: every recorded one is decrypted and serializes to the same bytes; altered and foreign ones are rejected.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runToCompletion } from '../../../src/async/timeSlices.ts'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import type { MultisigInfo, MultisigInfoCodec } from '../../../src/coin/multisig/multisigInfo.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../src/coin/networks/oxen.ts'
import {
  formatMultisigInfo,
  MultisigInfoError,
  parseMultisigInfo,
} from '../../../src/coin/sealed-exports/multisigInfoFile.ts'
import { openForView, sealForView } from '../../../src/crypto/ciphers/viewCipher.ts'
import { generateKeys, publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { recordedMultisigWallets } from '../../support/data/multisig.ts'
import { seededRandom } from '../../support/random.ts'
import { runs } from '../../support/runs.ts'

const recorded = recordedMultisigWallets.flatMap((wallet) =>
  wallet.infos.map((bytes, at) => ({ ...wallet, title: `${wallet.name}, info ${at}`, bytes })),
)
const NETWORKS = [oxenMainnet, moneroMainnet]
const random = seededRandom(3)
const keys = generateKeys(new Uint8Array(32).fill(4))
const point = (n: number): Uint8Array => publicKeyOf(Uint8Array.of(n, ...new Uint8Array(31)))
const IDENTITY = Uint8Array.of(1, ...new Uint8Array(31))
/** a point of order two */
const TORSION = Uint8Array.of(0xec, ...new Uint8Array(30).fill(0xff), 0x7f)

const output = (n: number, signer = point(2)) => ({
  signer,
  nonces: [
    { L: point(n), R: point(n + 1) },
    { L: point(n + 2), R: point(n + 3) },
  ],
  partialKeyImages: [point(n + 4), point(n + 5)],
})
const INFO: MultisigInfo = { signer: point(2), outputs: [output(10), output(20)] }

const encode = (codec: MultisigInfoCodec, outputs: MultisigInfo['outputs']): Uint8Array =>
  runToCompletion(codec.encodeSteps(outputs))

describe('recorded infos', () => {
  it('are of both families', () => {
    const counts = NETWORKS.map(({ id }) => recorded.filter(({ network }) => network.id === id).length)
    expect(counts).toEqual([60, 5])
  })

  it.each(recorded)('serialize to the same bytes: $title', async ({ network, keys: account, seeds, bytes }) => {
    const codec = network.multisig.infos
    const info = await parseMultisigInfo(codec, account, bytes)
    const sealed = bytes.subarray(utf8(codec.magic).length)
    const plain = await openForView(account, sealed)
    expect(toHex(plain)).toBe(
      toHex(concat(account.spendPublic, account.viewPublic, info.signer, encode(codec, info.outputs))),
    )
    expect(seeds.map(({ signerSecret }) => publicKeyOf(signerSecret))).toContainEqual(info.signer)
    // The cipher's nonce comes first; the signature at the end is random.
    const draw = (length: number): Uint8Array => (length === 8 ? sealed.slice(0, 8) : random(length))
    const again = await formatMultisigInfo(codec, account, info, draw)
    expect(toHex(again.subarray(0, -64))).toBe(toHex(bytes.subarray(0, -64)))
  })

  it('are rejected when a byte is changed or missing', async () => {
    for (const network of NETWORKS) {
      const sample = recorded.find((one) => one.network === network)
      if (sample === undefined) throw new TypeError('no sample')
      const { bytes } = sample
      const codec = network.multisig.infos
      for (let i = 0; i < bytes.length; i += 1 + (bytes.length >> 5)) {
        const changed = bytes.slice()
        changed[i] = (changed[i] ?? 0) ^ 1
        for (const wrong of [changed, bytes.subarray(0, i)])
          await expect(parseMultisigInfo(codec, sample.keys, wrong)).rejects.toThrow(MultisigInfoError)
      }
    }
  })
})

describe('an info', () => {
  it.each(NETWORKS)('is refused with the words of wallet2: $id', async ({ multisig: { infos: codec } }) => {
    const refusal = async (bytes: Uint8Array): Promise<string> =>
      parseMultisigInfo(codec, keys, bytes).then(
        () => 'accepted',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    const sealed = async (plain: Uint8Array) => concat(utf8(codec.magic), await sealForView(keys, plain, random))
    const account = [keys.spendPublic, keys.viewPublic]
    const info = await formatMultisigInfo(codec, keys, INFO, random)
    const of = (changed: MultisigInfo) => formatMultisigInfo(codec, keys, changed, random)
    const [first] = INFO.outputs
    if (first === undefined) throw new TypeError('no output')
    const cases: [string, Uint8Array][] = [
      ['accepted', info],
      ['Bad multisig info file magic in ', Uint8Array.of(0, 255)],
      ['Unexpected ciphertext size', utf8(codec.magic)],
      ['Failed to authenticate ciphertext', info.with(40, (info[40] ?? 0) ^ 1)],
      ['Bad data size', await sealed(concat(...account, new Uint8Array(31)))],
      ['Multisig info is for a different account', await sealed(concat(point(5), keys.viewPublic, point(2)))],
      ['Failed to load output data', await sealed(concat(...account, point(2), Uint8Array.of(9)))],
      ['Mismatched signers in imported multisig info', await of({ ...INFO, outputs: [first, output(20, point(3))] })],
    ]
    for (const wrong of [IDENTITY, TORSION, new Uint8Array(32).fill(0xff)]) {
      cases.push([
        'Multisig value is not in the main subgroup',
        await of({ ...INFO, outputs: [{ ...first, nonces: [{ L: point(1), R: wrong }] }] }),
      ])
      cases.push([
        'Multisig partial key image is not in the main subgroup',
        await of({ ...INFO, outputs: [{ ...first, partialKeyImages: [wrong] }] }),
      ])
    }
    for (const [expected, bytes] of cases)
      expect(await refusal(bytes)).toBe(expected === 'accepted' ? expected : `MultisigInfoError: ${expected}`)
  })

  it.each(NETWORKS)('is encoded and decoded without a difference: $id', ({ multisig: { infos: codec } }) => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const outputs = fc.array(
      fc.record({
        signer: key,
        nonces: fc.array(fc.record({ L: key, R: key }), { maxLength: 4 }),
        partialKeyImages: fc.array(key, { maxLength: 4 }),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(outputs, (value) => {
        expect(codec.decode(encode(codec, value))).toEqual(value)
      }),
      { numRuns: runs(500) },
    )
  })

  it.each(NETWORKS)('decodes to a value or a FormatError whatever its bytes are: $id', ({ multisig: { infos } }) => {
    const sample = encode(infos, INFO.outputs)
    const change = fc.tuple(fc.nat(sample.length - 1), fc.nat(255), fc.nat(sample.length), fc.boolean())
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.uint8Array({ maxLength: 60 }),
        (changes, tail) => {
          const bytes = sample.slice()
          for (const [at, value] of changes) bytes[at] = value
          const [, , length, cut] = changes[0] ?? [0, 0, 0, false]
          const hostile = cut ? concat(bytes.subarray(0, length), tail) : bytes
          try {
            const decoded = infos.decode(hostile)
            expect(infos.decode(encode(infos, decoded))).toEqual(decoded)
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError)
          }
        },
      ),
      { numRuns: runs(3000) },
    )
  })

  it('of too many outputs is refused without reserving memory for them', () => {
    for (const { multisig } of NETWORKS) {
      const empty = encode(multisig.infos, [])
      for (const count of [Uint8Array.of(255, 255, 255, 255, 15), Uint8Array.of(4, 255, 255, 255, 255)])
        expect(() => multisig.infos.decode(concat(empty.subarray(0, -1), count))).toThrow(FormatError)
    }
  })
})
