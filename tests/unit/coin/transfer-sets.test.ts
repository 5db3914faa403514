// Recorded unsigned, signed and multisig sets of real wallets serialize to the same bytes; invalid ones are rejected.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import {
  formatTransferSet,
  parseTransferSet,
  TransferSetError,
} from '../../../src/coin/sealed-exports/transferSetFile.ts'
import { transactionId } from '../../../src/coin/transactions/transactionHash.ts'
import type { SetCodec, SignedTransferSet, TransferSetCodec } from '../../../src/coin/transfer-sets/transferSet.ts'
import { openForView, type ViewKeys } from '../../../src/crypto/ciphers/viewCipher.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { isJsonObject, type JsonValue } from '../../../src/jsonrpc/json.ts'
import { textOf, vector, vectorBytes } from '../../support/data/vectors.ts'
import { seededRandom } from '../../support/random.ts'

type Kind = Exclude<keyof TransferSetCodec, 'pending'>
type Recorded = {
  readonly network: Network
  readonly kind: Kind
  readonly keys: ViewKeys
  readonly bytes: Uint8Array
}

const KINDS: readonly Kind[] = ['unsigned', 'signed', 'multisig']

const viewKeys = (viewSecret: string): ViewKeys => ({
  viewSecret: fromHex(viewSecret),
  viewPublic: publicKeyOf(fromHex(viewSecret)),
})

/** Returns all strings in a JSON value. */
const stringsIn = (value: JsonValue): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isJsonObject(value) ? Object.values(value).flatMap((member) => stringsIn(member)) : []
}

/** Returns the distinct sets among the strings of a recording. */
const setsIn = (network: Network, viewSecret: string, recording: JsonValue): Recorded[] => {
  const found: Recorded[] = []
  for (const text of new Set(stringsIn(recording)))
    for (const kind of KINDS)
      if (text.startsWith(toHex(utf8(network.transferSets[kind].magic))))
        found.push({ network, kind, keys: viewKeys(viewSecret), bytes: fromHex(text) })
  return found
}

const cold = vector('oxen/cold-signing.json')
const newest = vector('monero/newest-offline.json')
const { wallet: ownerV } = vector('monero/scan_chain.json')
const recorded: Recorded[] = [
  // A submission of garbage repeats a set without its last bytes.
  ...setsIn(
    oxenRegtest,
    cold.keys.B.view_key,
    cold.calls.flatMap(({ answer }) => answer.result ?? []),
  ),
  ...setsIn(moneroRegtest, ownerV.view_key, vector('monero/cold_signing.json')),
  ...setsIn(moneroRegtest, newest.view_key, [newest.unsigned_txset, newest.sign_transfer.signed_txset]),
  ...vector('oxen/multisig.json').schemes.flatMap(({ signers: [signer], calls }) =>
    setsIn(
      oxenRegtest,
      signer?.after?.view_key ?? '',
      calls.flatMap(({ answer }) => answer.result ?? []),
    ),
  ),
  ...vector('monero/multisig.json').cases.flatMap(({ wallets: [wallet], ...calls }) =>
    setsIn(moneroRegtest, wallet?.final_view_key ?? '', Object.values(calls) as JsonValue[]),
  ),
]

const codecOf = ({ network, kind }: Recorded): SetCodec<unknown> => network.transferSets[kind] as SetCodec<unknown> // a union of three

const plainOf = (set: Recorded): Promise<Uint8Array> =>
  openForView(set.keys, set.bytes.subarray(utf8(codecOf(set).magic).length))

const countOf = (network: Network, kind: Kind): number =>
  recorded.filter((set) => set.network === network && set.kind === kind).length

describe('recorded transfer sets', () => {
  it('are complete', () => {
    const counts = [oxenRegtest, moneroRegtest].map((network) => KINDS.map((kind) => countOf(network, kind)))
    expect(counts).toEqual([
      [8, 8, 42],
      [2, 2, 4],
    ])
  })

  it.each(recorded)('serialize to the same bytes: $network.id, $kind, #$#', async (set) => {
    const { network, keys, bytes } = set
    const codec = codecOf(set)
    const value = await parseTransferSet(network, codec, keys, bytes)
    expect(toHex(codec.encode(value))).toBe(toHex(await plainOf(set)))
    const again = await formatTransferSet(codec, keys, value, seededRandom(7))
    expect(await parseTransferSet(network, codec, keys, again)).toEqual(value)
  })

  it('contain the transactions that the wallets reported', async () => {
    for (const { request, answer } of cold.calls) {
      if (request.method !== 'sign_transfer' || answer.result === undefined) continue
      const { signed } = oxenRegtest.transferSets
      const bytes = fromHex(textOf(answer.result, 'signed_txset'))
      const set: SignedTransferSet = await parseTransferSet(oxenRegtest, signed, viewKeys(cold.keys.B.view_key), bytes)
      expect(set.transactions.map(({ transaction }) => toHex(transactionId(transaction)))).toEqual(
        answer.result['tx_hash_list'],
      )
    }
    expect.hasAssertions()
  })
})

/** Returns the metadata in a recording, with the ids of its transactions. */
const metadataIn = (value: JsonValue): { readonly txid: JsonValue | undefined; readonly metadata: string }[] => {
  if (Array.isArray(value)) return value.flatMap(metadataIn)
  if (!isJsonObject(value)) return []
  const {
    tx_metadata: one = '',
    tx_metadata_list: list = [one],
    tx_hash,
    tx_hash_list: txids = [tx_hash ?? ''],
  } = value
  if (!Array.isArray(list) || !Array.isArray(txids)) throw new TypeError('a recorded list is not a list')
  const own = list.flatMap((metadata, i) =>
    typeof metadata === 'string' && metadata !== '' ? { txid: txids[i], metadata } : [],
  )
  return [...own, ...Object.values(value).flatMap((member) => metadataIn(member ?? ''))]
}

