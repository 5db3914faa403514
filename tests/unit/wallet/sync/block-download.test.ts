// Downloads of blocks without an engine: what is committed, verified, counted and recorded, and what stops it.
import { describe, expect, it, vi } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeRefusedError } from '../../../../src/daemon/errors.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { downloadBlocks } from '../../../../src/wallet/sync/blockDownload.ts'
import type { ScanCounts } from '../../../../src/wallet/sync/blockProcessor.ts'
import { ChainError } from '../../../../src/wallet/sync/pageReader.ts'
import type { SyncContext } from '../../../../src/wallet/sync/syncContext.ts'
import { forkChain } from '../../../support/wallet/chain-builder.ts'
import { bytesOf, samplePayment } from '../../../support/wallet/ledger-samples.ts'
import type { ChainBlock } from '../../../support/wallet/recorded-chains.ts'
import { chain } from '../../../support/wallet/small-chain.ts'
import { type SyncStage, settled, smallNode, syncStage } from '../../../support/wallet/sync-stage.ts'

/** A paid B in block 203. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'

/** The recorded chain up to the first transfers. */
const START = chain.slice(0, 206)

/** A wallet of restore height 200, so that few blocks are scanned. */
const stageOf = (blocks: readonly ChainBlock[] = START): Promise<SyncStage> =>
  syncStage({ node: smallNode(blocks), restoreHeight: 200 })

/** Downloads all blocks, and returns what listeners heard. */
const download = async ({ node, context }: SyncStage, fields: Partial<SyncContext> = {}) => {
  const pages: [chainHeight: number, height: number][] = []
  const committed: ScanCounts[] = []
  await downloadBlocks({ ...context, ...fields }, await node.info(), {
    beginPage: (chainHeight, height) => pages.push([chainHeight, height]),
    committed: (counts) => committed.push(counts),
  })
  return { pages, committed }
}

const sumOf = (committed: readonly ScanCounts[], field: keyof ScanCounts): number =>
  committed.reduce((sum, counts) => sum + counts[field], 0)

const requestedIds = (node: SyncStage['node']): string[][] => {
  const requests: string[][] = []
  const transactions = node.transactions.bind(node)
  node.transactions = (ids) => {
    requests.push(ids.map(toHex))
    return transactions(ids)
  }
  return requests
}

const paymentTo = ({ state }: SyncStage) =>
  [...state.ledger.outputs.values()].filter(({ txid }) => toHex(txid) === TXID).map(({ amount }) => amount)

