// What each check of proofs accepts and rejects, without the wallet RPC: proofs of recorded transactions, made here and then altered.
import { afterAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type Address, parseAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { formatPaymentProof, type PaymentProof, parsePaymentProof } from '../../../../src/coin/proofs/paymentProof.ts'
import { formatReserveProof, parseReserveProof, type ReserveProof } from '../../../../src/coin/proofs/reserveProof.ts'
import { addPoints, decodePoint, encodePoint } from '../../../../src/crypto/curve/point.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { signHash } from '../../../../src/crypto/signatures/signature.ts'
import type { NodeTransaction, SpentStatus } from '../../../../src/daemon/nodeClient.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { checkPayment, checkTransactionKeys, provePayment } from '../../../../src/wallet/proofs/paymentProof.ts'
import {
  fetchTransaction,
  ProofError,
  TransactionUnknownError,
  transactionStatus,
} from '../../../../src/wallet/proofs/provenTransaction.ts'
import { checkReserve, proveReserve } from '../../../../src/wallet/proofs/reserveProof.ts'
import { SigningKeyError, signMessage, verifyMessage } from '../../../../src/wallet/proofs/signedMessages.ts'
import { checkSpend, proveSpend } from '../../../../src/wallet/proofs/spendProof.ts'
import { WatchOnlyError } from '../../../../src/wallet/spend/paymentContext.ts'
import { entryOf } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { bytesOf, samplePayment } from '../../../support/wallet/ledger-samples.ts'
import { proofRecording } from '../../../support/wallet/proof-chain.ts'
import { chain, NETWORK, wallets } from '../../../support/wallet/small-chain.ts'

/** A paid B 777000001 in block 203; the node has 336 blocks. */
const TXID = fromHex('617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9')
const PAID = { received: 777000001n, inPool: false, confirmations: 133 }

/** A node that also knows the recorded payments whose secret keys are recorded. */
class ProofNode extends FakeNode {
  readonly distrusted: string[] = []
  /** the key images of the last request for their status */
  keyImages: readonly Uint8Array[] = []
  /** changes what the node returns */
  alter: (answer: NodeTransaction) => NodeTransaction | undefined = (answer) => answer
  statuses: SpentStatus = 'unspent'

  distrust(reason: string): void {
    this.distrusted.push(reason)
  }

  override async transactions(ids: readonly Uint8Array[]): Promise<readonly NodeTransaction[]> {
    const known = await super.transactions(ids)
    const sent = ids.filter((id) => proofRecording.sent.some(({ tx_hash }) => tx_hash === toHex(id)))
    const recorded = sent.map((id): NodeTransaction => {
      const blob = fromHex(entryOf(proofRecording.tx_hex, toHex(id)))
      const place = { inPool: false, blockHeight: 330, blockTimestamp: 0, receivedTimestamp: undefined }
      return { id, blob, pruned: false, ...place, doubleSpendSeen: false, outputIndices: [], blink: false }
    })
    return [...known, ...recorded].flatMap((answer) => this.alter(answer) ?? [])
  }

  override async keyImageStatus(keyImages: readonly Uint8Array[]): Promise<readonly SpentStatus[]> {
    this.keyImages = keyImages
    return keyImages.map(() => this.statuses)
  }
}

const node = new ProofNode(oxenRegtest, chain)
const engines: Engine[] = []
const walletOf = async (name: 'A' | 'B'): Promise<Wallet> => {
  const engine = await restored(testHost(node), NETWORK, wallets[name].keys.mnemonic)
  engines.push(engine)
  return openedIn(engine)
}
const [a, b] = [await walletOf('A'), await walletOf('B')]
afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
})

const addressOf = ({ keys }: Wallet, major = 0, minor = 0): Address => subaddressAt(keys, major, minor)

/** The wallet without its spend secret. */
const watchOnly = ({ network, state, random, sync, keys }: Wallet): Wallet =>
  Object.defineProperties(Object.create(a), {
    network: { value: network },
    state: { value: state },
    random: { value: random },
    sync: { value: sync },
    keys: { value: { ...keys, spendSecret: undefined } },
  })

