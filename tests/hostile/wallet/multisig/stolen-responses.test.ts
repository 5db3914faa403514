// A participant who alters a multisig set obtains no response of another one, or only responses to the challenges of the payment that the set
// shows. The thief has a second proposal, which spends the same output and pays itself, and mixes parts of it into the harmless one.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import type { MultisigCandidate, MultisigTransferSet } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { invertScalar, mod, scalarFromBytes, scalarToBytes } from '../../../../src/crypto/curve/scalar.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { FabaError } from '../../../../src/errors/fabaError.ts'
import { ownSigner, readyAccount } from '../../../../src/wallet/multisig/multisigWallet.ts'
import { parseMultisigSet } from '../../../../src/wallet/multisig/readSet.ts'
import { signMultisigSet } from '../../../../src/wallet/multisig/signSet.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { transferIntent } from '../../../../src/wallet/spend/intent.ts'
import { runs } from '../../../support/runs.ts'
import { alter, alteration, fieldOf, placesIn } from '../../../support/wallet/alter-value.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'
import { nonceRestorer, openSet, payeeAddress, sealSet } from '../../../support/wallet/multisig/multisig-proposal.ts'
import {
  engineAt,
  exchangeInfos,
  type MultisigStage,
  multisigStages,
} from '../../../support/wallet/multisig/multisig-stage.ts'
import {
  answeredChallenges,
  type CopiedNonces,
  copyNonces,
  proposalAt,
  proposalOf,
  shownChallenges,
  spentKeys,
} from '../../../support/wallet/multisig/released-responses.ts'

/** Altered sets for each position of the real output; twice as many where few positions are tried. */
const ATTEMPTS = Number(process.env['FABA_MULTISIG_ATTEMPTS'] ?? 3)

const thiefKeys = generateKeys(new Uint8Array(32).fill(0x66))

const stages = multisigStages()
afterAll(() => stages.close())

/** Fields of a candidate that a thief may take from another one. */
const FIELDS = [
  ...['signatures', 'ignored', 'usedNonces', 'signingKeys', 'challenges', 'coefficients'],
  ...['totalAlphaG', 'totalAlphaH', 'firstChallenges', 'responses'],
] as const

/** A mix of a harmless candidate and one of the theft. */
type Mix = {
  readonly harmless: number
  readonly theft: number
  readonly fields: readonly (typeof FIELDS)[number][]
  /** whether the challenges of the theft are divided by the ratio of the coefficients, so that a response fits the theft */
  readonly scaled: boolean
  readonly ignored: number | undefined
  readonly place: 'first' | 'last' | 'instead'
  readonly signers: readonly number[]
}

/** altered sets of all groups: how many were signed or refused, and how many were refused */
let tried = 0
let refused = 0

const only = (set: MultisigTransferSet) => {
  const [pending] = set.transactions
  if (pending === undefined) throw new TypeError('the set has no transaction')
  return pending
}

/** Returns the challenges of the theft, scaled for a candidate, and its ring signatures with the challenge of member 0 set to them. */
const scaledChallenges = (good: MultisigCandidate, bad: MultisigCandidate) => {
  const challenges = bad.challenges.map((challenge, i) => {
    const [from, to] = [bad.coefficients[i], good.coefficients[i]]
    if (from === undefined || to === undefined) throw new TypeError('no coefficient')
    return scalarToBytes(mod(scalarFromBytes(challenge) * scalarFromBytes(from) * invertScalar(scalarFromBytes(to))))
  })
  const clsags = good.signatures.clsags.map((clsag, i) => ({ ...clsag, c1: challenges[i] ?? clsag.c1 }))
  return { usedNonces: bad.usedNonces, challenges, signatures: { ...good.signatures, clsags } }
}

const everyPosition = (ringSize: number): readonly number[] => Array.from({ length: ringSize }, (_, i) => i)
/** The number of participants changes nothing about rings. */
const fewPositions = (ringSize: number): readonly number[] => [0, Math.floor(ringSize / 2), ringSize - 1]

