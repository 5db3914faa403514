// Random numbers and quorums against values computed by oxen-core.
import { describe, expect, it } from 'vitest'
import { quorumGenerator } from '../../../../src/devnet/oxen/service-nodes/mersenneTwister.ts'
import {
  blinkQuorum,
  checkpointQuorum,
  obligationsQuorum,
  pulseQuorum,
  type Quorum,
  type QuorumBlock,
} from '../../../../src/devnet/oxen/service-nodes/quorums.ts'
import type { ServiceNode, ServiceNodes } from '../../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { serviceNode } from '../../../support/devnet/service-nodes.ts'

const HASH = Uint8Array.from({ length: 32 }, (_, i) => i + 1)

/** Returns a block by which quorums are drawn. */
const at = (height: number, fork = 17): QuorumBlock => ({ id: HASH, height, fork })

/** Returns a funded node whose key starts with its index. */
const nodeAt = (place: number, change: Partial<ServiceNode> = {}): ServiceNode => {
  const key = new Uint8Array(32)
  key[0] = place
  return serviceNode(key, change)
}

/** Returns a list of active nodes followed by decommissioned ones. */
const listOf = (active: number, decommissioned = 0, change: (place: number) => Partial<ServiceNode> = () => ({})) => {
  const nodes = Array.from({ length: active + decommissioned }, (_, i) =>
    nodeAt(i, { ...change(i), ...(i < active ? {} : { activeSince: -1 }) }),
  )
  // Unsorted: quorums sort them.
  const list: ServiceNodes = {
    nodes: new Map(nodes.reverse().map((node) => [`${node.key[0]}`, node])),
    blacklist: new Map(),
  }
  return list
}

const places = (keys: readonly Uint8Array[] = []): (number | undefined)[] => keys.map(([place]) => place)

const members = (quorum: Quorum | undefined): (number | undefined)[] => places(quorum?.validators)

describe('the generator of quorums', () => {
  it.each([
    [0, [6001168976279077468n, 16903189074189357033n, 9668504959407948245n]],
    [1, [2947882527397369329n, 10182088566550242605n, 755075083909986349n]],
    [2, [6216548157455231949n, 1515549406579707870n, 7907311166064122945n]],
    [3, [5883861254152283466n, 8298112029692825428n, 2270977234423987417n]],
  ])('draws the numbers of oxen-core for quorum type %i', (kind, numbers) => {
    const generator = quorumGenerator(kind, HASH)
    expect(numbers.map(() => generator.draw())).toEqual(numbers)
  })

  it('shuffles as oxen-core does', () => {
    const items = Array.from({ length: 10 }, (_, i) => i)
    quorumGenerator(2, HASH).shuffle(items)
    expect(items).toEqual([9, 4, 1, 6, 8, 7, 0, 2, 3, 5])
  })
})