/** Changes the answers of the node while `work` runs. */
const withAnswers = async <T>(alter: ProofNode['alter'], work: () => Promise<T>): Promise<T> => {
  node.alter = alter
  try {
    return await work()
  } finally {
    node.alter = (answer) => answer
  }
}

/** Returns a function that makes a value in the first test that needs it. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Returns the transaction secret keys of a recorded payment: the main key, then the additional keys. */
const secretKeysOf = (text: string): Uint8Array[] => (text.match(/.{64}/g) ?? []).map((part) => fromHex(part))

// Only the wallet that made a payment has its keys.
await a.state.update('strict', (draft) => {
  for (const { tx_hash, tx_key } of proofRecording.sent) {
    const [main = bytesOf(0), ...additional] = secretKeysOf(tx_key)
    const txid = fromHex(tx_hash)
    draft.putPayment(samplePayment({ txid, keyImages: [], keys: { main, additional }, state: 'failed' }))
  }
  return undefined
})

describe('a payment proof of the receiver', () => {
  const received = once(() => provePayment(b, TXID, addressOf(b), 'a message'))
  const check = (changed: string, address = addressOf(b), message = 'a message') =>
    checkPayment(a, TXID, address, message, changed)

  it('proves what the address received', async () => {
    const text = await received()
    expect(text.slice(0, 9)).toBe('InProofV1')
    expect(await check(text)).toEqual(PAID)
  })

  it('is invalid for another message, another address or as a proof of the sender', async () => {
    const text = await received()
    expect(await check(text, addressOf(b), 'another')).toBeUndefined()
    expect(await check(text, addressOf(a))).toBeUndefined()
    expect(await check(text.replace('InProof', 'OutProof'))).toBeUndefined()
    expect(await check(text, { ...addressOf(b), kind: 'subaddress' })).toBeUndefined()
  })

  it('is one of the receiver although the wallet made the transaction too', async () => {
    await b.state.update('strict', (draft) => {
      const keys = { main: bytesOf(5), additional: [] }
      draft.putPayment(samplePayment({ txid: TXID, keyImages: [], keys, state: 'failed' }))
      return undefined
    })
    const own = await provePayment(b, TXID, addressOf(b), 'a message')
    expect(own.slice(0, 9)).toBe('InProofV1')
    expect(await check(own)).toEqual(PAID)
  })

  it('has one secret for each key of the transaction', async () => {
    const proof = parsePaymentProof(oxenRegtest, await received())
    const more: PaymentProof = { ...proof, secrets: [...proof.secrets, ...proof.secrets] }
    for (const secrets of [[], more.secrets])
      await expect(check(formatPaymentProof({ ...proof, secrets }))).rejects.toThrow(
        'Signature size mismatch with additional tx pubkeys',
      )
  })

  it('cannot be made by an address that received nothing', async () => {
    await expect(provePayment(b, TXID, addressOf(b, 0, 1), '')).rejects.toThrow('No funds received in this tx.')
  })

  it('of a subaddress proves what that received', async () => {
    const output = [...b.state.ledger.outputs.values()].find(
      ({ subaddress, coinbase, change }) => subaddress.minor > 0 && !coinbase && !change,
    )
    if (output === undefined) throw new Error('no subaddress received a payment')
    const { txid, subaddress } = output
    const amount = [...b.state.ledger.outputs.values()]
      .filter((other) => toHex(other.txid) === toHex(txid))
      .filter((other) => other.subaddress.major === subaddress.major && other.subaddress.minor === subaddress.minor)
      .reduce((sum, other) => sum + other.amount, 0n)
    const address = addressOf(b, subaddress.major, subaddress.minor)
    const own = await provePayment(b, txid, address, '')
    expect((await checkPayment(a, txid, address, '', own))?.received).toBe(amount)
    expect(await checkPayment(a, txid, { ...address, kind: 'standard' }, '', own)).toBeUndefined()
  })
})

