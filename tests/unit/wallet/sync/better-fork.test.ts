// Which forks replace our blocks: their length, work, depth, checkpoints, and what the node reported as final.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { NodeClaims } from '../../../../src/wallet/sync/nodeClaims.ts'
import { ChainError } from '../../../../src/wallet/sync/pageReader.ts'
import { DeepReorganisationError, type Fork, isBetterFork } from '../../../../src/wallet/sync/reorganisation.ts'
import type { SyncContext } from '../../../../src/wallet/sync/syncContext.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { smallNode, syncStage } from '../../../support/wallet/sync-stage.ts'

/** Our chain: 200 blocks, of which the last has the id of the bytes 7. */
const OURS = new BlockIds(199, bytesOf(7))

const { context } = await syncStage()
const info = await smallNode().info()

/** Claims of a node whose top block is ours. */
const claimsOf = (immutableHeight: number, cumulativeDifficulty?: bigint): NodeClaims => {
  const claims = new NodeClaims()
  claims.record('memory:', { ...info, topHash: bytesOf(7), immutableHeight, cumulativeDifficulty })
  return claims
}

const isBetter = (fork: Partial<Fork>, fields: Partial<SyncContext> = {}): boolean =>
  isBetterFork(
    { ...context, claims: new NodeClaims(), ...fields },
    { splitHeight: 150, height: 201, cumulativeDifficulty: undefined, ...fork },
    OURS,
  )

describe('a fork', () => {
  it.each([
    [199, false],
    [200, false],
    [201, true],
  ])('of %i blocks replaces a chain of 200: %s', (height, expected) => {
    expect(isBetter({ height })).toBe(expected)
  })

  it.each([
    ['less work', 99n, 209, false],
    ['less work, but much longer', 99n, 210, true],
    ['the same work', 100n, 209, false],
    ['more work', 101n, 201, true],
    ['unknown work', undefined, 201, true],
  ])('with %s replaces our chain as reported', (_, cumulativeDifficulty, height, expected) => {
    expect(isBetter({ cumulativeDifficulty, height }, { claims: claimsOf(0, 100n) })).toBe(expected)
  })

  it('is measured by its length if nobody reported the work of our chain', () => {
    expect(isBetter({ cumulativeDifficulty: 1n }, { claims: claimsOf(0) })).toBe(true)
    const others = new NodeClaims()
    others.record('memory:', { ...info, topHash: bytesOf(8), cumulativeDifficulty: 100n })
    expect(isBetter({ cumulativeDifficulty: 1n }, { claims: others })).toBe(true)
  })

  it('replaces at most the blocks that the user allows', () => {
    expect(isBetter({ splitHeight: 150 }, { maxReorgDepth: 50 })).toBe(true)
    expect(() => isBetter({ splitHeight: 149 }, { maxReorgDepth: 50 })).toThrow(DeepReorganisationError)
    expect(() => isBetter({ splitHeight: 149 }, { maxReorgDepth: 50 })).toThrow(
      expect.objectContaining({
        code: 'deep-reorganisation',
        details: { splitHeight: 149, depth: 51, maxDepth: 50 },
      }),
    )
    expect(isBetter({ splitHeight: 149, height: 200 }, { maxReorgDepth: 50 })).toBe(false)
  })

  it('never replaces what its node reported as final', () => {
    expect(isBetter({ splitHeight: 150 }, { claims: claimsOf(149) })).toBe(true)
    expect(() => isBetter({ splitHeight: 150 }, { claims: claimsOf(150) })).toThrow(ChainError)
    expect(() => isBetter({ splitHeight: 150, height: 1 }, { claims: claimsOf(150) })).toThrow(ChainError)
    const elsewhere = new NodeClaims()
    elsewhere.record('other:', { ...info, immutableHeight: 199 })
    expect(isBetter({}, { claims: elsewhere })).toBe(true)
  })

  it.each([
    [[], true],
    [[200], true],
    [[149], true],
    [[100, 150], false],
    [[100, 199], false],
    [[100, 200], true],
    [[150, 160, 300], false],
  ])('of block 150 respects the checkpoints %j below our height: %s', (heights, expected) => {
    const checkpoints = heights.map((height) => ({ height, id: bytesOf(1) }))
    const decide = () => isBetter({}, { network: { ...oxenRegtest, checkpoints } })
    if (expected) expect(decide()).toBe(true)
    else expect(decide).toThrow(ChainError)
  })

  it('never replaces the genesis block', () => {
    expect(() => isBetter({ splitHeight: 0 }, { maxReorgDepth: 500 })).toThrow(ChainError)
    expect(isBetter({ splitHeight: 1 }, { maxReorgDepth: 500 })).toBe(true)
  })
})

describe('the claims of nodes', () => {
  it('keep the highest final block of each', () => {
    const claims = new NodeClaims()
    claims.record('a', { ...info, immutableHeight: 7 })
    claims.record('a', { ...info, immutableHeight: 5 })
    claims.record('b', { ...info, immutableHeight: 6 })
    expect(['a', 'b', 'c'].map((url) => claims.finalHeight(url))).toEqual([7, 6, 0])
  })

  it('have the work of the chain whose top block was reported last', () => {
    expect(claimsOf(0, 100n).workOf(OURS)).toBe(100n)
    expect(claimsOf(0).workOf(OURS)).toBeUndefined()
    expect(claimsOf(0, 100n).workOf(new BlockIds(199, bytesOf(8)))).toBeUndefined()
    expect(claimsOf(0, 100n).workOf(new BlockIds())).toBeUndefined()
    expect(new NodeClaims().workOf(OURS)).toBeUndefined()
    const claims = claimsOf(0, 100n)
    claims.record('memory:', { ...info, topHash: bytesOf(7), cumulativeDifficulty: undefined })
    expect(claims.workOf(OURS)).toBeUndefined()
  })
})
