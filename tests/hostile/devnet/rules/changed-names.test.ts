// Transactions that buy, update and renew names, with one field changed: unsigned, each change invalidates the ring signatures; signed again,
// each is rejected for the rule that it violates, with oxen-core's message.

import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { nameUpdateHash } from '../../../../src/coin/names/nameOwner.ts'
import { NameType } from '../../../../src/coin/names/nameType.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import type { NameOwner, NameSystemField } from '../../../../src/coin/transactions/nameSystem.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { signHash } from '../../../../src/crypto/signatures/signature.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { OxenState } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import {
  type MinedCoin,
  minedCoin,
  type SignedTransfer,
  signedTransfer,
} from '../../../support/devnet/confidential-transfers.ts'
import {
  BUY_SESSION,
  BUY_TWO_YEARS,
  NAME_OUTCOMES,
  type NameOutcome,
  RENEW,
  UPDATE,
  UPDATE_BY_OWNER,
} from '../../../support/mutations/changed-names.ts'
import {
  changedBlobs,
  type Expectations,
  type Finding,
  OutcomeChecker,
  resignedBlobs,
} from '../../../support/mutations/changed-transactions.ts'
import { sampleOfEach } from '../../../support/mutations/changes.ts'
import { NAME_TRANSFER, TRANSFER_OUTCOMES } from '../../../support/mutations/transfer-outcomes.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(1715)
const COIN = 10n ** 9n
const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
const address = { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) }
const { network } = developmentRules

const edSecret = random(32)
const wallet: NameOwner = { kind: 'wallet', ...address, isSubaddress: false }
const stranger: NameOwner = {
  kind: 'wallet',
  spendKey: address.viewKey,
  viewKey: address.spendKey,
  isSubaddress: false,
}
const ed: NameOwner = { kind: 'ed25519', key: ed25519.getPublicKey(edSecret) }

let node: DevelopmentNode
let miner: Miner
let coins: MinedCoin[]

const submit = (blob: Uint8Array) => {
  const admission = node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })
  if (admission.accepted) node.pool.remove(admission.id)
  return admission
}

/** Submits a correctly signed name transaction; checks that the response contains the reason. */
const submitSigned = (blob: Uint8Array): Finding => {
  const admission = submit(blob)
  if (!admission.accepted) expect(admission.verbose).toBe(admission.reason)
  return admission
}

const names = () => {
  const { state } = node.chain
  if (!(state instanceof OxenState)) throw new TypeError('this chain has no names')
  return state.names
}

const ZERO = new Uint8Array(32)

type Parts = Partial<NameSystemField> & Pick<NameSystemField, 'type' | 'nameHash'>

const field = (parts: Parts): NameSystemField => ({
  field: 'nameSystem',
  version: 0,
  previousId: ZERO,
  owner: undefined,
  backupOwner: undefined,
  signature: undefined,
  encryptedValue: undefined,
  ...parts,
})

/** Returns the field of an update of the current record, signed by the owner of the name. */
const update = (parts: Parts, by: 'wallet' | 'ed25519'): NameSystemField => {
  const previousId = names().find(parts.type, parts.nameHash)?.txid ?? ZERO
  const hash = nameUpdateHash(field({ previousId, ...parts }))
  const signature =
    by === 'wallet' ? signHash(hash, address.spendKey, owner.spendSecret, random) : ed25519.sign(hash, edSecret)
  return field({ previousId, ...parts, signature: { kind: by, signature } })
}

const extraOf = (name: NameSystemField, burn: bigint): ExtraField[] => [
  { field: 'txPublicKey', key: address.spendKey },
  name,
  ...(burn === 0n ? [] : [{ field: 'burn' as const, amount: burn }]),
]

/** Creates a name transaction; spends as many coins as it needs. */
const made = (name: NameSystemField, burn = 0n): SignedTransfer => {
  const type = node.chain.nextFork < 16 ? RctType.bulletproof2 : RctType.clsag
  const fee = COIN + burn
  const spent: MinedCoin[] = []
  for (const coin of coins) {
    if (spent.reduce((sum, { amount }) => sum + amount, 0n) >= fee) break
    if (!node.chain.isSpent(coin.keyImage)) spent.push(coin)
  }
  const transfer = { type, version: 4, coins: spent, fee, kind: TransactionType.nameSystem } as const
  return signedTransfer(node.chain, { ...transfer, extra: extraOf(name, burn) }, random)
}

/** Returns the result of submitting a name transaction. */
const submitName = (name: NameSystemField, burn = 0n): Finding =>
  submitSigned(serializeTransaction(made(name, burn).transaction))

const wrong = (reason: RegExp) => ({ flags: ['failed', 'invalidInput'], reason })

const ACCEPTED = { accepted: true }