describe.each(proofRecording.sent)('a payment proof of the sender: $label', ({ tx_hash, tx_key, destinations }) => {
  const txid = fromHex(tx_hash)
  const keys = secretKeysOf(tx_key)
  const [main = bytesOf(0)] = keys
  const rows = [...new Set(destinations.map(({ address }) => address))].map((text) => ({
    text,
    received: destinations.reduce((sum, { address, amount }) => sum + (address === text ? BigInt(amount) : 0n), 0n),
  }))

  it.each(rows)('proves $received for $text', async ({ text, received }) => {
    const address = parseAddress(oxenRegtest, text)
    const proof = await provePayment(a, txid, address, 'x')
    expect(proof.startsWith('OutProofV1')).toBe(true)
    expect(await checkPayment(b, txid, address, 'x', proof)).toEqual({ received, inPool: false, confirmations: 6 })
    expect(await checkPayment(b, txid, address, 'y', proof)).toBeUndefined()
    expect(await checkPayment(b, txid, address, 'x', proof.replace('OutProof', 'InProof'))).toBeUndefined()
  })

  it.each(rows)('proves $received for $text by the transaction keys', async ({ text, received }) => {
    const address = parseAddress(oxenRegtest, text)
    const expected = { inPool: false, confirmations: 6 }
    expect(await checkTransactionKeys(b, txid, keys, address)).toEqual({ received, ...expected })
    const others = keys.map(() => Uint8Array.of(5, ...new Uint8Array(31)))
    expect(await checkTransactionKeys(b, txid, others, address)).toEqual({ received: 0n, ...expected })
    await expect(checkTransactionKeys(b, txid, [...keys, main], address)).rejects.toThrow(
      'The size of additional derivations is wrong',
    )
  })

  it('counts only what is proven', async () => {
    // With additional keys, the proof of the main key of the transaction is valid too, but proves nothing.
    const row = rows.find(({ text }) => parseAddress(oxenRegtest, text).kind !== 'subaddress')
    if (row === undefined || keys.length === 1) return
    const address = parseAddress(oxenRegtest, row.text)
    const proof = parsePaymentProof(oxenRegtest, await provePayment(a, txid, address, ''))
    const invalid = (position: number) => ({
      ...proof,
      secrets: proof.secrets.map((secret, i) => (i === position ? { ...secret, proof: new Uint8Array(64) } : secret)),
    })
    const results = await Promise.all(
      keys.map(async (_, i) => (await checkPayment(b, txid, address, '', formatPaymentProof(invalid(i))))?.received),
    )
    expect(results.filter((received) => received === 0n)).toHaveLength(1)
    expect(results.filter((received) => received === row.received)).toHaveLength(keys.length - 1)
  })

  it('needs the secret keys of the transaction', async () => {
    const address = { ...parseAddress(oxenRegtest, rows[0]?.text ?? ''), spendKey: publicKeyOf(main) }
    await expect(provePayment(b, txid, address, '')).rejects.toThrow("Tx secret key wasn't found in the wallet file.")
    await expect(provePayment(a, txid, address, '')).rejects.toThrow('No funds received in this tx.')
  })
})

describe('a message with an emoji', () => {
  it.each(['utf-8', 'cesu-8'] as const)('is verified if it was proven in %s', async (encoding) => {
    const [message, other] = ['😀', '😁']
    const spend = await proveSpend(a, TXID, message, encoding)
    const payment = await provePayment(b, TXID, addressOf(b), message, encoding)
    const reserve = await proveReserve(b, { account: 0, amount: 1n }, message, encoding)
    expect(await checkSpend(b, TXID, message, spend)).toBe(true)
    expect(await checkSpend(b, TXID, other, spend)).toBe(false)
    expect(await checkPayment(a, TXID, addressOf(b), message, payment)).toBeDefined()
    expect(await checkPayment(a, TXID, addressOf(b), other, payment)).toBeUndefined()
    expect((await checkReserve(a, addressOf(b), message, reserve)).good).toBe(true)
    expect((await checkReserve(a, addressOf(b), other, reserve)).good).toBe(false)
  })
})

