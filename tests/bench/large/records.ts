// A wallet of many outputs and payments, written into a store without a chain: the same for a size in every run. Its unspent outputs can be
// spent: their keys, masks and key images are those that the wallet's keys derive.

import { toHex } from '../../../src/bytes/hex.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'
import { commitmentMask } from '../../../src/crypto/amounts/amountEncryption.ts'
import {
  derivationToScalar,
  deriveOutputKey,
  deriveOutputSecret,
  generateKeys,
  keyDerivation,
  keyImage,
  publicKeyOf,
} from '../../../src/crypto/keys/keys.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OwnedOutput, Payment } from '../../../src/wallet/state/ledger.ts'
import type { RememberedRing } from '../../../src/wallet/state/ringRecords.ts'
import { WalletState } from '../../../src/wallet/state/walletState.ts'
import { mix, seededBytes } from '../mainnet/seeded.ts'

export const LARGE_NETWORK = moneroMainnet

/** Keys of the wallet. */
export const LARGE_KEYS = generateKeys(seededBytes(32, 1))

/** Blocks from one owned output to the next: a wallet of 100,000 outputs is three years old, at a block every two minutes. */
const BLOCKS_PER_OUTPUT = 8

/** Outputs in each block of the chain. */
export const OUTPUTS_PER_BLOCK = 50

/** Each fifth output is the change of a payment, which spends two outputs. */
const OUTPUTS_PER_PAYMENT = 5

/** Bytes of a transaction of two inputs. */
const BLOB_BYTES = 2200
/** An address of another wallet. */
export const ADDRESS = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'

/** Returns a number as the bytes of a scalar, which is not 0. */
const smallScalar = (value: number): Uint8Array => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, value + 1, true)
  return bytes
}

const TX_SECRET = smallScalar(1_000_000)
const TX_PUBLIC_KEY = publicKeyOf(TX_SECRET)
/** All outputs are of one derivation, with different indices. */
const DERIVATION = keyDerivation(TX_PUBLIC_KEY, LARGE_KEYS.viewSecret)

const isChange = (number: number): boolean => number % OUTPUTS_PER_PAYMENT === OUTPUTS_PER_PAYMENT - 1
const paymentOf = (number: number): number => number - (number % OUTPUTS_PER_PAYMENT) + OUTPUTS_PER_PAYMENT - 1
/** A payment spends the two outputs before its change. */
const isSpent = (number: number, count: number): boolean =>
  paymentOf(number) < count && paymentOf(number) - number <= 2 && !isChange(number)

const heightOf = (number: number): number => 1000 + number * BLOCKS_PER_OUTPUT
const timeOf = (number: number): number => 1_600_000_000 + heightOf(number) * 120
const txidOf = (number: number): Uint8Array => seededBytes(32, number, 2)

/** Number of blocks of the chain of a wallet of `count` outputs. */
export const largeHeight = (count: number): number => heightOf(count) + 100

/** Returns an output. Keys of spent ones are arbitrary bytes. */
const largeOutput = (number: number, count: number): OwnedOutput => {
  const isArbitrary = isSpent(number, count)
  const key = isArbitrary ? seededBytes(32, number, 3) : deriveOutputKey(DERIVATION, number, LARGE_KEYS.spendPublic)
  return {
    globalIndex: heightOf(number) * OUTPUTS_PER_BLOCK + (mix(number, 4) % OUTPUTS_PER_BLOCK),
    confidential: true,
    key,
    txid: txidOf(number),
    indexInTx: number,
    amount: BigInt(mix(number, 5)) * 1000n + 1_000_000_000n,
    mask: isArbitrary ? seededBytes(32, number, 6) : commitmentMask(derivationToScalar(DERIVATION, number)),
    subaddress: { major: 0, minor: 0 },
    txPublicKey: TX_PUBLIC_KEY,
    keyImage: isArbitrary
      ? seededBytes(32, number, 7)
      : keyImage(key, deriveOutputSecret(DERIVATION, number, LARGE_KEYS.spendSecret)),
    height: heightOf(number),
    timestamp: timeOf(number),
    unlockTime: 0n,
    prefixUnlockTime: 0n,
    coinbase: false,
    stake: false,
    paymentId: new Uint8Array(),
    fee: 30_000_000n,
    change: isChange(number),
    spent: isArbitrary ? { txid: txidOf(paymentOf(number)), height: heightOf(paymentOf(number)) } : undefined,
    frozen: false,
  }
}

const ringOf = (number: number): number[] =>
  Array.from({ length: LARGE_NETWORK.ringSize }, (_, i) => mix(number, i, 8) % (heightOf(number) * OUTPUTS_PER_BLOCK))

/** Returns the payment whose change is output `number`. */
const largePayment = (number: number, inputs: readonly OwnedOutput[]): Payment => {
  const amountIn = inputs.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    txid: txidOf(number),
    state: 'confirmed',
    kind: 'transfer',
    account: 0,
    subaddresses: [0],
    amountIn,
    fee: 30_000_000n,
    change: amountIn / 4n,
    destinations: [{ address: ADDRESS, amount: amountIn - amountIn / 4n - 30_000_000n }],
    paymentId: new Uint8Array(),
    unlockTime: 0n,
    keyImages: inputs.flatMap(({ keyImage }) => keyImage ?? []),
    rings: inputs.map((_, i) => ringOf(number * 2 + i)),
    keys: { main: seededBytes(32, number, 9), additional: [] },
    created: timeOf(number) - 100,
    isOwn: true,
    blob: seededBytes(BLOB_BYTES, number, 10),
    blink: false,
    relayed: true,
    reverted: false,
    absences: 0,
    height: heightOf(number),
    timestamp: timeOf(number),
  }
}

/** Outputs of one commit: large, because a commit takes longer in a larger wallet. */
const BATCH = 12_500

/**
 * Fills an empty store with the records of a wallet that owns `count` outputs and has as many entries in its history: four fifths are received
 * outputs, the others payments, whose change are the remaining outputs.
 */
export const writeLargeWallet = async (store: Store, count: number): Promise<void> => {
  const state = await WalletState.create(store, 1000)
  for (let first = 0; first < count; first += BATCH) {
    const outputs = Array.from({ length: Math.min(BATCH, count - first) }, (_, i) => largeOutput(first + i, count))
    const rings = new Map<string, RememberedRing>()
    await state.update('relaxed', (draft) => {
      for (const [i, output] of outputs.entries()) {
        draft.putOutput(output)
        if (!output.change) continue
        const inputs = outputs.slice(i - 2, i)
        const payment = largePayment(first + i, inputs)
        draft.putPayment(payment)
        for (const [j, { keyImage }] of inputs.entries()) {
          const members = payment.rings[j] ?? []
          if (keyImage !== undefined) rings.set(toHex(keyImage), { candidates: members, members, height: 1 })
        }
      }
      const blockIds = state.blockIds.copy()
      const height = first + BATCH >= count ? largeHeight(count) : heightOf(first + outputs.length)
      blockIds.append(seededBytes(32 * (height - blockIds.height), first, 11))
      blockIds.thin()
      return { rings, blockIds }
    })
  }
  await state.close()
}