describe('a download', () => {
  it('commits all blocks with what they pay to the wallet', async () => {
    const stage = await stageOf()
    const { pages, committed } = await download(stage)
    const { state } = stage
    expect([state.height, state.blockIds.base]).toEqual([206, 199])
    expect(state.blockIds.idAt(205)).toEqual(chain[205]?.id)
    expect(paymentTo(stage)).toEqual([777000001n])
    expect(pages).toEqual([[206, 200]])
    expect(sumOf(committed, 'blocks')).toBe(6)
    expect(sumOf(committed, 'outputs')).toBe(state.ledger.outputs.size)
    const coinbase = chain[205]?.parsed.minerTransaction.outputs ?? []
    expect(state.lastReward).toBe(coinbase.reduce((sum, { amount }) => sum + amount, 0n))
  })

  it('requests the next page before it parses the last one, after whose newest blocks that begins', async () => {
    const stage = await stageOf()
    const { node, context } = stage
    node.pageSize = 4
    const events: string[] = []
    const [blocks, begin] = [node.blocks.bind(node), context.outputScanner.begin.bind(context.outputScanner)]
    node.blocks = (history) => {
      events.push(`after ${history.slice(0, 4).map((id) => chain.findIndex((block) => toHex(block.id) === toHex(id)))}`)
      return blocks(history)
    }
    context.outputScanner.begin = (...batch) => {
      events.push('scan')
      return begin(...batch)
    }
    await download(stage)
    // A page begins with the block that the wallet knows.
    expect(events).toEqual(['after 199,0', 'after 202,201,200,199', 'scan', 'scan'])
  })

  it('follows the node to a fork that replaces the newest block of the page before', async () => {
    const forked = forkChain(oxenRegtest, chain, 202, 6)
    const stage = await stageOf()
    const { node } = stage
    node.pageSize = 4
    const blocks = node.blocks.bind(node)
    let requests = 0
    node.blocks = (history) => {
      if (++requests === 2) node.setChain(forked)
      return blocks(history)
    }
    await download(stage)
    expect(requests).toBeGreaterThan(2)
    expect(stage.state.height).toBe(forked.length)
    for (const height of [201, 202, 207]) expect(stage.state.blockIds.idAt(height)).toEqual(forked[height]?.id)
  })

  it('commits the same from pages of any size', async () => {
    const whole = await stageOf()
    await download(whole)
    for (const pageSize of [2, 3]) {
      const stage = await stageOf()
      stage.node.pageSize = pageSize
      const { pages, committed } = await download(stage)
      expect(pages.map(([, height]) => height)).toEqual(
        pageSize === 2 ? [200, 201, 202, 203, 204, 205] : [200, 202, 204],
      )
      expect(sumOf(committed, 'blocks')).toBe(6)
      expect([...stage.state.ledger.outputs]).toEqual([...whole.state.ledger.outputs])
      expect(stage.state.blockIds.history(oxenRegtest.genesisId)).toEqual(
        whole.state.blockIds.history(oxenRegtest.genesisId),
      )
    }
  })

  it('ends at once if the node’s top block is where the wallet begins, or on our chain', async () => {
    const begins = await syncStage({ node: smallNode(chain.slice(0, 1)) })
    expect(await download(begins)).toEqual({ pages: [], committed: [] })
    expect([begins.state.height, begins.node.calls]).toEqual([1, ['info']])
    const stage = await stageOf()
    await download(stage)
    stage.node.setChain(chain.slice(0, 203))
    expect(await download(stage)).toEqual({ pages: [], committed: [] })
    expect(stage.state.height).toBe(206)
  })

  it('counts blocks from the restore height on, though it may begin below', async () => {
    const stage = await stageOf()
    await stage.state.update('relaxed', () => ({
      restoreHeight: 204,
      blockIds: new BlockIds(199, chain[199]?.id ?? bytesOf(0)),
    }))
    const { committed } = await download(stage)
    expect(sumOf(committed, 'blocks')).toBe(2)
    expect(paymentTo(stage)).toEqual([])
  })

  it('creates the addresses that receive outputs', async () => {
    const stage = await stageOf(chain)
    await download(stage)
    const { state } = stage
    const used = [...state.ledger.outputs.values()].map(({ subaddress }) => subaddress)
    expect(used.some(({ major, minor }) => major + minor > 0)).toBe(true)
    for (const { major, minor } of used) expect(state.labels[major]?.[minor]).toBeDefined()
  })

  it('does not rewrite the labels without new addresses', async () => {
    const stage = await stageOf(chain.slice(0, 203))
    const before = stage.state.labels
    await download(stage)
    expect(stage.state.labels).toBe(before)
  })
})

describe('the requests of a download', () => {
  const pageRequests = ({ node }: SyncStage): number => node.calls.filter((name) => name === 'blocks').length

  it('end with the page that reaches the node’s top', async () => {
    const stage = await stageOf()
    await download(stage)
    expect(pageRequests(stage)).toBe(1)
    const paged = await stageOf()
    paged.node.pageSize = 4
    await download(paged)
    expect(pageRequests(paged)).toBe(2)
  })

  it('end at the top of a longer chain that is received in several pages', async () => {
    const stage = await stageOf()
    await download(stage)
    stage.node.setChain(forkChain(oxenRegtest, chain, 203, 8))
    stage.node.pageSize = 5
    const { pages } = await download(stage)
    expect(pages).toEqual([
      [211, 203],
      [211, 207],
    ])
    expect(stage.state.height).toBe(211)
  })

  it('do not include the genesis block after a failure of the node', async () => {
    const stage = await stageOf()
    stage.node.blocks = () => Promise.reject(new RangeError('the connection ended'))
    await download(stage).catch(() => undefined)
    expect(stage.node.calls.filter((name) => name === 'block')).toHaveLength(1)
  })

  it('go on above our top block, though the node reports higher blocks as final', async () => {
    const stage = await stageOf()
    stage.context.claims.record(stage.node.url, { ...(await stage.node.info()), immutableHeight: 204 })
    await download(stage)
    expect(stage.state.height).toBe(206)
  })

  it('that fail are reported when the pages before them are committed, not before', async () => {
    const unhandled: unknown[] = []
    const listen = (error: unknown): void => void unhandled.push(error)
    process.on('unhandledRejection', listen)
    const stage = await stageOf()
    const { node, context, state } = stage
    node.pageSize = 3
    const { blocks } = node
    node.blocks = (history) =>
      pageRequests(stage) === 2 ? Promise.reject(new RangeError('the connection ended')) : blocks.call(node, history)
    const { outputScanner } = context
    const finish = outputScanner.finish.bind(outputScanner)
    vi.spyOn(outputScanner, 'finish').mockImplementation(async (scanning, signal) => {
      await settled()
      return await finish(scanning, signal)
    })
    await expect(download(stage)).rejects.toThrow('the connection ended')
    await settled()
    process.off('unhandledRejection', listen)
    expect([unhandled, state.height]).toEqual([[], 204])
  })
})