describe('a spend proof', () => {
  const proven = once(() => proveSpend(a, TXID, 'a message'))

  it('proves who made a transaction', async () => {
    const text = await proven()
    expect(await checkSpend(b, TXID, 'a message', text)).toBe(true)
    expect(await checkSpend(b, TXID, 'another', text)).toBe(false)
  })

  it('of more than one ring is valid if each is', async () => {
    const found = await Promise.all(
      [...a.state.ledger.payments.keys()].map((id) => fetchTransaction(a, fromHex(id)).catch(() => undefined)),
    )
    const several = found.find((one) => (one?.transaction.inputs.length ?? 0) > 1 && one?.height !== 330)
    if (several === undefined) throw new Error('no transaction has several inputs')
    const own = await proveSpend(a, several.txid, '')
    expect(await checkSpend(b, several.txid, '', own)).toBe(true)
    const swapped = own.slice(0, 12) + own.slice(12 + 88) + own.slice(12, 12 + 88)
    expect(await checkSpend(b, several.txid, '', swapped)).toBe(false)
    const lastChanged = own.slice(0, -88) + own.slice(-176, -88)
    expect(await checkSpend(b, several.txid, '', lastChanged)).toBe(false)
  })

  it('has one signature for each member of the rings', async () => {
    const text = await proven()
    expect(await checkSpend(b, TXID, 'a message', text.slice(0, -88))).toBe(false)
    expect(await checkSpend(b, TXID, 'a message', text + text.slice(-88))).toBe(false)
  })

  it('is invalid for a coinbase', async () => {
    const coinbase = [...b.state.ledger.outputs.values()].find((output) => output.coinbase)?.txid ?? bytesOf(0)
    expect(await checkSpend(a, coinbase, '', 'SpendProofV1')).toBe(false)
    await expect(proveSpend(b, coinbase, '')).rejects.toThrow("This tx wasn't generated by this wallet!")
  })

  it('is made only by the wallet that paid, with its spend secret', async () => {
    await expect(proveSpend(b, TXID, '')).rejects.toThrow("This tx wasn't generated by this wallet!")
    await expect(proveSpend(watchOnly(a), TXID, '')).rejects.toThrow('not available for a watch-only wallet')
  })

  it('is not made with a ring that lacks the spent output', async () => {
    const text = await proven()
    const outputs = node.outputs.bind(node)
    node.outputs = async (indices) =>
      (await outputs(indices)).map((output) => ({ ...output, key: publicKeyOf(bytesOf(1)) }))
    try {
      await expect(proveSpend(a, TXID, '')).rejects.toThrow('does not contain the output that this wallet spent')
      expect(await checkSpend(b, TXID, 'a message', text)).toBe(false)
    } finally {
      node.outputs = outputs
    }
  })
})

