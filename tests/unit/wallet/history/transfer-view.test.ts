// Transfers as the page shows them: confirmations, waits, keys and locks of stakes.
import { describe, expect, it } from 'vitest'
import { Writer } from '../../../../src/bytes/cursor.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { RegistrationField } from '../../../../src/coin/transactions/extraField.ts'
import { changedEntry, type Entry, incomingEntries, outgoingEntries } from '../../../../src/wallet/history/history.ts'
import { transferKindOf } from '../../../../src/wallet/history/transferKind.ts'
import {
  approvalOf,
  failureOf,
  stakeLockOf,
  transactionKeyText,
  transferView,
} from '../../../../src/wallet/history/transferView.ts'
import { orderOf } from '../../../../src/wallet/scan/paymentOrder.ts'
import { Ledger, type OwnedOutput, type Payment } from '../../../../src/wallet/state/ledger.ts'
import {
  decodeStakeLocks,
  encodeStakeLocks,
  NO_STAKE_LOCKS,
  type StakeLock,
} from '../../../../src/wallet/state/stakeLocks.ts'
import { TxpoolView } from '../../../../src/wallet/state/txpoolView.ts'
import {
  bytesOf,
  keyHex,
  numberedOutput,
  sampleOutput,
  samplePayment,
  scannedTransaction,
} from '../../../support/wallet/ledger-samples.ts'

const viewOf = (entry: Entry | undefined, height = 100) => {
  if (entry === undefined) throw new Error('there is no entry')
  return transferView(entry, {
    network: oxenRegtest,
    moment: { height, now: 1_600_000_000, stakeLocks: NO_STAKE_LOCKS },
    note: 'a note',
    stakeLock: { amount: 5n, unlockHeight: 9, serviceNodeKey: undefined },
    failure: entry.state === 'failed' ? 'refused' : undefined,
    approval: undefined,
    staked: undefined,
    belongsTo: () => false,
    nameOf: () => 'ann',
    addressText: ({ major, minor }) => `address ${major}/${minor}`,
  })
}

const incoming = (output: OwnedOutput) =>
  incomingEntries(oxenRegtest, { ledger: new Ledger([output]), pool: new TxpoolView() })[0]
const outgoing = (payment: Payment) => outgoingEntries({ ledger: new Ledger([], [payment]) })[0]

const pooled = () => {
  const pool = new TxpoolView()
  const received = [sampleOutput({ height: 0 })]
  pool.entries.set(keyHex(2), { ...scannedTransaction({}), received, doubleSpendSeen: true })
  return incomingEntries(oxenRegtest, { ledger: new Ledger(), pool })[0]
}

describe('the view of a transfer', () => {
  it('has the fields of an incoming one', () => {
    const output = sampleOutput({ subaddress: { major: 2, minor: 3 }, paymentId: bytesOf(8).slice(0, 8), height: 95 })
    expect(viewOf(incoming(output))).toEqual({
      id: `in/${keyHex(2)}/2`,
      txid: keyHex(2),
      direction: 'in',
      kind: 'transfer',
      state: 'confirmed',
      failure: undefined,
      relayed: true,
      amount: 100n,
      fee: 1n,
      height: 95,
      timestamp: 1_600_000_000,
      blockTimestamp: 1_600_000_000,
      confirmations: 5,
      blocksToUnlock: 5,
      stakeLock: { amount: 5n, unlockHeight: 9, serviceNodeKey: undefined },
      account: 2,
      subaddresses: [3],
      addresses: ['address 2/3'],
      paymentId: '0808080808080808',
      note: 'a note',
      destinations: [],
      txKey: '',
      doubleSpendSeen: false,
      approval: undefined,
    })
  })

  it('has the fields of an outgoing one', () => {
    const keys = { main: bytesOf(6), additional: [bytesOf(7)] }
    expect(viewOf(outgoing(samplePayment({ keys, relayed: false })))).toMatchObject({
      id: `out/${keyHex(9)}`,
      direction: 'out',
      state: 'pending',
      relayed: false,
      amount: 59n,
      height: 0,
      confirmations: 0,
      blocksToUnlock: 0,
      destinations: [{ address: 'address', amount: 59n }],
      txKey: keyHex(6) + keyHex(7),
    })
  })

  it('keeps the time of a payment made here when it is mined, and has the time of its block beside it', () => {
    const mined = { height: 40, state: 'confirmed', timestamp: 1_600_000_900 } as const
    expect(viewOf(outgoing(samplePayment()))).toMatchObject({ timestamp: 1_600_000_000, blockTimestamp: 0 })
    expect(viewOf(outgoing(samplePayment(mined)))).toMatchObject({
      timestamp: 1_600_000_000,
      blockTimestamp: 1_600_000_900,
    })
  })

  it('has the time of the block for a payment made by another copy of the wallet', () => {
    const payment = samplePayment({ blob: new Uint8Array(), height: 40, state: 'confirmed', timestamp: 1_600_000_900 })
    expect(viewOf(outgoing(payment))).toMatchObject({ timestamp: 1_600_000_900, blockTimestamp: 1_600_000_900 })
  })

  it('of the txpool waits ten blocks', () => {
    expect(viewOf(pooled())).toMatchObject({
      height: 0,
      confirmations: 0,
      blocksToUnlock: 10,
      doubleSpendSeen: true,
    })
  })

  it('waits for the output that is locked the longest', () => {
    const entry = incoming(sampleOutput({ height: 40 }))
    if (entry === undefined) throw new Error('there is no entry')
    const outputs = [sampleOutput({ unlockTime: 120n }), sampleOutput({ unlockTime: 130n }), sampleOutput()]
    expect(viewOf(changedEntry(entry, { outputs })).blocksToUnlock).toBe(30)
    expect(viewOf(entry).blocksToUnlock).toBe(0)
  })

  it('has no negative number of confirmations', () => {
    expect(viewOf(incoming(sampleOutput({ height: 101 }))).confirmations).toBe(0)
    expect(viewOf(outgoing(samplePayment({ height: 40, state: 'confirmed' }))).confirmations).toBe(60)
  })
})

