// State changes of the forks before 16: their format, the order of their votes, and their effects.

import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { signHash } from '../../../../src/crypto/signatures/signature.ts'
import { canTransitionBeforeFork13, type ServiceNode } from '../../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { NewState, stateChangeVoteHash } from '../../../../src/devnet/oxen/service-nodes/stateChange.ts'
import { UNASSIGNED_SWARM_ID } from '../../../../src/devnet/oxen/service-nodes/swarms.ts'
import { serviceNode } from '../../../support/devnet/service-nodes.ts'
import { StakingChain } from '../../../support/devnet/staking-chain.ts'
import { addressOf, signedTerms } from '../../../support/mutations/changed-stakes.ts'
import type { Finding } from '../../../support/mutations/changed-transactions.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(1312)
const LOCK = 30

type Sorted = <T>(votes: readonly T[]) => readonly T[]

/** A chain with enough service nodes that each quorum tests two. */
class VotingChain extends StakingChain {
  readonly #secrets = new Map<string, Uint8Array>()

  constructor(forks: string) {
    super(forks, random)
    const operator = this.newOwner()
    for (let i = 0; i < 12; i++) {
      const secret = randomScalar(random)
      const key = publicKeyOf(secret)
      this.#secrets.set(toHex(key), secret)
      const shares = [{ address: addressOf(operator), portions: STAKING_PORTIONS }]
      const registration = signedTerms({ shares, expiration: 2_000_000_000n }, secret, random)
      const stake = { key, contributor: operator, amounts: [100_000_000_000n], registration, until: 1_000n }
      expect(this.mine(this.createStake(stake))).toMatchObject({ accepted: true })
    }
    this.miner.mine(2)
  }

  /** Returns the first node that the quorum of a height tests. */
  subjectAt(height: number): Uint8Array {
    const [subject] = this.registry.obligationsQuorumAt(height)?.workers ?? []
    if (subject === undefined) throw new Error(`the quorum of ${height} tests no node`)
    return subject
  }