describe('the batches of a page', () => {
  /** The recorded chain, and coinbases after it. */
  const long = forkChain(oxenRegtest, chain, chain.length, 800)

  it('have 256 outputs at first, then twice as many each', async () => {
    const stage = await syncStage({ node: smallNode(long), restoreHeight: 100 })
    const begin = vi.spyOn(stage.context.outputScanner, 'begin')
    await download(stage)
    // A batch ends with a block, so that it may have a few more.
    const sizes = begin.mock.calls.slice(0, 3).map(([batch]) => Math.floor(batch.outputCount / 256))
    expect(sizes).toEqual([1, 2, 4])
  })

  it('are discarded if a later block of the page is malformed', async () => {
    const broken = chain.map((block, i) =>
      i === chain.length - 1 ? { ...block, block: block.block.slice(0, -1) } : block,
    )
    const stage = await syncStage({ node: smallNode(broken), restoreHeight: 100 })
    const { outputScanner } = stage.context
    const begin = vi.spyOn(outputScanner, 'begin')
    const discard = vi.spyOn(outputScanner, 'discard')
    await expect(download(stage)).rejects.toThrow()
    expect(begin.mock.results.length).toBeGreaterThan(0)
    expect(discard.mock.calls.map(([scanning]) => scanning)).toEqual(begin.mock.results.map(({ value }) => value))
    expect(stage.state.height).toBe(100)
  })
})

describe('the verification of blocks', () => {
  it('requests all transactions of the newest blocks at once', async () => {
    const stage = await stageOf()
    const requests = requestedIds(stage.node)
    await download(stage, { network: { ...oxenRegtest, hasBlink: false } })
    expect(requests).toEqual([START.flatMap(({ parsed }) => parsed.transactionIds.map(toHex))])
  })

  it('of a long range requests those of blocks with something of ours, and some others', async () => {
    const node = smallNode(chain)
    const stage = await syncStage({ node, restoreHeight: 100 })
    const requests = requestedIds(node)
    await download(stage, { network: { ...oxenRegtest, hasBlink: false } })
    const requested = new Set(requests.flat())
    for (const { txid, coinbase } of stage.state.ledger.outputs.values())
      if (!coinbase) expect(requested.has(toHex(txid))).toBe(true)
    for (const txid of stage.state.ledger.payments.keys()) expect(requested.has(txid)).toBe(true)
    expect(requested.size).toBeLessThan(chain.flatMap(({ parsed }) => parsed.transactionIds).length)
  })

  it('requests blocks that confirm a pending payment', async () => {
    const id = chain[203]?.parsed.transactionIds[0] ?? bytesOf(0)
    const node = smallNode(chain.slice(0, 240))
    const stage = await syncStage({ node, restoreHeight: 100, wallet: 'C' })
    await stage.state.update('strict', (draft) => void draft.putPayment(samplePayment({ txid: id, keyImages: [] })))
    const requests = requestedIds(node)
    await download(stage, { network: { ...oxenRegtest, hasBlink: false } })
    expect(requests.flat()).toContain(toHex(id))
  })

  it('keeps the pages before one that cannot be proven', async () => {
    const stage = await stageOf()
    const { node, state } = stage
    node.pageSize = 4
    node.falseHashes.set(toHex(chain[205]?.parsed.transactionIds[0] ?? bytesOf(0)), bytesOf(1))
    node.wholeTransactions = async () => []
    await expect(download(stage)).rejects.toThrow(ChainError)
    expect(state.height).toBeLessThan(206)
    expect(state.height).toBeGreaterThan(200)
  })
})

