// Recorded output exports of real wallets serialize to the same bytes; invalid ones are rejected.

import { describe, expect, it } from 'vitest'
import { runToCompletion } from '../../../../src/async/timeSlices.ts'
import { concat, equalBytes, utf8 } from '../../../../src/bytes/bytes.ts'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { parseAddress } from '../../../../src/coin/addresses/address.ts'
import type { OutputExport } from '../../../../src/coin/exports/exportedOutput.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import {
  type ExportKeys,
  formatOutputExport,
  OutputExportError,
  parseOutputExport,
} from '../../../../src/coin/sealed-exports/outputExport.ts'
import { openForView, sealForView } from '../../../../src/crypto/ciphers/viewCipher.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { textOf, vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'

const encode = ({ outputExportCodec }: Network, list: OutputExport): Uint8Array =>
  runToCompletion(outputExportCodec.encodeSteps(list))

type Recorded = {
  readonly label: string
  readonly network: Network
  readonly keys: ExportKeys
  readonly bytes: Uint8Array
  readonly offset: number
  readonly count: number
}

const keysOf = (spendSecret: string, viewSecret: string): ExportKeys => ({
  spendPublic: publicKeyOf(fromHex(spendSecret)),
  viewPublic: publicKeyOf(fromHex(viewSecret)),
  viewSecret: fromHex(viewSecret),
})

const exportsAmong = <Call extends { readonly request: { readonly method: string } }>(calls: readonly Call[]): Call[] =>
  calls.filter(({ request }) => request.method === 'export_outputs')

const recorded: Recorded[] = []

const { wallets } = vector('oxen/chain-small/wallets.json')
for (const [name, count] of [
  ['A', 189],
  ['B', 140],
  ['C', 104],
] as const)
  for (const life of ['live', 'restored'] as const)
    for (const { answer } of exportsAmong(wallets[name][life]))
      recorded.push({
        label: `${name}, ${life}`,
        network: oxenRegtest,
        keys: keysOf(wallets[name].keys.spend_key, wallets[name].keys.view_key),
        bytes: fromHex(textOf(answer.result, 'outputs_data_hex')),
        ...{ offset: 0, count },
      })

const cold = vector('oxen/cold-signing.json')
const coldCounts = [
  [0, 144],
  [144, 1],
  [0, 149],
  [0, 150],
  [0, 150],
] as const
for (const [i, { label, answer }] of exportsAmong(cold.calls).entries()) {
  const [offset, count] = coldCounts[i] ?? [0, 0]
  const keys = keysOf(cold.keys.B.spend_key, cold.keys.B.view_key)
  recorded.push({
    ...{ label, network: oxenRegtest, keys, offset, count },
    bytes: fromHex(textOf(answer.result, 'outputs_data_hex')),
  })
}

const { wallet } = vector('monero/scan_chain.json')
recorded.push({
  label: 'monero',
  network: moneroRegtest,
  keys: keysOf(wallet.spend_key, wallet.view_key),
  bytes: fromHex(vector('monero/cold_signing.json').cases.view_only_export_outputs.outputs_data_hex),
  ...{ offset: 0, count: 23 },
})

const newest = vector('monero/newest-offline.json')
const { spendKey, viewKey } = parseAddress(moneroRegtest, newest.address)
const newestKeys = { spendPublic: spendKey, viewPublic: viewKey, viewSecret: fromHex(newest.view_key) }
const newestRanges = [
  [6, 3],
  [0, 9],
  [2, 2],
  [5, 4],
] as const
for (const [i, { params, response }] of newest.export_outputs.entries()) {
  const [offset, count] = newestRanges[i] ?? [0, 0]
  if (response.result !== undefined)
    recorded.unshift({
      ...{ label: `newest monero, ${JSON.stringify(params)}`, network: moneroRegtest, keys: newestKeys, offset, count },
      bytes: fromHex(textOf(response.result, 'outputs_data_hex')),
    })
}

const plainOf = async ({ network, keys, bytes }: Recorded): Promise<Uint8Array> =>
  await openForView(keys, bytes.subarray(utf8(network.outputExportCodec.magic).length))

describe('recorded output exports', () => {
  it('are complete', () => {
    expect(recorded).toHaveLength(16)
  })

  it.each(recorded)('serialize to the same bytes: $label', async (list) => {
    const { network, keys, bytes, offset, count } = list
    const read = await parseOutputExport(network, keys, bytes)
    expect([read.offset, read.outputs.length]).toEqual([offset, count])
    const written = encode(network, read)
    expect(toHex(written)).toBe(toHex((await plainOf(list)).subarray(64)))
    const again = await formatOutputExport(network, keys, read, seededRandom(7))
    expect(await parseOutputExport(network, keys, again)).toEqual(read)
  })

  it('contain the outputs of the wallet', async () => {
    const list = recorded.at(-1)
    if (list === undefined) throw new Error('nothing is recorded')
    const { outputs } = await parseOutputExport(list.network, list.keys, list.bytes)
    let sum = 0n
    for (const output of outputs) {
      expect(output).toMatchObject({ confidential: true, frozen: false, partial: false, subaddress: undefined })
      sum += output.amount
    }
    const { spent, unspent } = vector('monero/cold_signing.json').cases.import_key_images
    expect(sum).toBe(BigInt(spent) + BigInt(unspent))
  })
})

