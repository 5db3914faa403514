// Imports of output exports that are damaged, altered by a holder of the view key, or interrupted by a kill: each is imported whole or
// rejected with an error, and a rejected one changes nothing.

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { runToCompletion } from '../../../../src/async/timeSlices.ts'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import type { OutputExport } from '../../../../src/coin/exports/exportedOutput.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import {
  type ExportKeys,
  formatOutputExport,
  parseOutputExport,
} from '../../../../src/coin/sealed-exports/outputExport.ts'
import { sealForView } from '../../../../src/crypto/ciphers/viewCipher.ts'
import { deriveOutputKey, keyDerivation } from '../../../../src/crypto/keys/keys.ts'
import { verifyKeyImage } from '../../../../src/crypto/signatures/ringSignature.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import { importOutputs } from '../../../../src/wallet/exchange/outputExchange.ts'
import { entryOf, textOf, vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { callWallet, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import {
  BEGINNING,
  mortalStore,
  newWallet,
  openedIn,
  PASSWORD,
  testHost,
  viewOf,
} from '../../../support/wallet/engine-host.ts'

const { wallet: V } = vector('monero/scan_chain.json')
const { cases } = vector('monero/cold_signing.json')
const oxen = vector('oxen/cold-signing.json')

type Family = {
  readonly network: Network
  readonly address: string
  readonly viewSecret: string
  readonly spendSecret: string
  readonly exported: string
  readonly count: number
}

const families: readonly Family[] = [
  {
    network: oxenRegtest,
    address: oxen.keys.B.address,
    viewSecret: oxen.keys.B.view_key,
    spendSecret: oxen.keys.B.spend_key,
    exported: textOf(oxen.calls.find(({ label }) => label === 'first export')?.answer.result, 'outputs_data_hex'),
    count: 144,
  },
  {
    network: moneroRegtest,
    address: entryOf(V.addresses, '0,0'),
    viewSecret: V.view_key,
    spendSecret: V.spend_key,
    exported: cases.view_only_export_outputs.outputs_data_hex,
    count: 23,
  },
]

const engines: Engine[] = []

const hostOf = (store?: Store) =>
  testHost(
    createNodeClient({ url: 'http://node', fetch: () => Promise.reject(new TypeError('there is no network here')) }),
    store,
  )

const offline = async ({ network, address, viewSecret, spendSecret }: Family, store?: Store): Promise<Engine> => {
  const engine = createEngine(hostOf(store))
  engines.push(engine)
  await engine.restoreFromKeys(newWallet(network.id), { address, viewSecret, spendSecret }, BEGINNING)
  return engine
}

const reopened = async (store: Store): Promise<Engine> => {
  const engine = createEngine(hostOf(store))
  engines.push(engine)
  const [wallet] = (await viewOf(engine)).wallets
  await engine.openWallet(wallet?.id ?? '', PASSWORD)
  return engine
}

afterAll(async () => {
  for (const engine of engines) await engine.closeWallet().catch(() => undefined)
})

const keysOf = (engine: Engine): ExportKeys => openedIn(engine).keys

const known = (engine: Engine): unknown => structuredClone(openedIn(engine).state.imported)

type SignedImage = { readonly key_image: string; readonly signature: string }

const signedImages = async (engine: Engine): Promise<readonly SignedImage[]> =>
  // The shape is declared.
  (await resultOf(engine, 'export_key_images', {}))['signed_key_images'] as readonly SignedImage[]

it('computes the recorded key images of monero-wallet-rpc, with valid signatures', async () => {
  const family = families[1]
  if (family === undefined) throw new Error('there are two families')
  const engine = await offline(family)
  expect(await resultOf(engine, 'import_outputs', { outputs_data_hex: family.exported })).toEqual(
    cases.full_import_outputs,
  )
  const ours = await signedImages(engine)
  const theirs: readonly SignedImage[] = cases.export_key_images.signed_key_images
  expect(ours.map(({ key_image }) => key_image)).toEqual(theirs.map(({ key_image }) => key_image))
  const { outputs } = await parseOutputExport(moneroRegtest, keysOf(engine), fromHex(family.exported))
  for (const images of [ours, theirs])
    for (const [i, { key_image, signature }] of images.entries())
      expect(verifyKeyImage(fromHex(key_image), outputs[i]?.key ?? new Uint8Array(), fromHex(signature))).toBe(true)
})

describe.each(families)('an output export on $network.name', (family) => {
  const { network, exported, count } = family

  const short = async (engine: Engine): Promise<OutputExport> => {
    const list = await parseOutputExport(network, keysOf(engine), fromHex(exported))
    return { ...list, outputs: list.outputs.slice(0, 2) }
  }

  it('is imported whole or rejected with an error after a change of any byte', async () => {
    const engine = await offline(family)
    const keys = keysOf(engine)
    const plain = concat(
      keys.spendPublic,
      keys.viewPublic,
      runToCompletion(network.outputExportCodec.encodeSteps(await short(engine))),
    )
    const magic = utf8(network.outputExportCodec.magic)
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = plain.with(at, (plain[at] ?? 0) ^ change)
        const bytes = concat(magic, await sealForView(keys, changed, seededRandom(at)))
        const before = known(engine)
        const answer = await callWallet(engine, 'import_outputs', { outputs_data_hex: toHex(bytes) })
        if (!('error' in answer)) return
        expect(answer.error.code).toBe(-1)
        expect(answer.error.message).not.toBe('')
        expect(known(engine)).toEqual(before)
      }),
      { numRuns: 20 },
    )
    // The wallet still works.
    expect(await resultOf(engine, 'import_outputs', { outputs_data_hex: exported })).toEqual({ num_imported: count })
    expect(await signedImages(engine)).toHaveLength(count)
  })

  it('is rejected unless its keys belong to the wallet, regardless of the stated subaddress', async () => {
    const engine = await offline(family)
    const list = await short(engine)
    const [first] = list.outputs
    if (first === undefined) throw new Error('nothing is recorded')
    const refusal = async (change: Partial<typeof first>): Promise<RpcParams | string> => {
      const outputs = [{ ...first, ...change }]
      const bytes = await formatOutputExport(network, keysOf(engine), { ...list, outputs }, seededRandom(8))
      const answer = await callWallet(engine, 'import_outputs', { outputs_data_hex: toHex(bytes) })
      return 'error' in answer ? answer.error.message : answer.result
    }
    const unmatched = /not matched with output_key at index 0$/
    if (first.chain === undefined) {
      expect(await refusal({ key: first.key.with(0, 1) })).toMatch(unmatched)
      expect(await refusal({ txPublicKeys: [first.key] })).toMatch(unmatched)
      expect(await refusal({ txPublicKeys: [new Uint8Array(32).fill(255)] })).toMatch(unmatched)
      expect(await refusal({ indexInTx: 1 + first.indexInTx })).toMatch(unmatched)
      expect(await refusal({ indexInTx: 65536 })).toMatch(/outrageously high/)
      // An additional key matches as well.
      const additionalKeys = Array.from({ length: first.indexInTx + 1 }, () => first.txPublicKeys[0] ?? first.key)
      expect(await refusal({ txPublicKeys: [first.key], additionalKeys })).toEqual({ num_imported: 1 })
    }
    expect(await refusal({ indexInTx: 99999 })).toMatch(/^Failed to import outputs: /)
    // The stated subaddress is ignored: the keys determine it.
    expect(await refusal({ subaddress: { major: 9, minor: 9 } })).toEqual({ num_imported: 1 })
    expect(openedIn(engine).state.imported[0]?.output.subaddress).not.toEqual({ major: 9, minor: 9 })
  })

  it('creates no addresses up to one beyond the lookahead', async () => {
    const engine = await offline(family)
    const { keys, state } = openedIn(engine)
    const list = await short(engine)
    const [first] = list.outputs
    const txPublicKey = first?.txPublicKeys[0]
    if (first === undefined || txPublicKey === undefined) throw new Error('nothing is recorded')
    const subaddress = { major: 2 ** 32 - 1, minor: 2 ** 32 - 1 }
    const { spendKey } = subaddressAt(keys, subaddress.major, subaddress.minor)
    const key = deriveOutputKey(keyDerivation(txPublicKey, keys.viewSecret), first.indexInTx, spendKey)
    const chain = first.chain && {
      ...first.chain,
      prefix: { ...first.chain.prefix, outputs: first.chain.prefix.outputs.map((output) => ({ ...output, key })) },
    }
    const outputs = [{ ...first, key, subaddress, chain }]
    const bytes = await formatOutputExport(network, keys, { ...list, total: 1, outputs }, seededRandom(2))
    expect(await resultOf(engine, 'import_outputs', { outputs_data_hex: toHex(bytes) })).toEqual({ num_imported: 1 })
    expect(state.imported[0]?.output.subaddress).toEqual(subaddress)
    expect(state.labels).toHaveLength(1)
    expect(await signedImages(engine)).toHaveLength(1)
  })

  it('is stored whole or not at all if the process is killed, and survives later restarts', async () => {
    for (const moment of ['before', 'after'] as const) {
      const store = openMemoryStore()
      await (await offline(family, store)).closeWallet()
      const dying = await reopened(mortalStore(store, 1, moment))
      await expect(importOutputs(openedIn(dying), fromHex(exported))).rejects.toThrow('killed')
      const again = await reopened(store)
      expect(openedIn(again).state.imported).toHaveLength(moment === 'before' ? 0 : count)
      expect(await resultOf(again, 'import_outputs', { outputs_data_hex: exported })).toEqual({ num_imported: count })
      const images = (await signedImages(again)).map(({ key_image }) => key_image)
      await again.closeWallet()
      const later = await reopened(store)
      expect((await signedImages(later)).map(({ key_image }) => key_image)).toEqual(images)
    }
  })

  it('may be imported in parts, and the total of the other copy removes surplus outputs', async () => {
    const engine = await offline(family)
    const whole = await parseOutputExport(network, keysOf(engine), fromHex(exported))
    const take = async (offset: number, end: number, total?: number): Promise<unknown> => {
      const piece = { offset, total, outputs: whole.outputs.slice(offset, end) }
      const bytes = await formatOutputExport(network, keysOf(engine), piece, seededRandom(9))
      return (await resultOf(engine, 'import_outputs', { outputs_data_hex: toHex(bytes) }))['num_imported']
    }
    const requested = async (): Promise<unknown> =>
      (await resultOf(engine, 'export_key_images', { requested_only: true }))['offset']
    expect(await take(0, 9)).toBe(9)
    expect(await requested()).toBe(0)
    expect(await take(9, 15)).toBe(15)
    expect(await requested()).toBe(9)
    expect(await take(12, 14)).toBe(14)
    expect(await requested()).toBe(12)
    // Only the monero form contains the total number of outputs.
    expect(await take(0, 3, 13)).toBe(network === moneroRegtest ? 13 : 3)
  })
})