const recordedMetadata = [
  ...['oxen/chain-small/actions.json', 'oxen/staking.json', 'oxen/cold-signing.json', 'oxen/rpc-shapes.json'],
].flatMap((file) => metadataIn(JSON.parse(new TextDecoder().decode(vectorBytes(file)))))

/** Metadata that monero-wallet-rpc made and relayed. */
const moneroMetadata = (): string => {
  const cases: readonly JsonValue[] = JSON.parse(new TextDecoder().decode(vectorBytes('monero/rpc_errors.json'))).cases
  const text = stringsIn([...cases]).find((candidate) => /^0102/.test(candidate) && candidate.length > 2000)
  if (text === undefined) throw new Error('nothing is recorded')
  return text
}

describe('recorded metadata', () => {
  it('of monero-wallet-rpc serializes to the same bytes', () => {
    const { pending } = moneroRegtest.transferSets
    const value = pending.decode(moneroRegtest, fromHex(moneroMetadata()))
    expect(toHex(pending.encode(value))).toBe(moneroMetadata())
    expect(value.transaction.rct?.fee).toBe(value.fee)
  })

  it('serializes to the same bytes, and contains the transactions that the wallets reported', () => {
    const { pending } = oxenRegtest.transferSets
    expect(recordedMetadata).toHaveLength(81)
    for (const { txid, metadata } of recordedMetadata) {
      const value = pending.decode(oxenRegtest, fromHex(metadata))
      expect(toHex(pending.encode(value)) === metadata).toBe(true)
      expect(toHex(transactionId(value.transaction))).toBe(txid)
    }
  })
})

const metadataOf = (network: Network): Uint8Array =>
  fromHex(network === oxenRegtest ? (recordedMetadata[0]?.metadata ?? '') : moneroMetadata())

describe.each([oxenRegtest, moneroRegtest])('invalid metadata: $id', (network) => {
  const { pending } = network.transferSets
  const isReadable = (bytes: Uint8Array): boolean => {
    try {
      pending.decode(network, bytes)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      return false
    }
  }

  it('is rejected when truncated or followed by more bytes', () => {
    const plain = metadataOf(network)
    expect(isReadable(plain)).toBe(true)
    for (let end = 0; end < plain.length; end += 1 + (end % 7)) expect(isReadable(plain.subarray(0, end))).toBe(false)
    expect(isReadable(concat(plain, Uint8Array.of(0)))).toBe(false)
  })

  it('is parsed or rejected with FormatError after changes of bytes', () => {
    const plain = metadataOf(network)
    const place = fc.nat(plain.length - 1)
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 255 }), place, (at, byte, to) => {
        isReadable(plain.with(at, byte))
        isReadable(concat(plain.subarray(0, at), Uint8Array.of(byte), plain.subarray(to)))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Returns the smallest recorded set of a kind, without its encryption. */
const smallest = async (
  network: Network,
  kind: Kind,
): Promise<{ readonly set: Recorded; readonly plain: Uint8Array }> => {
  const [set] = recorded
    .filter((candidate) => candidate.network === network && candidate.kind === kind)
    .sort((a, b) => a.bytes.length - b.bytes.length)
  if (set === undefined) throw new Error('nothing is recorded')
  return { set, plain: await plainOf(set) }
}

/** Returns whether bytes are a set; any error but FormatError is thrown. */
const isReadable = ({ network, ...set }: Recorded, bytes: Uint8Array): boolean => {
  try {
    codecOf({ network, ...set }).decode(network, bytes)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError)
    return false
  }
}

const allKinds = [oxenRegtest, moneroRegtest].flatMap((network) => KINDS.map((kind) => ({ network, kind })))

describe.each(allKinds)('an invalid set: $network.id, $kind', ({ network, kind }) => {
  it('is rejected when truncated or followed by more bytes', async () => {
    const { set, plain } = await smallest(network, kind)
    for (let end = 0; end < plain.length; end += 1 + (end % 7))
      expect(isReadable(set, plain.subarray(0, end))).toBe(false)
    expect(isReadable(set, concat(plain, Uint8Array.of(0)))).toBe(false)
  })

  it('is parsed or rejected with FormatError after changes of bytes', async () => {
    const { set, plain } = await smallest(network, kind)
    fc.assert(
      fc.property(
        fc.nat(plain.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.nat(plain.length - 1),
        (at, byte, to) => {
          isReadable(set, plain.with(at, byte))
          isReadable(set, concat(plain.subarray(0, at), Uint8Array.of(byte), plain.subarray(to)))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('is rejected with a changed envelope, or by another account', async () => {
    const { set } = await smallest(network, kind)
    const { keys, bytes } = set
    const refusal = (changed: Uint8Array, by: ViewKeys = keys): Promise<unknown> =>
      parseTransferSet(network, codecOf(set), by, changed).catch((error: unknown) => error)
    const magic = utf8(codecOf(set).magic).length
    for (const at of [0, magic - 1, magic, magic + 9, bytes.length >> 1, bytes.length - 1])
      expect(await refusal(bytes.with(at, (bytes[at] ?? 0) ^ 1))).toBeInstanceOf(TransferSetError)
    expect(await refusal(bytes.subarray(0, magic + 40))).toBeInstanceOf(TransferSetError)
    expect(await refusal(bytes, viewKeys('02'.padEnd(64, '0')))).toBeInstanceOf(TransferSetError)
    expect(await refusal(bytes)).not.toBeInstanceOf(Error)
  })
})
