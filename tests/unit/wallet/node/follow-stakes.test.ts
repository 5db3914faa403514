// When the locks of stakes are requested, and what is recorded of the node's list.
import { describe, expect, it } from 'vitest'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeUnreachableError } from '../../../../src/daemon/errors.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { checkStakes, followStakes } from '../../../../src/wallet/node/followStakes.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { bytesOf, keyHex, numberedOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'
import { smallNode } from '../../../support/wallet/sync-stage.ts'

/** Number of known blocks at the beginning. */
const HEIGHT = 100

const stake = (number: number, fields: Partial<OutputFields> = {}) =>
  numberedOutput(number, { stake: true, height: 50, ...fields })

const stage = async (outputs: readonly OwnedOutput[] = [stake(1)]) => {
  const state = await WalletState.create(openMemoryStore(), 0)
  const node = smallNode()
  const setHeight = (height: number) =>
    state.update('relaxed', () => ({ blockIds: new BlockIds(0, new Uint8Array(32 * height)) }))
  await state.update('strict', (draft) => {
    for (const output of outputs) draft.putOutput(output)
    return undefined
  })
  await setHeight(HEIGHT)
  const context = { network: oxenRegtest, state, node }
  /** Follows the stakes at a height, and returns the number of requests so far. */
  const followAt = async (height: number): Promise<number> => {
    await setHeight(height)
    await followStakes(context)
    return node.calls.length
  }
  const checkAt = async (height: number): Promise<number> => {
    await setHeight(height)
    await checkStakes(context)
    return node.calls.length
  }
  return { state, node, context, followAt, checkAt }
}

const lock = (number: number, unlockHeight: number | undefined) => ({ keyImage: bytesOf(100 + number), unlockHeight })

describe('the locks of stakes', () => {
  it('are those of unspent stakes of the wallet', async () => {
    const spent = { spent: { txid: bytesOf(9), height: undefined } }
    const { state, node, followAt } = await stage([
      stake(1),
      stake(2),
      stake(3, spent),
      stake(4, { keyImage: undefined }),
      numberedOutput(5),
    ])
    node.stakes = [lock(1, 300), lock(2, undefined), lock(3, 5), lock(5, 5), lock(6, 5)]
    await followAt(HEIGHT)
    expect(state.stakeLocks).toEqual(
      new Map([
        [keyHex(101), { unlockHeight: 300, serviceNodeKey: undefined }],
        [keyHex(102), { unlockHeight: undefined, serviceNodeKey: undefined }],
      ]),
    )
  })

  it.each([
    ['without stakes', [numberedOutput(1)]],
    ['whose stakes are spent', [stake(1, { spent: { txid: bytesOf(9), height: 60 } })]],
  ])('are not requested in a wallet %s', async (_, outputs) => {
    const { followAt, checkAt } = await stage(outputs)
    expect(await followAt(HEIGHT)).toBe(0)
    expect(await checkAt(HEIGHT)).toBe(0)
  })

  it('are not requested in a network without service nodes', async () => {
    const { context, node } = await stage()
    await followStakes({ ...context, network: moneroRegtest })
    await checkStakes({ ...context, network: moneroRegtest })
    expect(node.calls).toEqual([])
  })

  it.each([
    ['one that is locked', [stake(1)], [lock(1, undefined)]],
    ['one that is free', [stake(1)], []],
    ['one whose unlock height passes', [stake(1)], [lock(1, HEIGHT + 5)]],
    ['several, one of them unlocked soon', [stake(1), stake(2, { height: HEIGHT - 1 })], [lock(1, HEIGHT + 12)]],
  ])('are requested at the same heights, whatever the stakes are: %s', async (_, outputs, stakes) => {
    const { node, followAt } = await stage(outputs)
    node.stakes = stakes
    const requests: number[] = []
    for (let height = HEIGHT + 3; height < HEIGHT + 35; height++) requests.push(await followAt(height))
    const increases = requests.flatMap((count, i) => (count === (requests[i - 1] ?? 0) ? [] : [HEIGHT + 3 + i]))
    expect(increases).toEqual([HEIGHT + 3, HEIGHT + 10, HEIGHT + 20, HEIGHT + 30])
  })

  it('are requested no sooner for a new stake, unless it was ordered here', async () => {
    const { state, followAt } = await stage([])
    expect(await followAt(HEIGHT + 1)).toBe(0)
    await state.update('strict', (draft) => void draft.putOutput(stake(2, { height: HEIGHT + 1 })))
    expect(await followAt(HEIGHT + 2)).toBe(0)
    expect(await followAt(HEIGHT + 9)).toBe(0)
    expect(await followAt(HEIGHT + 10)).toBe(1)
    const own = stake(3, { height: HEIGHT + 11 })
    await state.update('strict', (draft) => {
      draft.putOutput(own)
      draft.putPayment(samplePayment({ txid: own.txid, isOwn: true, state: 'confirmed', height: own.height }))
      return undefined
    })
    expect(await followAt(HEIGHT + 12)).toBe(2)
    expect(await followAt(HEIGHT + 13)).toBe(2)
  })

  it('are requested with each block until an unlock that was ordered here has its height', async () => {
    const { state, node, followAt } = await stage()
    node.stakes = [lock(1, undefined)]
    expect(await followAt(HEIGHT)).toBe(1)
    state.awaitedUnlocks.add(keyHex(lock(1, undefined).keyImage[0] ?? 0))
    expect(await followAt(HEIGHT)).toBe(1)
    expect(await followAt(HEIGHT + 1)).toBe(2)
    node.stakes = [lock(1, HEIGHT + 40)]
    expect(await followAt(HEIGHT + 2)).toBe(3)
    expect(await followAt(HEIGHT + 3)).toBe(3)
  })

  it('are requested again from another node, and on a shorter chain', async () => {
    const { node, context, followAt } = await stage()
    expect(await followAt(HEIGHT + 1)).toBe(1)
    expect(await followAt(HEIGHT)).toBe(2)
    const other = Object.assign(smallNode(), { url: 'other:' })
    await followStakes({ ...context, node: other })
    expect(other.calls).toEqual(['lockedStakes'])
    expect(node.calls).toHaveLength(2)
  })

  it('are requested before a payment, unless they were at this height from this node', async () => {
    const { checkAt, context } = await stage()
    expect(await checkAt(HEIGHT)).toBe(1)
    expect(await checkAt(HEIGHT)).toBe(1)
    expect(await checkAt(HEIGHT + 1)).toBe(2)
    const other = Object.assign(smallNode(), { url: 'other:' })
    await checkStakes({ ...context, node: other })
    expect(other.calls).toEqual(['lockedStakes'])
  })

  it('stay as they are if the node does not answer, which is not asked again at this height', async () => {
    const { state, node, followAt } = await stage()
    node.stakes = [lock(1, undefined)]
    await followAt(HEIGHT)
    node.failure = new NodeUnreachableError('gone', { details: { url: node.url } })
    expect(await followAt(HEIGHT + 10)).toBe(2)
    expect(await followAt(HEIGHT + 10)).toBe(2)
    expect(state.stakeLocks.size).toBe(1)
    node.failure = new TypeError('a defect')
    await expect(followAt(HEIGHT + 20)).rejects.toThrow('a defect')
  })

  it.each([
    ['another stake', [lock(2, 300)]],
    ['another unlock height', [lock(1, 301)]],
    ['no unlock height', [lock(1, undefined)]],
    ['one more', [lock(1, 300), lock(2, undefined)]],
    ['none', []],
  ])('are replaced if the node lists %s', async (_, stakes) => {
    const { state, node, followAt } = await stage([stake(1), stake(2)])
    node.stakes = [lock(1, 300)]
    await followAt(HEIGHT)
    node.stakes = stakes
    await followAt(HEIGHT - 1)
    expect([...state.stakeLocks]).toEqual(
      stakes.map(({ keyImage, unlockHeight }) => [
        keyHex(keyImage[0] ?? 0),
        { unlockHeight, serviceNodeKey: undefined },
      ]),
    )
  })

  it('are not written if they are the same', async () => {
    const { state, node, followAt } = await stage([stake(1), stake(2)])
    node.stakes = [lock(1, 300), lock(2, undefined)]
    await followAt(HEIGHT)
    const before = state.revision
    node.stakes = [lock(2, undefined), lock(1, 300)]
    await followAt(HEIGHT - 1)
    expect([state.revision, node.calls.length]).toEqual([before, 2])
  })
})