describe('a reorganisation', () => {
  it('replaces blocks by a longer chain', async () => {
    const stage = await stageOf()
    await download(stage)
    const forked = forkChain(oxenRegtest, chain, 203, 5)
    stage.node.setChain(forked)
    const { pages, committed } = await download(stage)
    expect(pages).toEqual([[208, 203]])
    expect(sumOf(committed, 'blocks')).toBe(5)
    expect(stage.state.blockIds.idAt(207)).toEqual(forked[207]?.id)
    expect(paymentTo(stage)).toEqual([])
  })

  it('leaves our blocks if the chain is not longer', async () => {
    const stage = await stageOf()
    await download(stage)
    stage.node.setChain(forkChain(oxenRegtest, chain, 203, 3))
    expect((await download(stage)).pages).toEqual([])
    expect(stage.state.blockIds.idAt(205)).toEqual(chain[205]?.id)
  })

  it('below the first known block begins again on the new chain', async () => {
    const stage = await stageOf()
    await download(stage)
    const forked = forkChain(oxenRegtest, chain, 150, 60)
    stage.node.setChain(forked)
    await download(stage)
    expect([stage.state.height, stage.state.blockIds.base]).toEqual([210, 199])
    expect(stage.state.blockIds.idAt(209)).toEqual(forked[209]?.id)
    expect(paymentTo(stage)).toEqual([])
    expect(sumOf((await download(stage)).committed, 'blocks')).toBe(0)
  })

  it('below the first known block is left alone if the chain is not longer', async () => {
    const stage = await stageOf()
    await download(stage)
    stage.node.setChain(forkChain(oxenRegtest, chain, 150, 56))
    expect((await download(stage)).pages).toEqual([])
    expect(stage.state.height).toBe(206)
  })

  it('does not begin again twice', async () => {
    const stage = await stageOf()
    await download(stage)
    const { node } = stage
    const forked = forkChain(oxenRegtest, chain, 150, 60)
    node.setChain(forked)
    node.blocks = async () => ({ startHeight: 0, chainHeight: 210, blocks: forked.slice(0, 1) })
    await expect(download(stage)).rejects.toThrow('does not know the block at which the scan began')
  })
})