describe('the failure of a payment', () => {
  const spentBy = (txid: Uint8Array) => sampleOutput({ keyImage: bytesOf(5), spent: { txid, height: 50 } })
  const failed = { state: 'failed', reverted: false, txid: bytesOf(9), keyImages: [bytesOf(5)] } as const

  it.each([
    ['is that another transaction spent its input', [spentBy(bytesOf(8))], failed, 'spent'],
    ['is a refusal if its input is not spent', [sampleOutput({ keyImage: bytesOf(5) })], failed, 'refused'],
    ['is a refusal if its input is unknown', [], failed, 'refused'],
    ['is that its block is no longer in the chain', [], { ...failed, reverted: true }, 'reverted'],
    [
      'is that another transaction spent its input after a reorganisation',
      [spentBy(bytesOf(8))],
      { ...failed, reverted: true },
      'spent',
    ],
    ['does not exist if it did not fail', [spentBy(bytesOf(8))], { ...failed, state: 'pending' } as const, undefined],
  ])('%s', (_, outputs, entry, expected) => {
    expect(failureOf({ ledger: new Ledger(outputs) }, entry)).toBe(expected)
  })
})

it('shows no transaction key of a payment that was made elsewhere', () => {
  expect(transactionKeyText(undefined)).toBe('')
  expect(transactionKeyText({ main: bytesOf(6), additional: [] })).toBe(keyHex(6))
})

const lockUntil = (unlockHeight: number | undefined) => ({ unlockHeight, serviceNodeKey: keyHex(9) })

describe('the lock of a stake', () => {
  const stake = numberedOutput(1, { stake: true, amount: 70n })
  const change = numberedOutput(2, { txid: stake.txid, indexInTx: 1 })
  const other = numberedOutput(3, { stake: true })
  const ledger = new Ledger([change, stake, other])
  const entry = { kind: 'stake', txid: stake.txid } as const

  it.each([
    [
      'is that of its locked output',
      new Map([[keyHex(101), lockUntil(300)]]),
      { amount: 70n, unlockHeight: 300, serviceNodeKey: keyHex(9) },
    ],
    [
      'may have no unlock height',
      new Map([[keyHex(101), lockUntil(undefined)]]),
      { amount: 70n, unlockHeight: undefined, serviceNodeKey: keyHex(9) },
    ],
    ['is not that of another stake', new Map([[keyHex(103), lockUntil(300)]]), undefined],
    ['is not that of an output which is not staked', new Map([[keyHex(102), lockUntil(300)]]), undefined],
    ['does not exist if nothing is locked', NO_STAKE_LOCKS, undefined],
  ])('%s', (_, stakeLocks, expected) => {
    expect(stakeLockOf({ ledger, stakeLocks }, entry)).toEqual(expected)
  })

  it('does not exist for a transfer', () => {
    const stakeLocks = new Map([[keyHex(101), lockUntil(300)]])
    expect(stakeLockOf({ ledger, stakeLocks }, { kind: 'transfer', txid: stake.txid })).toBeUndefined()
  })

  it('is read from records of the first version, which have no service node', () => {
    const [writer, image] = [new Writer(), keyHex(4)]
    writer.u8(1).varint(1).bytes(fromHex(image)).u8(1).varint(300)
    expect(decodeStakeLocks(writer.finish())).toEqual(
      new Map([[image, { unlockHeight: 300, serviceNodeKey: undefined }]]),
    )
  })

  it('round-trips', () => {
    const locks = new Map<string, StakeLock>([
      [keyHex(1), lockUntil(0)],
      [keyHex(2), { unlockHeight: 70_000, serviceNodeKey: undefined }],
      [keyHex(3), lockUntil(undefined)],
    ])
    expect(decodeStakeLocks(encodeStakeLocks(locks))).toEqual(locks)
    expect(() => decodeStakeLocks(Uint8Array.of(9))).toThrow('record version 9 of locked stakes')
  })
})