/** Submits all changes of a transaction, with the old signatures and signed again. */
const walk = ({ transaction, sign }: SignedTransfer, table: Expectations<NameOutcome>, seed: string): void => {
  const blob = serializeTransaction(transaction)
  expect(submit(blob)).toMatchObject({ accepted: true })
  const withOldSignatures = new OutcomeChecker(TRANSFER_OUTCOMES, NAME_TRANSFER)
  for (const change of sampleOfEach(changedBlobs(network, blob, seed), 3, seed))
    withOldSignatures.check(seed, change, submit(change.blob))
  expect(withOldSignatures.mismatches).toEqual([])
  // A single input, or equal unlock times, cannot be swapped.
  expect(withOldSignatures.unobservedPatterns.filter((pattern) => !pattern.endsWith('swapped'))).toEqual([])
  const withNewSignatures = new OutcomeChecker(NAME_OUTCOMES, table)
  for (const change of resignedBlobs(network, blob, seed, sign))
    withNewSignatures.check(seed, change, submitSigned(change.blob))
  expect(withNewSignatures.mismatches).toEqual([])
  expect(withNewSignatures.unobserved).toEqual([])
}

/** Mines a transaction in a block of its own. */
const mine = ({ transaction }: SignedTransfer): void => {
  const blob = serializeTransaction(transaction)
  expect(node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })).toMatchObject({ added: true })
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([blob])
}

beforeAll(async () => {
  node = new DevelopmentNode({
    rules: withForks(developmentRules, parseForks('7:1,14:2,15:51,16:55,17:60', developmentRules)),
    clock: () => 1_800_000_000,
    random,
  })
  miner = new Miner(node, () => () => undefined, address)
  miner.mine(49, address)
  coins = Array.from({ length: 40 }, (_, i) => minedCoin(node.chain, i + 5, owner))
})

const session = { type: NameType.session, nameHash: random(32) }
const lokinet = { type: NameType.lokinet, nameHash: random(32) }
const other = { type: NameType.lokinet, nameHash: random(32) }
const value = random(73)
const site = random(72)

describe('name transactions before fork 16', () => {
  const buy = { owner: wallet, encryptedValue: value }

  it('are rejected before fork 15', () => {
    expect(node.chain.nextFork).toBe(14)
    expect(submit(serializeTransaction(made(field({ ...session, ...buy }), 20n * COIN).transaction))).toMatchObject({
      flags: ['failed', 'invalidType', 'invalidInput'],
    })
  })

  it('have one type at fork 15, at another price', () => {
    miner.mine(1)
    expect(node.chain.nextFork).toBe(15)
    expect(submitName(field({ ...session, ...buy }), 20n * COIN)).toMatchObject(ACCEPTED)
    expect(submitName(field({ ...session, ...buy }), 15n * COIN)).toMatchObject(wrong(/ burned insufficient /))
    for (const type of [NameType.lokinet, NameType.lokinet10y])
      expect(submitName(field({ type, nameHash: other.nameHash, owner: wallet, encryptedValue: site }))).toMatchObject(
        wrong(/that is disallowed in hardfork 15/),
      )
    miner.mine(75 - node.chain.height, address)
  })
})

describe('a name transaction with one field changed', () => {
  it('is rejected or changes its meaning: a purchase with a backup owner', () => {
    const bought = made(field({ ...session, owner: wallet, backupOwner: ed, encryptedValue: value }), 15n * COIN)
    walk(bought, BUY_SESSION, 'buy')
    mine(bought)
    expect(names().find(0, session.nameHash)).toMatchObject({ owner: wallet, backupOwner: ed, encryptedValue: value })
  })

  it('is rejected or changes its meaning: an update by the owner', () => {
    const updated = made(update({ ...session, owner: stranger, encryptedValue: random(73) }, 'wallet'))
    walk(updated, UPDATE_BY_OWNER, 'update')
    mine(updated)
    expect(names().find(0, session.nameHash)).toMatchObject({ owner: stranger, backupOwner: ed })
  })

  it('is rejected or changes its meaning: an update by the backup owner', () => {
    const updated = made(update({ ...session, encryptedValue: value }, 'ed25519'))
    walk(updated, UPDATE, 'backup')
    mine(updated)
    expect(names().find(0, session.nameHash)).toMatchObject({ owner: stranger, encryptedValue: value })
  })

  it('is rejected or changes its meaning: a purchase for two years without a backup owner, and a renewal', () => {
    const bought = made(
      field({ ...lokinet, type: NameType.lokinet2y, owner: wallet, encryptedValue: site }),
      30n * COIN,
    )
    walk(bought, BUY_TWO_YEARS, 'years')
    mine(bought)
    const { height } = node.chain.tip
    expect(names().find(2, lokinet.nameHash)).toMatchObject({ type: 2, expirationHeight: height + 4 })
    const renewed = made(field({ ...lokinet, previousId: names().find(2, lokinet.nameHash)?.txid ?? ZERO }), 15n * COIN)
    walk(renewed, RENEW, 'renew')
    mine(renewed)
    expect(names().find(2, lokinet.nameHash)).toMatchObject({ owner: wallet, expirationHeight: height + 6 })
  })
})

