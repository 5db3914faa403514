// Metadata of prepared transactions (`tx_metadata`): what oxen-wallet-rpc recorded is read by the wallets that it belongs to, and altered
// metadata is refused or says the same.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { utf8 } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest, oxenTestnet } from '../../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import type { PendingTransaction } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { seal } from '../../../../src/crypto/ciphers/cipher.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { UnsafeTransferSetError } from '../../../../src/wallet/offline/checkedTransfer.ts'
import { MetadataError, readMetadata } from '../../../../src/wallet/offline/readMetadata.ts'
import { openSealedPayment } from '../../../../src/wallet/offline/sealedMetadata.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { formatMetadata } from '../../../../src/wallet/spend/txMetadata.ts'
import type { Payment } from '../../../../src/wallet/state/ledger.ts'
import { encodePayment } from '../../../../src/wallet/state/ledgerRecords.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { pendingPayment } from '../../../support/wallet/owned-outputs.ts'
import { chain, NETWORK, wallets } from '../../../support/wallet/small-chain.ts'
import { prepareWalletTransfer } from '../../../support/wallet/spend/spend.ts'

type Name = keyof typeof wallets

const NAMES: readonly Name[] = ['A', 'B', 'C']
const engines = new Map<Name, Engine>()

const walletOf = (name: Name): Wallet => {
  const engine = engines.get(name)
  if (engine === undefined) throw new Error(`wallet ${name} is not open`)
  return openedIn(engine)
}

beforeAll(async () => {
  const node = new FakeNode(oxenRegtest, chain)
  for (const name of NAMES) engines.set(name, await restored(testHost(node), NETWORK, wallets[name].keys.mnemonic))
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.closeWallet()
})

type Recorded = {
  readonly label: string
  readonly name: Name
  readonly params: { readonly [name: string]: unknown }
  readonly metadata: string
  readonly txid: unknown
  readonly key: unknown
  readonly fee: unknown
}

const listOf = (value: unknown, one: unknown): readonly unknown[] => (Array.isArray(value) ? value : [one])

/** Returns the metadata in recorded calls of the wallets. */
const recordedIn = (
  calls: readonly {
    readonly label?: string
    readonly wallet?: string
    readonly request: { readonly params?: unknown }
    readonly answer: { readonly result?: unknown }
  }[],
): Recorded[] =>
  calls.flatMap(({ label = '', wallet, request, answer }) => {
    const result = (answer.result ?? {}) as { readonly [name: string]: unknown } // the result of a payment is an object
    const params = (request.params ?? {}) as { readonly [name: string]: unknown }
    const name = NAMES.find((known) => known === wallet)
    return listOf(result['tx_metadata_list'], result['tx_metadata']).flatMap((metadata, i) => {
      if (typeof metadata !== 'string' || metadata === '' || name === undefined) return []
      const txid = listOf(result['tx_hash_list'], result['tx_hash'])[i]
      const key = listOf(result['tx_key_list'], result['tx_key'])[i]
      return [{ label, name, params, metadata, txid, key, fee: listOf(result['fee_list'], result['fee'])[i] }]
    })
  })

const transfers = recordedIn(vector('oxen/chain-small/actions.json').actions)
// The last one spends an output of a block that is not part of the small chain.
const stakes = recordedIn(vector('oxen/staking.json').calls).filter(({ label }) => label !== 'spend the freed stake')

/** Returns destinations in one order: that of wallet2 is not that of the request. */
const sorted = (destinations: Payment['destinations']): Payment['destinations'] =>
  destinations.toSorted((a, b) => compareText(a.address, b.address) || Number(a.amount - b.amount))

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

