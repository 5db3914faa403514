// Times of the chain: the minimum timestamp of a block, the end of unlock times, and the schedule of pulse blocks.

import { beforeAll, describe, expect, it } from 'vitest'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import { pulseRound, pulseTimes } from '../../../../src/devnet/oxen/blocks/pulseSchedule.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { type RunningNode, startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { seededRandom } from '../../../support/random.ts'

const NOW = 1_800_000_000
const timesOf = (...times: readonly number[]) => times.map((timestamp) => ({ timestamp }))

describe('a chain', () => {
  let running: RunningNode
  let now = NOW
  beforeAll(() => {
    running = startDevelopmentNode({
      clock: () => now,
      random: seededRandom(44),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    })
  })

  it('requires a timestamp from the median of the last eleven blocks on, once there are eleven', () => {
    const { chain } = running.node
    const ten = [100, 20, 90, 30, 80, 40, 70, 50, 60, 10]
    expect(chain.minTimestampAfter(timesOf(...ten))).toBe(0)
    expect(chain.minTimestampAfter(timesOf(...ten, 55))).toBe(55)
    expect(chain.minTimestampAfter(timesOf(1, 1, 1, 1, 1, 1, 1, ...ten, 55))).toBe(55)
  })

  it('creates templates with the minimum timestamp when the clock is behind', () => {
    const { chain, pool, random } = running.node
    const request = { to: running.faucet.address, nonce: new Uint8Array(), timestamp: undefined }
    const timestamp = (): number => blockTemplate(chain, pool, request, random).block.timestamp
    expect(timestamp()).toBe(NOW)
    now = NOW - 1000
    expect(chain.minTimestamp).toBeGreaterThan(now)
    expect(timestamp()).toBe(chain.minTimestamp)
    now = NOW
  })

  it('ends unlock times by height and by time', () => {
    const { chain } = running.node
    const locks = (...times: readonly number[]) => times.map((time) => chain.isUnlocked(BigInt(time)))
    expect(locks(0, chain.height, chain.height + 1, 499_999_999)).toEqual([true, true, false, false])
    expect(locks(500_000_000, NOW + 120, NOW + 121)).toEqual([true, true, false])
  })
})

describe('pulse blocks', () => {
  const { network } = withForks(regtestRules, parseForks('7:1,16:3', regtestRules))
  // The schedule starts with the block before fork 16.
  const blocks = (top: number) => timesOf(0, 500, 1000, 1120, top)

  it('follow the schedule, between 90 and 150 seconds after the top block', () => {
    expect(pulseTimes(network, blocks(1240))).toEqual({ ideal: 1360, target: 1360, fallback: 1360 + 255 * 60 })
    expect(pulseTimes(network, blocks(1270))).toMatchObject({ ideal: 1360, target: 1360 })
    expect(pulseTimes(network, blocks(1271))).toMatchObject({ ideal: 1360, target: 1361 })
    expect(pulseTimes(network, blocks(1210))).toMatchObject({ ideal: 1360, target: 1360 })
    expect(pulseTimes(network, blocks(1209))).toMatchObject({ ideal: 1360, target: 1359 })
    expect(pulseTimes(network, timesOf(0, 500))).toBeUndefined()
  })

  it('have rounds of one minute', () => {
    // Round 255 is reported, but blocks are mined by then.
    const rounds = [1300, 1360, 1419, 1420, 1360 + 255 * 60, 1360 + 256 * 60]
    expect(rounds.map((now) => pulseRound(network, blocks(1240), now))).toEqual([0, 0, 0, 1, 255, undefined])
  })
})