describe('a name transaction that violates one rule', () => {
  const buy = (parts: Partial<NameSystemField>) =>
    submitName(field({ ...other, owner: wallet, encryptedValue: site, ...parts }), 15n * COIN)
  const change = (parts: Partial<NameSystemField>, by: 'wallet' | 'ed25519' = 'ed25519') =>
    submitName(update({ ...session, ...parts }, by))

  it('is rejected: a purchase', () => {
    expect(buy({})).toMatchObject(ACCEPTED)
    expect(buy({ ...session, encryptedValue: value })).toMatchObject(wrong(/^Cannot buy an LNS name that is already/))
    for (const nameHash of [ZERO, blake2b(new Uint8Array(), { dkLen: 32 })])
      expect(buy({ nameHash })).toMatchObject(wrong(/specified the null name hash/))
    expect(buy({ backupOwner: wallet })).toMatchObject(wrong(/specifying owner the same as the backup owner/))
    expect(buy({ previousId: random(32) })).toMatchObject(wrong(/ specified prior txid=</))
    for (const type of [NameType.wallet, 6])
      expect(buy({ type })).toMatchObject(wrong(/that is disallowed in hardfork 17/))
    for (const size of [33, 49, 71, 73])
      expect(buy({ encryptedValue: random(size) })).toMatchObject(wrong(/required length=72/))
    for (const size of [49, 73])
      expect(buy({ type: NameType.session, encryptedValue: random(size) })).toMatchObject(ACCEPTED)
  })

  it('is rejected: an invalid combination of fields', () => {
    const { signature } = update(session, 'ed25519')
    const parts = { owner: wallet, backupOwner: ed, signature, encryptedValue: value }
    const rejected = Array.from({ length: 16 }, (_, bits) => {
      const some = Object.fromEntries(Object.entries(parts).filter((_, i) => (bits & (1 << i)) !== 0))
      const finding = submitName(field({ ...session, ...some }))
      return !finding.accepted && /valid combination of bits/.test(finding.reason) ? [bits] : []
    })
    // A purchase has owner and value, an update a signature and another field, a renewal nothing.
    expect(rejected.flat()).toEqual([1, 2, 3, 4, 8, 10])
  })

  it('is rejected: an update', () => {
    expect(change({ encryptedValue: random(73) })).toMatchObject(ACCEPTED)
    const same = (what: string) => wrong(new RegExp(` field to update is specifying the same mapping ${what}`))
    expect(change({ encryptedValue: value })).toMatchObject(same('value'))
    expect(change({ owner: stranger })).toMatchObject(same('owner'))
    expect(change({ backupOwner: ed })).toMatchObject(same('backup_owner'))
    expect(change({ owner: wallet, backupOwner: wallet })).toMatchObject(wrong(/same as the backup owner/))
    // The former owner has no rights.
    expect(change({ encryptedValue: random(73) }, 'wallet')).toMatchObject(wrong(/ failed to verify signature/))
    const well = update({ ...session, encryptedValue: random(73) }, 'ed25519')
    const signature = { kind: 'wallet' as const, signature: well.signature?.signature ?? ZERO }
    expect(submitName(field({ ...well, signature }))).toMatchObject(wrong(/ failed to verify signature/))
    expect(submitName(well, 1n)).toMatchObject(wrong(/ burned too much /))
    expect(change({ nameHash: other.nameHash })).toMatchObject(wrong(/ update requested but mapping does not exist\./))
    const { previousId: _, ...stale } = well
    expect(submitName(field(stale))).toMatchObject(wrong(/ specified prior txid=<0{64}>/))
    for (const type of [NameType.lokinet2y, NameType.lokinet5y, NameType.lokinet10y])
      expect(submitName(update({ ...lokinet, type, encryptedValue: random(72) }, 'wallet'))).toMatchObject(
        wrong(/type=lokinet_\d+years that is for buying/),
      )
  })

  it('is rejected: an expired name, or renewal of one without expiration', () => {
    const last = names().find(2, lokinet.nameHash)
    const standing = { ...lokinet, previousId: last?.txid ?? ZERO }
    const renew = () => submitName(field(standing), 15n * COIN)
    const updated = () => submitName(update({ ...lokinet, encryptedValue: random(72) }, 'wallet'))
    const again = () => submitName(field({ ...lokinet, owner: wallet, encryptedValue: site }), 15n * COIN)
    expect(
      submitName(field({ ...session, previousId: names().find(0, session.nameHash)?.txid ?? ZERO })),
    ).toMatchObject(wrong(/type=session that cannot be renewed/))
    expect(submitName(field({ ...lokinet, nameHash: other.nameHash }), 15n * COIN)).toMatchObject(
      wrong(/ renewal requested but mapping does not exist\./),
    )
    miner.mine((last?.expirationHeight ?? 0) - node.chain.height, address)
    expect(renew()).toMatchObject(ACCEPTED)
    expect(updated()).toMatchObject(ACCEPTED)
    expect(again()).toMatchObject(wrong(/already registered/))
    miner.mine(1, address)
    expect(renew()).toMatchObject(wrong(/ TX requested to renew mapping that has already expired/))
    expect(updated()).toMatchObject(wrong(/ TX requested to update mapping that has already expired/))
    expect(submitName(field({ ...standing, owner: wallet, encryptedValue: site }), 15n * COIN)).toMatchObject(
      wrong(/ specified prior txid=</),
    )
    expect(again()).toMatchObject(ACCEPTED)
  })
})