it('forgets the txpool', () => {
  const pool = new TxpoolView()
  pool.entries.set('a', { ...scannedTransaction({}), doubleSpendSeen: false })
  pool.seen.add('a')
  pool.missed.set('a', 1)
  pool.clear()
  expect([pool.entries, pool.seen, pool.missed].map(({ size }) => size)).toEqual([0, 0, 0])
})

describe('the approval of a transfer', () => {
  const id = keyHex(9)
  const approval = (fields: Partial<Payment>, blinks: readonly string[] = []) => {
    const ledger = new Ledger([], [samplePayment({ relayed: true, ...fields })])
    const [entry] = outgoingEntries({ ledger })
    if (entry === undefined) throw new Error('there is no entry')
    return approvalOf({ ledger, blinks: new Set(blinks) }, entry)
  }

  it('is that of the quorum, or missing if one was asked', () => {
    expect(approval({ blink: true }, [id])).toBe('approved')
    expect(approval({ blink: true })).toBe('missing')
    expect(approval({ blink: false })).toBeUndefined()
    expect(approval({ blink: true, relayed: false })).toBeUndefined()
  })

  it('is of no interest once a block contains it, or after it failed', () => {
    expect(approval({ blink: true, state: 'confirmed', height: 5 }, [id])).toBeUndefined()
    expect(approval({ blink: true, state: 'failed' }, [id])).toBeUndefined()
  })
})

describe('the kind of a transfer', () => {
  const own = (address: string, account: number): boolean => address === 'own' && account === 0
  const kindOf = (fields: Partial<Payment>) => {
    const entry = outgoing(samplePayment(fields))
    return entry === undefined ? undefined : transferKindOf(entry, own)
  }

  it('is a payment, or one to the paying account', () => {
    expect(kindOf({})).toBe('transfer')
    expect(kindOf({ destinations: [{ address: 'own', amount: 59n }] })).toBe('self')
    expect(kindOf({ account: 1, destinations: [{ address: 'own', amount: 59n }] })).toBe('transfer')
    expect(
      kindOf({
        destinations: [
          { address: 'own', amount: 9n },
          { address: 'address', amount: 50n },
        ],
      }),
    ).toBe('transfer')
    // Once it is mined, everything but the fee has returned.
    expect(kindOf({ change: 99n, destinations: [] })).toBe('self')
    const received = incoming(sampleOutput({}))
    expect(received && transferKindOf(received, own)).toBe('transfer')
  })

  it('is that of an order, which costs its price and a fee', () => {
    const name = { kind: 'name', operation: 'buy', type: 0, nameHash: bytesOf(8), burnt: 15n } as const
    const bought = { change: 80n, fee: 20n, destinations: [], order: name }
    expect(kindOf(bought)).toBe('name')
    expect(viewOf(outgoing(samplePayment(bought)))).toMatchObject({
      kind: 'name',
      amount: 15n,
      fee: 5n,
      order: { kind: 'name', operation: 'buy', type: 'session', name: 'ann' },
    })
    const order = { kind: 'registration', serviceNodeKey: bytesOf(7) } as const
    expect(viewOf(outgoing(samplePayment({ kind: 'stake', order })))).toMatchObject({
      kind: 'registration',
      amount: 59n,
      fee: 1n,
      order: { kind: 'registration', serviceNodeKey: keyHex(7) },
    })
  })
})

describe('the order of an extra', () => {
  it('is none for a blink, which burns a part of its fee', () => {
    expect(orderOf([], 100n)).toBeUndefined()
    expect(orderOf([{ field: 'burn', amount: 80n }], 100n)).toBeUndefined()
    expect(orderOf([{ field: 'burn', amount: 91n }], 100n)).toEqual({ kind: 'burn', burnt: 91n })
  })

  it('is a stake or a registration', () => {
    const stake = [
      { field: 'serviceNodeKey', key: bytesOf(7) },
      { field: 'contributor', spendKey: bytesOf(1), viewKey: bytesOf(2) },
    ] as const
    const registration: RegistrationField = {
      field: 'registration',
      ...{ spendKeys: [], viewKeys: [], operatorPortions: 1n, portions: [], expiration: 2n },
      signature: new Uint8Array(64),
    }
    expect(orderOf(stake, 1n)).toEqual({ kind: 'stake', serviceNodeKey: bytesOf(7) })
    expect(orderOf([...stake, registration], 1n)).toEqual({ kind: 'registration', serviceNodeKey: bytesOf(7) })
    expect(orderOf(stake.slice(0, 1), 1n)).toBeUndefined()
  })
})