describe.each([
  ['oxen 2/3', oxenChain, 2, 3, everyPosition, ATTEMPTS],
  ['oxen 2/5', oxenChain, 2, 5, fewPositions, 2 * ATTEMPTS],
  ['oxen 3/5', oxenChain, 3, 5, fewPositions, 2 * ATTEMPTS],
  ['monero 2/3', moneroChain, 2, 3, everyPosition, ATTEMPTS],
  ['monero 3/5', moneroChain, 3, 5, fewPositions, 2 * ATTEMPTS],
] as const)('the responses to an altered multisig set: %s', (_name, chain, threshold, total, positionsOf, count) => {
  let stage: MultisigStage
  let victim: Wallet
  let thief: Wallet
  let signers: readonly Uint8Array[]
  let nonces: CopiedNonces
  let restoreVictim: () => Promise<void>
  let restoreThief: () => Promise<void>

  beforeAll(async () => {
    stage = await stages.begin(chain, threshold, total)
    await stage.mine(40)
    await exchangeInfos(stage)
    const engines = [engineAt(stage, 0), engineAt(stage, total - 1)] as const
    ;[victim, thief] = [openedIn(engines[0]), openedIn(engines[1])]
    ;[restoreVictim, restoreThief] = [nonceRestorer(engines[0]), nonceRestorer(engines[1])]
    nonces = copyNonces(victim)
    signers = Array.from({ length: total }, (_, i) => ownSigner(readyAccount(openedIn(engineAt(stage, i)))))
  }, 240_000)

  const pay = (address: string, amount: bigint) =>
    transferIntent(stage.network, {
      ...{ account: 0, subaddresses: [], priority: 1, unlockTime: 0n },
      destinations: [{ address, amount }],
    })

  /** Returns a harmless proposal, with the real output at a position of its ring, and one that steals the same output. */
  const proposals = async (position: number) => {
    await restoreThief()
    const harmless = await proposalAt(stage, thief, pay(payeeAddress(stage), 100_000_000n), {
      position,
      keys: undefined,
    })
    // Where the nonces do not suffice for both, both use the same.
    if (threshold > 2) await restoreThief()
    const { spendPublic: spendKey, viewPublic: viewKey } = thiefKeys
    const own = formatAddress(stage.network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })
    const elsewhere = (position * 7 + 3) % stage.network.ringSize
    const theft = await proposalAt(stage, thief, pay(own, 2_500_000_000n), {
      position: elsewhere,
      keys: spentKeys(harmless),
    })
    return { harmless, theft }
  }

  /** Returns the challenges that the victim answers when it signs a set; undefined if it refuses the set by name. */
  const answered = async (set: MultisigTransferSet): Promise<bigint[] | undefined> => {
    await restoreVictim()
    try {
      const parsed = await parseMultisigSet(victim, await sealSet(thief, set))
      const { bytes } = await signMultisigSet(victim, parsed)
      const { candidates } = only(await openSet(thief, bytes))
      return answeredChallenges(victim, proposalOf(victim, parsed.set), nonces, candidates)
    } catch (error) {
      if (!(error instanceof FabaError)) throw error
      return undefined
    }
  }

  const mixed = (harmless: MultisigTransferSet, theft: MultisigTransferSet, mix: Mix): MultisigTransferSet => {
    const pending = only(harmless)
    const good = pending.candidates[mix.harmless % pending.candidates.length]
    const stolen = only(theft).candidates
    const bad = stolen[mix.theft % stolen.length]
    if (good === undefined || bad === undefined) throw new TypeError('no candidate')
    const taken = Object.fromEntries(mix.fields.map((field) => [field, bad[field]]))
    const ignored = mix.ignored === undefined ? {} : { ignored: [signers[mix.ignored % total] ?? new Uint8Array(32)] }
    const candidate = { ...good, ...taken, ...(mix.scaled ? scaledChallenges(good, bad) : {}), ...ignored }
    const rest = mix.place === 'instead' ? pending.candidates.filter((one) => one !== good) : pending.candidates
    const candidates = mix.place === 'first' ? [candidate, ...rest] : [...rest, candidate]
    const named = [...new Set(mix.signers.map((i) => signers[i % total] ?? new Uint8Array(32)))]
    return { transactions: [{ ...pending, candidates }], signers: named.length > 0 ? named : harmless.signers }
  }

  /** A candidate that ignores the thief, and whose challenge fits the theft. */
  const forged = (): Mix => ({
    ...{ harmless: 0, theft: 0, fields: [], scaled: true, ignored: total - 1, place: 'last', signers: [] },
  })

  const mixes: fc.Arbitrary<Mix> = fc.record({
    ...{ harmless: fc.nat(9), theft: fc.nat(9), fields: fc.subarray([...FIELDS]), scaled: fc.boolean() },
    ignored: fc.option(fc.nat(total - 1), { nil: undefined }),
    place: fc.constantFrom('first', 'last', 'instead'),
    signers: fc.array(fc.nat(total - 1), { maxLength: 2 }),
  })

  /** Returns sets in which fields of candidates, or the names of the signers, are altered. */
  const alterations = (harmless: MultisigTransferSet): fc.Arbitrary<MultisigTransferSet> => {
    const places = placesIn(harmless).filter((path) => path.includes('candidates') || path[0] === 'signers')
    const fields = Map.groupBy(places, fieldOf)
    const place = fc.constantFrom(...fields.values()).chain((paths) => fc.constantFrom(...paths))
    // same shape
    return fc.tuple(place, alteration).map(([path, how]) => alter(harmless, path, how) as MultisigTransferSet)
  }

  it('answer the shown payment only, wherever the real output is in its ring', { timeout: 3_600_000 }, async () => {
    const positions = positionsOf(stage.network.ringSize)
    const attempts = runs(count)
    for (const position of positions) {
      const { harmless, theft } = await proposals(position)
      const shown = shownChallenges(proposalOf(victim, harmless))
      const honest = (await answered(harmless)) ?? []
      const expected = (threshold === 2 ? 1 : total - 2) * spentKeys(harmless).length
      expect(honest).toHaveLength(expected)
      expect(shown).toEqual(expect.arrayContaining(honest))
      // The thief could complete its payment with an answer to one of these.
      const wanted = (await answered(theft)) ?? []
      expect(wanted).toHaveLength(expected)
      expect(shown.filter((one) => wanted.includes(one))).toEqual([])
      const altered = fc.oneof(
        mixes.map((mix) => mixed(harmless, theft, mix)),
        alterations(harmless),
      )
      await fc.assert(
        fc.asyncProperty(altered, async (set) => {
          const released = await answered(set)
          tried++
          if (released === undefined) refused++
          for (const one of released ?? []) expect(shown).toContain(one)
        }),
        { numRuns: attempts, examples: [[mixed(harmless, theft, forged())]] },
      )
    }
  })
})

it('refuses many altered sets: the alterations change something', () => {
  expect(refused).toBeGreaterThan(tried / 12)
})