  /** Creates a state change for that node, with seven votes. */
  stateChange(
    state: number,
    {
      height = this.height - 1,
      isOld = false,
      arranged = (votes) => votes,
    }: { height?: number; isOld?: boolean; arranged?: Sorted } = {},
  ) {
    const change = { blockHeight: height, serviceNodeIndex: 0, state }
    const hash = stateChangeVoteHash(change)
    const { validators = [] } = this.registry.obligationsQuorumAt(height) ?? {}
    const votes = arranged(
      validators.slice(0, 7).map((key, validatorIndex) => {
        const signature = signHash(hash, key, this.#secrets.get(toHex(key)) ?? new Uint8Array(32), random)
        return { validatorIndex, signature }
      }),
    )
    const field: ExtraField = isOld
      ? {
          field: 'oldDeregister',
          blockHeight: BigInt(height),
          serviceNodeIndex: 0,
          votes: votes.map(({ validatorIndex, signature }) => ({ voterIndex: validatorIndex, signature })),
        }
      : { field: 'stateChange', ...change, blockHeight: BigInt(height), votes }
    return {
      transaction: {
        version: this.node.chain.nextFork < 11 ? 3 : 4,
        type: TransactionType.stateChange,
        unlockTime: 0n,
        outputUnlockTimes: [],
        inputs: [],
        outputs: [],
        extra: serializeExtra([field]),
        signatures: [],
        rct: undefined,
        prunable: undefined,
      },
    }
  }

  /** Submits a state change; if it is accepted, mines it and pops the block again. */
  tried(...how: Parameters<VotingChain['stateChange']>): Finding {
    const { height } = this
    const finding = this.mine(this.stateChange(...how))
    this.popTo(height)
    return finding
  }

  nodeOf(key: Uint8Array): ServiceNode | undefined {
    return this.registry.find(key)
  }
}

const swapped: Sorted = ([first, second, ...others]) =>
  first === undefined || second === undefined ? [] : [second, first, ...others]
const doubled: Sorted = (votes) => [...votes, ...votes.slice(-1)]

const refused = (reason: RegExp) => ({ accepted: false, reason: expect.stringMatching(reason) })
const ACCEPTED = { accepted: true }

describe.each([10, 11])('a state change of fork %i', (fork) => {
  let chain: VotingChain
  beforeAll(() => {
    chain = new VotingChain(`7:1,${fork}:60`)
  })

  it('deregisters in the old format, with votes in any order', () => {
    expect(chain.tried(NewState.deregister, { isOld: true })).toMatchObject(ACCEPTED)
    expect(chain.tried(NewState.deregister, { isOld: true, arranged: swapped })).toMatchObject(ACCEPTED)
    const twice = chain.tried(NewState.deregister, { isOld: true, arranged: doubled })
    expect(twice).toMatchObject({ ...refused(/votes twice/), vote: 'duplicateVoters' })
    const few = chain.tried(NewState.deregister, { isOld: true, arranged: (votes) => votes.slice(1) })
    expect(few).toMatchObject({ ...refused(/7 to 10 votes/), vote: 'notEnoughVotes' })
    for (const state of [NewState.deregister, NewState.decommission])
      expect(chain.tried(state)).toMatchObject(refused(/has no state change/))
  })

  it('removes a node, blacklists its stakes from fork 11 on, and has no effect the second time', () => {
    const height = chain.height - 1
    const key = chain.subjectAt(height)
    const images = chain
      .nodeOf(key)
      ?.contributors.flatMap(({ locked }) => locked.map(({ keyImage }) => toHex(keyImage)))
    expect(images).toHaveLength(fork < 11 ? 0 : 1)
    expect(chain.mine(chain.stateChange(NewState.deregister, { isOld: true, height }))).toMatchObject(ACCEPTED)
    expect(chain.nodeOf(key)).toBeUndefined()
    expect([...chain.registry.list.blacklist.keys()]).toEqual(images)
    for (const { until } of chain.registry.list.blacklist.values()) expect(until).toBe(chain.height - 1 + LOCK)
    const left = [...chain.registry.list.nodes.keys()]
    const other = chain.stateChange(NewState.deregister, { isOld: true, height, arranged: swapped })
    expect(chain.mine(other)).toMatchObject(ACCEPTED)
    expect([...chain.registry.list.nodes.keys()]).toEqual(left)
  })
})

describe.each([12, 13, 15])('a state change of fork %i', (fork) => {
  let chain: VotingChain
  beforeAll(() => {
    chain = new VotingChain(`7:1,${fork}:60`)
  })

  it('has the new format, with sorted votes since fork 13', () => {
    for (const state of [NewState.deregister, NewState.decommission, NewState.ipChangePenalty])
      expect(chain.tried(state), `${state}`).toMatchObject(ACCEPTED)
    expect(chain.tried(NewState.recommission)).toMatchObject(refused(/does not permit/))
    expect(chain.tried(NewState.deregister, { isOld: true })).toMatchObject(refused(/has no state change/))
    const unsorted = chain.tried(NewState.decommission, { arranged: swapped })
    const twice = chain.tried(NewState.decommission, { arranged: doubled })
    if (fork < 13) {
      expect(unsorted).toMatchObject(ACCEPTED)
      expect(twice).toMatchObject({ ...refused(/votes twice/), vote: 'duplicateVoters' })
    } else
      for (const each of [unsorted, twice])
        expect(each).toMatchObject({ ...refused(/out of order/), vote: 'votesNotSorted' })
  })

  it('removes a node from its swarm since fork 13', () => {
    const { height } = chain
    const key = chain.subjectAt(height - 1)
    const before = chain.nodeOf(key)?.swarm
    expect(before).not.toBe(UNASSIGNED_SWARM_ID)
    expect(chain.mine(chain.stateChange(NewState.decommission))).toMatchObject(ACCEPTED)
    expect(chain.nodeOf(key)).toMatchObject({ decommissionCount: 1, swarm: fork < 13 ? before : UNASSIGNED_SWARM_ID })
    chain.popTo(height)
  })

  it('is rejected for a node that is gone', () => {
    const height = chain.height - 1
    chain.mine(chain.stateChange(NewState.deregister, { height }))
    expect(chain.tried(NewState.deregister, { height })).toMatchObject(refused(/no longer registered/))
  })
})

it("may date from the block of the node's registration, IP change or activation before fork 13", () => {
  const node = serviceNode(new Uint8Array(32), { registrationHeight: 10, activeSince: 20, lastAddressChangeHeight: 25 })
  const { deregister, decommission, recommission, ipChangePenalty } = NewState
  const possible = (height: number) =>
    Object.values(NewState).filter((state) => canTransitionBeforeFork13(node, state, height))
  expect(possible(9)).toEqual([decommission, ipChangePenalty])
  expect(possible(10)).toEqual([deregister, decommission, ipChangePenalty])
  const out = { ...node, activeSince: -20, lastDecommissionHeight: 30 }
  expect(Object.values(NewState).filter((state) => canTransitionBeforeFork13(out, state, 30))).toEqual([
    deregister,
    recommission,
  ])
})