describe('a reserve proof', () => {
  // UTF-8 is the encoding unless another one is chosen: the emoji has other bytes in it.
  const MESSAGE = 'a message 😀'
  const AMOUNT = 10n ** 9n
  const check = (changed: ReserveProof | string, address = addressOf(b), message = MESSAGE) =>
    checkReserve(a, address, message, typeof changed === 'string' ? changed : formatReserveProof(changed))
  const outputOf = ({ keyImage }: { keyImage: Uint8Array }) => {
    const [id = ''] = b.state.ledger.withKeyImage(toHex(keyImage))
    const output = b.state.ledger.outputs.get(id)
    if (output === undefined) throw new Error('the proof has an unknown output')
    return output
  }
  const proven = once(async () => {
    const text = await proveReserve(b, { account: 0, amount: AMOUNT }, MESSAGE)
    const proof = parseReserveProof(oxenRegtest, text)
    const total = proof.entries.reduce((sum, entry) => sum + outputOf(entry).amount, 0n)
    return { text, proof, total }
  })
  const unspent = [...b.state.ledger.countedOutputs()].filter(({ spent, frozen }) => spent === undefined && !frozen)
  const NONE = { good: false, total: 0n, spent: 0n }

  it('proves at least the amount', async () => {
    const { text, total } = await proven()
    expect(total >= AMOUNT).toBe(true)
    expect(await check(text)).toEqual({ good: true, total, spent: 0n })
    const { entries } = parseReserveProof(oxenRegtest, text)
    expect(node.keyImages).toEqual(entries.map(({ keyImage }) => keyImage))
  })

  it('of everything has all outputs that are unspent and not frozen', async () => {
    const everything = await proveReserve(b, 'all', '')
    const { entries } = parseReserveProof(oxenRegtest, everything)
    expect(entries.map(({ keyImage }) => toHex(keyImage)).sort()).toEqual(
      unspent.map(({ keyImage }) => toHex(keyImage ?? bytesOf(0))).sort(),
    )
    const sum = unspent.reduce((amount, output) => amount + output.amount, 0n)
    expect(await check(everything, addressOf(b), '')).toEqual({ good: true, total: sum, spent: 0n })
  }, 20_000)

  it.each(['in chain', 'in pool'] as const)('counts outputs as spent that are %s', async (status) => {
    const { text, total } = await proven()
    node.statuses = status
    try {
      expect(await check(text)).toEqual({ good: true, total, spent: total })
    } finally {
      node.statuses = 'unspent'
    }
  })

  it('is invalid for another message', async () => {
    const { text } = await proven()
    expect(await check(text, addressOf(b), 'another')).toEqual(NONE)
  })

  it('is made for an address that is listed, and no subaddress', async () => {
    const { text } = await proven()
    await expect(check(text, addressOf(a))).rejects.toThrow("The given address isn't found in the proof")
    await expect(check(text, addressOf(b, 0, 1))).rejects.toThrow('Address must not be a subaddress')
  })

  it('counts an output once', async () => {
    const { proof, total } = await proven()
    const again = parseReserveProof(
      oxenRegtest,
      await proveReserve(await twice(b), { account: 0, amount: total + 1n }, MESSAGE),
    )
    expect(again.entries).toHaveLength(2 * proof.entries.length)
    expect(await check(again)).toMatchObject({ good: false })
    expect((await check(again)).total <= total).toBe(true)
  })

  it.each<[string, (entry: ReserveProof['entries'][number]) => Partial<ReserveProof['entries'][number]>]>([
    ['another position', ({ indexInTx }) => ({ indexInTx: indexInTx + 1 })],
    ['a position that the transaction does not have', () => ({ indexInTx: 1000 })],
    ['another shared secret', () => ({ sharedSecret: publicKeyOf(Uint8Array.of(5, ...new Uint8Array(31))) })],
    ['a shared secret that is no point', () => ({ sharedSecret: Uint8Array.of(2, ...new Uint8Array(31)) })],
    ['no proof of the shared secret', () => ({ sharedSecretProof: new Uint8Array(64) })],
    ['no proof of the key image', () => ({ keyImageProof: new Uint8Array(64) })],
  ])('is invalid if an output has %s', async (_, change) => {
    const { proof } = await proven()
    const entries = proof.entries.map((entry, i) => (i === 0 ? { ...entry, ...change(entry) } : entry))
    expect(await check({ ...proof, entries })).toEqual(NONE)
  })

  it('is invalid if the signature of a spend key is', async () => {
    const { proof, total } = await proven()
    const invalid = proof.spendKeys.map((one) => ({ ...one, signature: new Uint8Array(64) }))
    for (const spendKeys of [invalid, [...proof.spendKeys, ...invalid.slice(0, 1)]])
      expect(await check({ ...proof, spendKeys })).toEqual({ good: false, total, spent: 0n })
  })

  it('has at most one spend key more than outputs', async () => {
    const { proof } = await proven()
    const spendKeys = Array.from({ length: proof.entries.length + 2 }, () => proof.spendKeys[0]).flatMap(
      (one) => one ?? [],
    )
    await expect(check({ ...proof, spendKeys })).rejects.toThrow(/spend keys for/)
    expect(await check({ ...proof, spendKeys: spendKeys.slice(1) })).toMatchObject({ good: true })
  })

  it('counts only outputs of its spend keys', async () => {
    const { proof } = await proven()
    const other = { ...b.keys, spendPublic: publicKeyOf(bytesOf(1)) }
    const address = { ...addressOf(b), spendKey: other.spendPublic }
    const spendKeys = [
      { key: other.spendPublic, signature: signHash(bytesOf(0), other.spendPublic, bytesOf(1), seededRandom(1)) },
    ]
    await expect(check({ ...proof, spendKeys }, address)).resolves.toEqual(NONE)
  })

  it('does not count outputs of others in the name of another spend key', async () => {
    const spendPublic = publicKeyOf(bytesOf(1))
    const forger = counting(b, unspent, { ...b.keys, spendPublic })
    const forged = await proveReserve(forger, { account: 0, amount: AMOUNT }, MESSAGE)
    const address = { ...addressOf(b), spendKey: spendPublic }
    await expect(check(forged, address)).rejects.toThrow("The address doesn't seem to have received the fund")
  })

  it('is invalid if a key image has a torsion component', async () => {
    const { proof } = await proven()
    const minusOne = decodePoint(fromHex(`ec${'ff'.repeat(30)}7f`))
    const entries = proof.entries.map((entry) => ({
      ...entry,
      keyImage: encodePoint(addPoints(decodePoint(entry.keyImage), minusOne)),
    }))
    expect(await check({ ...proof, entries })).toEqual(NONE)
  })

  it('does not count unmined transactions', async () => {
    const { text } = await proven()
    const result = withAnswers(
      (answer) => ({ ...answer, inPool: true }),
      () => check(text),
    )
    await expect(result).rejects.toThrow('Tx is unconfirmed')
  })

  it('has the fewest outputs that are worth the amount, and the smallest one if one is enough', async () => {
    const byAmount = unspent.filter(({ subaddress }) => subaddress.major === 0).map(({ amount }) => amount)
    const sorted = byAmount.toSorted((x, y) => (x < y ? -1 : 1))
    const entriesFor = async (amount: bigint) =>
      parseReserveProof(oxenRegtest, await proveReserve(b, { account: 0, amount }, '')).entries.map(
        (entry) => outputOf(entry).amount,
      )
    const largest = sorted.at(-1) ?? 0n
    expect(await entriesFor(largest)).toEqual([largest])
    expect(await entriesFor(1n)).toEqual([sorted[0]])
    const second = sorted.at(-2) ?? 0n
    expect(second < largest).toBe(true)
    expect(await entriesFor(second)).toEqual([second])
    expect(await entriesFor(largest + second)).toEqual([largest, second])
    expect(await entriesFor(largest + 1n)).toEqual([largest, second])
    expect(await entriesFor(byAmount.reduce((sum, amount) => sum + amount, 0n))).toHaveLength(byAmount.length)
  })

  it('cannot be made for more than the account has, for nothing, or without the spend secret', async () => {
    const refused = (request: Parameters<typeof proveReserve>[1], wallet = b) =>
      expect(proveReserve(wallet, request, '')).rejects
    await refused({ account: 0, amount: 10n ** 30n }).toThrow('Not enough balance in this account')
    await refused({ account: 9, amount: 1n }).toThrow('Not enough balance in this account')
    await refused({ account: 0, amount: 0n }).toThrow('Proved amount must be greater than 0')
    await refused('all', watchOnly(b)).toThrow('Reserve proof can only be generated by a full wallet')
    await refused('all', without(b)).toThrow('Zero balance')
  })
})