const one = async (
  network: Network,
): Promise<Recorded & { readonly read: OutputExport; readonly plain: Uint8Array }> => {
  const list = recorded.findLast((candidate) => candidate.network === network && candidate.count > 0)
  if (list === undefined) throw new Error('nothing is recorded')
  const short = { ...(await parseOutputExport(network, list.keys, list.bytes)) }
  const read = { ...short, outputs: short.outputs.slice(0, 3) }
  return { ...list, read, plain: encode(network, read) }
}

const readable = (network: Network, bytes: Uint8Array): OutputExport | undefined => {
  try {
    return network.outputExportCodec.decode(network, bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError)
    return undefined
  }
}

describe.each([oxenRegtest, moneroRegtest])('an invalid output export on $name', (network) => {
  it('is rejected at any truncation', async () => {
    const { plain } = await one(network)
    for (let end = 0; end < plain.length; end++) expect(readable(network, plain.subarray(0, end))).toBeUndefined()
    expect(readable(network, concat(plain, Uint8Array.of(0)))).toBeUndefined()
  })

  it('is parsed or rejected with FormatError after a change of any byte', async () => {
    const { plain } = await one(network)
    for (let i = 0; i < plain.length; i++)
      for (const value of [0, 1, 0x7f, 0x80, 0xff, (plain[i] ?? 0) ^ 0x20]) readable(network, plain.with(i, value))
  })

  it('is rejected with a changed envelope, or of another wallet', async () => {
    const { keys, read } = await one(network)
    const bytes = await formatOutputExport(network, keys, read, seededRandom(3))
    const failure = async (changed: Uint8Array, by: ExportKeys = keys): Promise<string> =>
      await parseOutputExport(network, by, changed).then(
        () => 'read',
        (error: unknown) => (error instanceof OutputExportError ? error.message : String(error)),
      )
    const flip = (i: number): Uint8Array => bytes.with(i, (bytes[i] ?? 0) ^ 1)
    const magic = utf8(network.outputExportCodec.magic).length
    expect(await failure(bytes)).toBe('read')
    expect(await failure(new Uint8Array())).toBe('Bad magic from outputs')
    expect(await failure(bytes.subarray(0, magic - 1))).toBe('Bad magic from outputs')
    for (let i = 0; i < magic; i++) expect(await failure(flip(i))).toBe('Bad magic from outputs')
    for (const at of [magic, magic + 9, bytes.length >> 1, bytes.length - 1])
      expect(await failure(flip(at))).toBe('Failed to decrypt outputs: Failed to authenticate ciphertext')
    expect(await failure(bytes.subarray(0, magic + 71))).toBe('Failed to decrypt outputs: Unexpected ciphertext size')
    const otherKeys = keysOf('01'.padEnd(64, '0'), '02'.padEnd(64, '0'))
    expect(await failure(bytes, otherKeys)).toBe('Failed to decrypt outputs: Failed to authenticate ciphertext')
    // Another account with the same view secret key decrypts it and rejects it.
    const sameViewKeys = { ...keys, spendPublic: otherKeys.spendPublic }
    expect(await failure(bytes, sameViewKeys)).toBe('Outputs from are for a different account')
    const wrapped = async (plain: Uint8Array): Promise<Uint8Array> =>
      concat(utf8(network.outputExportCodec.magic), await sealForView(keys, plain, seededRandom(4)))
    expect(await failure(await wrapped(new Uint8Array(63)))).toBe('Bad data size for outputs')
    const header = concat(keys.spendPublic, keys.viewPublic)
    expect(await failure(await wrapped(header))).toMatch(/^Failed to import outputs: /)
  })

  it('is rejected with a count beyond its bytes', async () => {
    const { read } = await one(network)
    const empty = encode(network, { ...read, outputs: [] })
    const count = empty.length - (network === oxenRegtest ? 3 : 1)
    for (const giant of [
      [0xff, 0xff, 0xff, 0xff, 0x0f],
      [0x04, 0xff, 0xff, 0xff, 0x7f],
    ])
      expect(readable(network, concat(empty.subarray(0, count), Uint8Array.from(giant)))).toBeUndefined()
  })
})

describe('the newer format of the monero family', () => {
  it('contains the number of all outputs, and their subaddresses', async () => {
    const { read } = await one(moneroRegtest)
    const newer: OutputExport = {
      offset: 2,
      total: 9,
      outputs: read.outputs.map((output, i) => ({ ...output, subaddress: { major: i, minor: 300 + i } })),
    }
    const { decode } = moneroRegtest.outputExportCodec
    const bytes = encode(moneroRegtest, newer)
    expect(bytes.subarray(0, 4)).toEqual(Uint8Array.of(3, 2, 9, 3))
    expect(decode(moneroRegtest, bytes)).toEqual(newer)
    expect(() => decode(moneroRegtest, encode(moneroRegtest, { ...newer, total: 4 }))).toThrow(
      'Offset is larger than total outputs',
    )
    expect(equalBytes(encode(moneroRegtest, read), bytes)).toBe(false)
  })
})