describe('recorded metadata of oxen-wallet-rpc', () => {
  it('is complete', () => {
    expect([transfers.length, stakes.length]).toEqual([57, 11])
  })

  it.each([...transfers, ...stakes])(
    'is read by its wallet: $name, $label',
    ({ name, metadata, params, ...result }) => {
      const payment = readMetadata(walletOf(name), fromHex(metadata))
      expect(toHex(payment.txid)).toBe(result.txid)
      expect(payment.fee).toBe(BigInt(Number(result.fee)))
      const { main, additional } = payment.keys ?? { main: new Uint8Array(), additional: [] }
      if (result.key !== '' && result.key !== undefined)
        expect([main, ...additional].map((key) => toHex(key)).join('')).toBe(result.key)
      expect(transactionId(parseTransaction(oxenRegtest, payment.blob))).toEqual(payment.txid)
      const { destinations } = params
      if (Array.isArray(destinations))
        expect(sorted(payment.destinations)).toEqual(
          sorted(destinations.map(({ address, amount }) => ({ address, amount: BigInt(amount) }))),
        )
      const { change } = oxenRegtest.transferSets.pending.decode(oxenRegtest, fromHex(metadata))
      expect(payment.change).toBe(change.amount)
      const known = walletOf(name).state.ledger.payments.get(toHex(payment.txid))
      if (known !== undefined)
        expect(payment).toMatchObject({
          ...{ account: known.account, subaddresses: known.subaddresses, amountIn: known.amountIn },
          ...{ fee: known.fee, keyImages: known.keyImages, rings: known.rings },
        })
      expect(payment.kind).toBe(stakes.some((stake) => stake.metadata === metadata) ? 'stake' : 'transfer')
    },
  )

  it('is refused by other wallets', () => {
    for (const { name, metadata } of [...transfers.slice(0, 3), ...stakes.slice(0, 2)])
      for (const other of NAMES.filter((candidate) => candidate !== name))
        expect(() => readMetadata(walletOf(other), fromHex(metadata))).toThrow(UnsafeTransferSetError)
  })

  it('is refused without the signatures of its wallet', () => {
    const unsigned = vector('oxen/cold-signing.json').calls.flatMap(
      ({ answer }) => answer.result?.['tx_metadata'] || [],
    )
    expect(unsigned).toHaveLength(1)
    expect(() => readMetadata(walletOf('B'), fromHex(String(unsigned[0])))).toThrow(UnsafeTransferSetError)
  })
})

/** Returns what relaying a payment would record, except the moment and the order of its destinations. */
const recordOf = ({ created, destinations, ...payment }: Payment): unknown => ({
  ...payment,
  destinations: sorted(destinations),
})