/** A wallet whose ledger counts the given outputs. */
const counting = (wallet: Wallet, outputs: readonly unknown[], keys = wallet.keys): Wallet =>
  Object.defineProperties(Object.create(wallet), {
    keys: { value: keys },
    random: { value: wallet.random },
    inSlices: { value: wallet.inSlices.bind(wallet) },
    state: { value: { ledger: { countedOutputs: () => outputs } } },
  })

/** A wallet that has nothing. */
const without = (wallet: Wallet): Wallet => counting(wallet, [])

/** A forger that lists the same outputs twice: those that prove 10^9. */
const twice = async (wallet: Wallet): Promise<Wallet> => {
  const { entries } = parseReserveProof(oxenRegtest, await proveReserve(wallet, { account: 0, amount: 10n ** 9n }, ''))
  const outputs = entries.flatMap(({ keyImage }) =>
    wallet.state.ledger.withKeyImage(toHex(keyImage)).flatMap((id) => wallet.state.ledger.outputs.get(id) ?? []),
  )
  return counting(wallet, [...outputs, ...outputs])
}

describe('a transaction of the node', () => {
  it('is rejected if it is unknown', async () => {
    node.distrusted.length = 0
    const result = withAnswers(
      () => undefined,
      () => fetchTransaction(a, TXID),
    )
    await expect(result).rejects.toThrow(TransactionUnknownError)
    await expect(result).rejects.toThrow('expected 1 txes, got 0')
    expect(node.distrusted).toEqual([])
  })

  it.each<[string, string, ProofNode['alter']]>([
    ['another one', 'other than', (answer) => ({ ...answer, prunableHash: bytesOf(1) })],
    ['cut off', 'invalid transaction', (answer) => ({ ...answer, blob: answer.blob.slice(0, -1) })],
    ['without the hash of the rest', 'other than', ({ prunableHash: _, ...answer }) => answer],
  ])('is rejected if it is %s', async (_, words, alter) => {
    node.distrusted.length = 0
    const result = withAnswers(alter, () => fetchTransaction(a, TXID))
    await expect(result).rejects.toThrow(ProofError)
    await expect(result).rejects.toThrow(words)
    expect(node.distrusted).toHaveLength(1)
  })

  it('has its number of confirmations, and none in the txpool', async () => {
    const proven = await fetchTransaction(a, TXID)
    expect(await transactionStatus(a, proven)).toEqual({ inPool: false, confirmations: 133 })
    expect(await transactionStatus(a, { ...proven, height: 400 })).toEqual({ inPool: false, confirmations: 0 })
    expect(await transactionStatus(a, { ...proven, inPool: true })).toEqual({ inPool: true, confirmations: 0 })
    expect(await transactionStatus(a, { ...proven, height: undefined })).toEqual({ inPool: true, confirmations: 0 })
  })
})