describe('blinks in recent blocks', () => {
  const blinksAfter = async (prepare: (stage: SyncStage) => void, fields: Partial<SyncContext> = {}) => {
    const stage = await stageOf()
    stage.node.approve(chain[203]?.parsed.transactionIds[0] ?? bytesOf(0))
    for (const id of chain[203]?.parsed.transactionIds ?? []) stage.node.approve(id)
    prepare(stage)
    await download(stage, fields)
    return { blinks: [...stage.state.blinks], stage }
  }

  it('of the wallet are recorded', async () => {
    const { blinks, stage } = await blinksAfter(() => undefined)
    const ours = [...stage.state.ledger.outputs.values()].flatMap(({ txid, height, coinbase }) =>
      height === 203 && !coinbase ? [toHex(txid)] : [],
    )
    expect(blinks.sort()).toEqual([...new Set(ours)].sort())
    expect(blinks).toContain(TXID)
  })

  it('are requested with all transactions of blocks that are not final', async () => {
    const all: string[][] = []
    await blinksAfter(({ node }) => {
      node.immutableHeight = 203
      const transactions = node.transactions.bind(node)
      node.transactions = (ids) => {
        all.push(ids.map(toHex))
        return transactions(ids)
      }
    })
    expect(all.at(-1)).toEqual([204, 205].flatMap((height) => (chain[height]?.parsed.transactionIds ?? []).map(toHex)))
  })

  it.each<[string, (stage: SyncStage) => void, Partial<SyncContext>]>([
    ['all blocks are final', ({ node }) => Object.assign(node, { immutableHeight: 205 }), {}],
    ['the network has none', () => undefined, { network: { ...oxenRegtest, hasBlink: false } }],
  ])('are not requested if %s', async (_, prepare, fields) => {
    const { blinks, stage } = await blinksAfter(prepare, fields)
    expect(blinks).toEqual([])
    expect(stage.node.calls.filter((name) => name === 'transactions')).toHaveLength(1)
  })

  it('are unknown if the node refuses to list them', async () => {
    const { blinks } = await blinksAfter(({ node }) => {
      const transactions = node.transactions.bind(node)
      let calls = 0
      node.transactions = (ids) =>
        calls++ === 0 ? transactions(ids) : Promise.reject(new NodeRefusedError('no', { details: { url: node.url } }))
    })
    expect(blinks).toEqual([])
  })

  it('are requested of the twelve newest blocks', async () => {
    const stage = await syncStage({ node: smallNode(chain.slice(0, 216)), restoreHeight: 200 })
    const requests = requestedIds(stage.node)
    await download(stage)
    expect(requests.at(-1)).toEqual(chain.slice(204, 216).flatMap(({ parsed }) => parsed.transactionIds.map(toHex)))
  })

  it('are stored relaxed, and nothing if there are none', async () => {
    const { stage } = await blinksAfter(() => undefined)
    const { state, node } = stage
    const update = vi.spyOn(state, 'update')
    await download(stage)
    expect(update).not.toHaveBeenCalled()
    node.setChain(chain.slice(0, 207))
    await download(stage)
    expect(update.mock.calls.map(([durability]) => durability)).toEqual(['relaxed'])

    const again = await stageOf()
    for (const id of chain[203]?.parsed.transactionIds ?? []) again.node.approve(id)
    const updates = vi.spyOn(again.state, 'update')
    await download(again)
    expect(updates.mock.calls.map(([durability]) => durability)).toEqual(['relaxed', 'relaxed', 'relaxed'])
  })

  it('that the wallet pays are recorded', async () => {
    const id = chain[203]?.parsed.transactionIds[0] ?? bytesOf(0)
    const stage = await syncStage({ node: smallNode(START), restoreHeight: 200, wallet: 'C' })
    await stage.state.update('strict', (draft) => {
      draft.putPayment(samplePayment({ txid: id, keyImages: [] }))
      return undefined
    })
    stage.node.approve(id)
    await download(stage)
    expect([...stage.state.blinks]).toEqual([toHex(id)])
    expect(stage.state.ledger.payments.get(toHex(id))).toMatchObject({ state: 'confirmed', height: 203 })
  })
})

it('explains the refusal of a node that begins with another block', async () => {
  const stage = await stageOf()
  await download(stage)
  stage.node.blocks = () => Promise.reject(new NodeRefusedError('no', { details: { url: 'memory:' } }))
  stage.node.setChain([...START, ...chain.slice(206, 207)])
  await expect(download(stage)).rejects.toThrow('no')
  const network = { ...oxenRegtest, checkpoints: [{ height: 0, id: bytesOf(1) }] }
  await expect(download(stage, { network })).rejects.toThrow('another chain')
})

it('ends after the commit that is being written', async () => {
  const stage = await stageOf()
  await download(stage)
  const { state, node, stop } = stage
  node.setChain(chain.slice(0, 210))
  const update = state.update.bind(state)
  let write = (): void => undefined
  const written = new Promise<void>((resolve) => {
    write = resolve
  })
  vi.spyOn(state, 'update').mockImplementation(async (durability, build) => {
    await written
    await update(durability, build)
  })
  let isEnded = false
  const ended = download(stage).finally(() => {
    isEnded = true
  })
  ended.catch(() => undefined)
  await vi.waitFor(() => expect(state.update).toHaveBeenCalled())
  stop.abort()
  await settled()
  expect(isEnded).toBe(false)
  write()
  await expect(ended).rejects.toThrow('stopped')
  expect(state.height).toBe(210)
})

it('stops while the node answers', async () => {
  const stage = await stageOf()
  const { blocks } = stage.node
  stage.node.blocks = (history) => {
    stage.stop.abort()
    return blocks.call(stage.node, history)
  }
  await expect(download(stage)).rejects.toThrow('stopped')
  expect(stage.state.height).toBe(200)
})