describe('metadata of this wallet', () => {
  const addressOf = (name: Name): string => wallets[name].keys.address

  /** Returns the metadata of a payment to two wallets. */
  const prepare = async (): Promise<{ readonly metadata: Uint8Array; readonly pending: PendingTransaction }> => {
    const destinations = [
      { address: addressOf('A'), amount: 5n },
      { address: addressOf('C'), amount: 7n },
    ]
    const source = { account: 0, subaddresses: [], priority: 1, unlockTime: 0n }
    const [prepared] = await prepareWalletTransfer(walletOf('B'), { ...source, destinations })
    if (prepared === undefined) throw new Error('nothing was prepared')
    const metadata = formatMetadata(oxenRegtest, prepared)
    return { metadata, pending: oxenRegtest.transferSets.pending.decode(oxenRegtest, metadata) }
  }

  let metadata: Uint8Array
  let pending: PendingTransaction
  beforeAll(async () => {
    const prepared = await prepare()
    metadata = prepared.metadata
    pending = prepared.pending
  })

  const encode = (changed: Partial<PendingTransaction>): Uint8Array =>
    oxenRegtest.transferSets.pending.encode({ ...pending, ...changed })

  it('names the spent outputs by their positions in the wallet, as wallet2 does', () => {
    const outputs = [...walletOf('B').state.ledger.countedOutputs()]
    const images = pending.selectedTransfers.map((position) => outputs[position]?.keyImage ?? new Uint8Array())
    expect(images).toEqual(
      pending.transaction.inputs.map((input) => (input.kind === 'key' ? input.keyImage : undefined)),
    )
    expect(pending.construction.selectedTransfers).toEqual(pending.selectedTransfers)
    expect(new TextDecoder().decode(pending.keyImages)).toBe(images.map((image) => `<${toHex(image)}> `).join(''))
  })

  it('is read with all that is recorded of the payment', () => {
    expect(readMetadata(walletOf('B'), metadata)).toMatchObject({
      txid: transactionId(pending.transaction),
      destinations: [
        { address: addressOf('A'), amount: 5n },
        { address: addressOf('C'), amount: 7n },
      ],
      keys: { main: pending.txKey },
      ...{ state: 'pending', kind: 'transfer', fee: pending.fee, change: pending.change.amount },
      created: walletOf('B').moment.now,
    })
  })

  it('shows what its outputs pay if it claims other destinations', () => {
    const [first, second] = pending.destinations
    if (first === undefined || second === undefined) throw new Error('it pays two')
    const claims = [[], [second], [{ ...first, amount: 6n }, second], [{ ...second, amount: 12n }]]
    for (const destinations of claims) {
      const shown = readMetadata(walletOf('B'), encode({ destinations })).destinations
      expect(sorted(shown)).toEqual([
        { address: addressOf('A'), amount: 5n },
        { address: addressOf('C'), amount: 7n },
      ])
    }
  })

  it('is refused with another transaction key, receiver, amount, ring or account', () => {
    const { construction, txKey } = pending
    const { sources, outputs, change, account } = construction
    const reach = (changed: Partial<PendingTransaction['construction']>) => ({
      construction: { ...construction, ...changed },
    })
    const alterations: readonly Partial<PendingTransaction>[] = [
      { txKey: txKey.with(0, (txKey[0] ?? 0) ^ 1) },
      { txKey: bytesOf(1) },
      { additionalTxKeys: [txKey] },
      reach({ outputs: outputs.map((output) => (output.amount === 5n ? { ...output, amount: 6n } : output)) }),
      reach({ outputs: outputs.map((output) => ({ ...output, spendKey: change.spendKey })) }),
      reach({ outputs: outputs.toReversed() }),
      reach({ change: { ...change, amount: change.amount + 1n } }),
      reach({ account: account + 1 }),
      reach({ sources: sources.slice(1) }),
      reach({ sources: sources.map((source) => ({ ...source, amount: source.amount + 1n })) }),
      reach({
        sources: sources.map(({ members, ...source }) => ({
          ...source,
          members: members.map((member, i) =>
            i === source.realPosition ? member : { ...member, key: change.spendKey },
          ),
        })),
      }),
      reach({ type: 3 }),
      reach({ unlockTime: 5n }),
    ]
    for (const [i, changed] of alterations.entries())
      expect(() => readMetadata(walletOf('B'), encode(changed)), `alteration ${i}`).toThrow(UnsafeTransferSetError)
  })

  it('is refused or says the same after changes of bytes', () => {
    const original = recordOf(readMetadata(walletOf('B'), metadata))
    let refusals = 0
    fc.assert(
      fc.property(fc.nat(metadata.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        try {
          const payment = readMetadata(walletOf('B'), metadata.with(at, (metadata[at] ?? 0) ^ difference))
          expect(recordOf(payment)).toEqual(original)
        } catch (error) {
          if (!(error instanceof MetadataError || error instanceof UnsafeTransferSetError)) throw error
          refusals++
        }
      }),
      { numRuns: 2000 },
    )
    expect(refusals).toBeGreaterThan(1000)
  })

  it('is unreadable if it is truncated, followed by more bytes, or something else', () => {
    for (const bytes of [metadata.subarray(0, -1), Uint8Array.of(...metadata, 0), new Uint8Array(), utf8('metadata')])
      expect(() => readMetadata(walletOf('B'), bytes)).toThrow(MetadataError)
  })
})

describe('metadata of version 0.1.0', () => {
  const payment = pendingPayment({ keys: { main: bytesOf(21), additional: [bytesOf(22)] } })
  const sealedFor = ({ keys }: Wallet, record = encodePayment(payment)): Uint8Array => {
    const key = keccak256(utf8('faba: key of sealed payments'), keys.spendSecret ?? new Uint8Array())
    return seal(key, record, utf8('payment oxen-regtest'), seededRandom(1))
  }

  it('is read by the wallet that sealed it', () => {
    const { keys } = walletOf('A')
    const secret = keys.spendSecret?.slice()
    expect(readMetadata(walletOf('A'), sealedFor(walletOf('A')))).toEqual(payment)
    expect(keys.spendSecret).toEqual(secret)
  })

  it('is unreadable in another wallet, on another network, changed, or with a record of another format', () => {
    const sealed = sealedFor(walletOf('A'))
    const { keys } = walletOf('A')
    expect(openSealedPayment(oxenTestnet, keys, sealed)).toBeUndefined()
    expect(openSealedPayment(oxenRegtest, { spendSecret: undefined }, sealed)).toBeUndefined()
    expect(() => readMetadata(walletOf('B'), sealed)).toThrow(MetadataError)
    const changed = sealed.with(sealed.length - 1, (sealed.at(-1) ?? 0) ^ 1)
    for (const bytes of [changed, sealed.subarray(0, 10), sealedFor(walletOf('A'), Uint8Array.of(255, 1))])
      expect(() => readMetadata(walletOf('A'), bytes)).toThrow(MetadataError)
  })
})