describe('a signed message', () => {
  /** The wallet on a network of the monero family, whose messages are signed in version 2. */
  const onMonero = (wallet: Wallet): Wallet =>
    Object.defineProperties(Object.create(wallet), {
      network: { value: moneroRegtest },
      random: { value: wallet.random },
    })

  it('is verified with the address that signed it', () => {
    const signature = signMessage(a, 'x', { major: 0, minor: 3 }, 'spend')
    const signed = { version: 1, signedWith: 'spend' }
    expect(verifyMessage(oxenRegtest, 'x', addressOf(a, 0, 3), signature)).toEqual(signed)
    expect(verifyMessage(moneroRegtest, 'x', addressOf(a, 0, 3), signature)).toEqual(signed)
    expect(verifyMessage(oxenRegtest, 'y', addressOf(a, 0, 3), signature)).toBeUndefined()
    expect(verifyMessage(oxenRegtest, 'x', addressOf(a, 0, 2), signature)).toBeUndefined()
  })

  it.each([
    { index: { major: 0, minor: 0 }, signedWith: 'spend' },
    { index: { major: 0, minor: 0 }, signedWith: 'view' },
    { index: { major: 1, minor: 2 }, signedWith: 'spend' },
    { index: { major: 1, minor: 2 }, signedWith: 'view' },
  ] as const)('of version 2 is signed with any key: $index, $signedWith', ({ index, signedWith }) => {
    const signature = signMessage(onMonero(a), 'x', index, signedWith)
    const address = addressOf(a, index.major, index.minor)
    expect(verifyMessage(moneroRegtest, 'x', address, signature)).toEqual({ version: 2, signedWith })
    expect(verifyMessage(oxenRegtest, 'x', address, signature)).toBeUndefined()
  })

  it('is signed with the view key only on networks that allow it', () => {
    expect(() => signMessage(a, 'x', { major: 0, minor: 0 }, 'view')).toThrow(SigningKeyError)
  })

  it.each([
    [{ major: 0, minor: 0 }, 'spend'],
    [{ major: 0, minor: 1 }, 'view'],
    [{ major: 1, minor: 0 }, 'view'],
  ] as const)('cannot be signed by a watch-only wallet at %j with the %s key', (index, signedWith) => {
    expect(() => signMessage(onMonero(watchOnly(a)), 'x', index, signedWith)).toThrow(WatchOnlyError)
  })

  it('is signed by a watch-only wallet with its view key', () => {
    const signature = signMessage(onMonero(watchOnly(a)), 'x', { major: 0, minor: 0 }, 'view')
    expect(verifyMessage(moneroRegtest, 'x', addressOf(a), signature)).toEqual({ version: 2, signedWith: 'view' })
    expect(a.keys.viewSecret).not.toEqual(bytesOf(0))
  })
})