describe('quorums', () => {
  it.each([
    [7, 0, [1, 6, 5, 2, 3, 4, 0], []],
    [12, 0, [1, 10, 5, 2, 3, 7, 0, 11, 9, 8], [6, 4]],
    [15, 4, [1, 10, 5, 13, 12, 7, 0, 11, 9, 8], [14, 16, 15, 3, 2, 17, 6, 4, 18]],
    [5, 3, [1, 0, 4, 2, 3], [6, 5, 7]],
  ])(
    'of %i active and %i decommissioned nodes test the same nodes as in oxen-core',
    (active, out, watching, watched) => {
      const { validators, workers } = obligationsQuorum(listOf(active, out), at(1))
      expect(places(validators)).toEqual(watching)
      expect(places(workers)).toEqual(watched)
    },
  )

  it('test fifty nodes, or one in a hundred', () => {
    expect(obligationsQuorum(listOf(100), at(1)).workers).toHaveLength(50)
    expect(obligationsQuorum(listOf(60), at(1)).workers).toHaveLength(50)
    expect(obligationsQuorum(listOf(59), at(1)).workers).toHaveLength(49)
    expect(obligationsQuorum(listOf(0), at(1))).toEqual({ validators: [], workers: [] })
  })

  it('of checkpoints have exactly twenty validators, drawn eleven blocks before each fourth block', () => {
    const drawn = [5, 6, 13, 16, 4, 12, 8, 20, 18, 3, 15, 0, 17, 19, 14, 2, 1, 9, 21, 11]
    expect(members(checkpointQuorum(listOf(22), at(1)))).toEqual(drawn)
    expect(checkpointQuorum(listOf(19, 5), at(1))).toEqual({ validators: [], workers: [] })
    for (const height of [2, 3, 4]) expect(checkpointQuorum(listOf(22), at(height))).toBeUndefined()
  })

  it('use a simpler generator before fork 16, and do not exist for some types', () => {
    const { validators, workers } = obligationsQuorum(listOf(15, 4), at(1, 15))
    expect(places(validators)).toEqual([7, 3, 9, 5, 6, 10, 11, 8, 14, 13])
    expect(places(workers)).toEqual([17, 12, 1, 15, 16, 2, 0, 18, 4])
    const signing = [8, 16, 4, 15, 10, 6, 11, 19, 7, 5, 13, 17, 14, 0, 3, 20, 18, 2, 12, 1]
    expect(members(checkpointQuorum(listOf(22), at(1, 13)))).toEqual(signing)
    expect(members(blinkQuorum(listOf(22), at(5, 15)))).toEqual([1, 4, 3, 11, 19, 10, 20, 12, 13, 7])
    expect(checkpointQuorum(listOf(22), at(1, 12))).toBeUndefined()
    expect(blinkQuorum(listOf(22), at(5, 13))).toBeUndefined()
  })

  it('of blinks have seven to ten validators, without nodes that expire soon', () => {
    expect(members(blinkQuorum(listOf(22), at(100)))).toEqual([15, 19, 12, 13, 8, 7, 0, 2, 11, 20])
    const leaving = (until: number) => listOf(11, 0, (i) => (i < 2 ? { requestedUnlockHeight: until } : {}))
    // Nine are left, from the third on.
    expect(members(blinkQuorum(leaving(145), at(100)))).toEqual([7, 6, 3, 8, 10, 9, 2, 4, 5])
    expect(members(blinkQuorum(leaving(146), at(100)))).toHaveLength(10)
    expect(blinkQuorum(listOf(6), at(100))).toEqual({ validators: [], workers: [] })
    expect(blinkQuorum(listOf(22), at(101))).toBeUndefined()
  })

  it.each([
    [12, 0, 3, [1, 2, 5, 7, 4, 8, 0, 9, 6, 11, 10]],
    [12, 1, 5, [1, 2, 7, 8, 4, 10, 0, 6, 3, 9, 11]],
    [30, 0, 3, [4, 5, 11, 10, 8, 7, 29, 17, 20, 19, 22]],
    [30, 2, 14, [4, 5, 11, 10, 8, 7, 27, 19, 22, 20, 23]],
  ])('of pulse with %i nodes in round %i equal those of oxen-core', (count, round, maker, validators) => {
    const entropy = Array.from({ length: 12 }, (_, i) => Uint8Array.from({ length: 32 }, (__, j) => 7 * i + j + 1))
    const list = listOf(count, 0, (i) => ({
      lastReward: { height: i === 3 ? 1 : 2, index: 0 },
      lastValidation: i % 3 === 0 ? { height: 100, index: 200 - i } : { height: 0, index: 0 },
    }))
    const quorum = pulseQuorum(list, entropy, round, 'devnet')
    expect(places(quorum?.workers)).toEqual([maker])
    expect(members(quorum)).toEqual(validators)
    // Other networks need more nodes.
    expect(pulseQuorum(list, entropy, round, 'mainnet')).toBeUndefined()
  })
})
