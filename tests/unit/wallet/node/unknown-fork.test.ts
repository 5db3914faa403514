// A hard fork that the program does not know: the scan stops before it, nothing is paid, and everything goes on with a newer program.
import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeRefusedError } from '../../../../src/daemon/errors.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import type { JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { UnknownForkError } from '../../../../src/wallet/node/unknownFork.ts'
import { Synchronizer } from '../../../../src/wallet/sync/synchronizer.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { failure, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { forkChain, mineOn } from '../../../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost, viewOf } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { fundedWallet, quietNode } from '../../../support/wallet/payer.ts'
import { type ChainBlock, chainBlock } from '../../../support/wallet/recorded-chains.ts'
import { chain, contentOf, wallets } from '../../../support/wallet/small-chain.ts'
import { smallNode, synchronizerOf, syncStage } from '../../../support/wallet/sync-stage.ts'

const VERSION = 18

/** The rules of a program that knows the fork. */
const newer: Network = { ...oxenRegtest, hardForks: [...oxenRegtest.hardForks, { version: VERSION, height: 1000 }] }

/** Raises the version of the blocks from a height on. */
const raised = (blocks: readonly ChainBlock[], height: number): ChainBlock[] => {
  const changed = blocks.slice(0, height)
  for (const { parsed, ...raw } of blocks.slice(height)) {
    const previousId = changed.at(-1)?.id ?? parsed.previousId
    const block = serializeBlock({ ...parsed, majorVersion: VERSION, minorVersion: VERSION, previousId })
    changed.push(chainBlock(oxenRegtest, { ...raw, block }))
  }
  return changed
}

const grown = (blocks: readonly ChainBlock[], count: number): ChainBlock[] => {
  let longer = [...blocks]
  for (let i = 0; i < count; i++) longer = mineOn(oxenRegtest, longer)
  return longer
}

const refreshed = async (sync: Synchronizer): Promise<void> => {
  sync.start()
  await sync.refresh()
}

describe('the sync', () => {
  it('stores the blocks before an unknown fork and nothing of it, also within one page', async () => {
    const stage = await syncStage({ node: smallNode(raised(grown(chain, 6), chain.length + 2)) })
    const { sync, reported } = synchronizerOf(stage)
    await refreshed(sync)
    expect(stage.state.height).toBe(chain.length + 2)
    expect(sync.state).toMatchObject({
      phase: 'offline',
      problem: expect.stringContaining(`block ${chain.length + 2} follows hard fork 18`),
      unknownFork: { version: 18, height: chain.length + 2 },
    })
    expect(reported).toEqual([])
    await sync.close()
  })

  it('does not parse blocks of an unknown fork, whose layout may be another', async () => {
    const [last] = chain.slice(-1)
    if (last === undefined) throw new RangeError('the chain is empty')
    const foreign = {
      ...last,
      block: concat(Uint8Array.of(VERSION), new Uint8Array(7)),
      id: new Uint8Array(32).fill(7),
    }
    const stage = await syncStage({ node: smallNode([...chain, foreign, foreign]) })
    const { sync } = synchronizerOf(stage)
    await refreshed(sync)
    expect(stage.state.height).toBe(chain.length)
    expect(sync.state.unknownFork).toEqual({ version: 18, height: chain.length })
    await sync.close()
  })

  it('begins no wallet at a block of an unknown fork', async () => {
    const blocks = raised(grown(chain, 6), chain.length)
    const stage = await syncStage({ node: smallNode(blocks), restoreHeight: chain.length + 3 })
    const { sync } = synchronizerOf(stage)
    await refreshed(sync)
    expect(stage.state.height).toBe(0)
    expect(sync.state.unknownFork).toEqual({ version: 18, height: chain.length + 2 })
    await sync.close()
  })

  it('discards nothing for another chain that begins with an unknown fork', async () => {
    const base = chain.length - 5
    const stage = await syncStage({ restoreHeight: base + 1 })
    const { sync } = synchronizerOf(stage)
    await refreshed(sync)
    const other = forkChain(oxenRegtest, chain, base - 2, 20)
    stage.node.setChain(raised(other, base))
    await sync.refresh()
    expect([stage.state.height, stage.state.blockIds.base]).toEqual([chain.length, base])
    expect(sync.state.unknownFork).toEqual({ version: 18, height: base })
    await sync.close()
  })

  it('does not count blocks of an unknown fork as a longer chain', async () => {
    const stage = await syncStage()
    const { sync } = synchronizerOf(stage)
    await refreshed(sync)
    const before = stage.state.blockIds.idAt(chain.length - 1)
    stage.node.setChain(raised(forkChain(oxenRegtest, chain, chain.length - 5, 20), chain.length - 2))
    await sync.refresh()
    expect(stage.state.blockIds.idAt(chain.length - 1)).toEqual(before)
    expect(sync.state.unknownFork).toEqual({ version: 18, height: chain.length - 2 })
    await sync.close()
  })

  it('goes on with a program that knows the fork', async () => {
    const blocks = raised(grown(chain, 6), chain.length + 2)
    const stage = await syncStage({ node: smallNode(blocks) })
    const older = synchronizerOf(stage)
    await refreshed(older.sync)
    await older.sync.close()
    const { state, outputScanner, random } = stage.context
    const { clock, schedule } = stage.time
    const sync = new Synchronizer(
      {
        network: newer,
        state,
        outputScanner,
        random,
        clock,
        schedule,
        report: () => undefined,
        changed: () => undefined,
      },
      stage.node,
    )
    await refreshed(sync)
    expect(state.height).toBe(blocks.length)
    expect(sync.state).toMatchObject({ phase: 'synced', problem: '', unknownFork: undefined })
    await sync.close()
  })

  it('goes on with a node that does not follow the fork', async () => {
    const stage = await syncStage({ node: smallNode(raised(grown(chain, 6), chain.length)) })
    const { sync } = synchronizerOf(stage)
    await refreshed(sync)
    await sync.follow(smallNode(grown(chain, 3)))
    await sync.refresh()
    expect(sync.state).toMatchObject({ phase: 'synced', unknownFork: undefined, height: chain.length + 3 })
    await sync.close()
  })
})

describe('a wallet on a chain beyond an unknown fork', () => {
  const FORK = 140
  const rules = withForks(developmentRules, parseForks(`7:1,17:2,18:${FORK}`, developmentRules))

  it('shows what it has, and refuses payments by name', async () => {
    const running = quietNode({ rules })
    const engine = await fundedWallet(running)
    await callNode(running, 'dev_mine', { blocks: FORK - 15 - running.node.chain.height })
    await engine.refresh()
    const wallet = openedIn(engine)
    const address = wallet.addressText({ major: 0, minor: 1 })
    const destinations = [{ amount: 1_000_000_000, address }]
    const { tx_hash: paid } = await resultOf(engine, 'transfer', { destinations })
    await callNode(running, 'dev_mine', { blocks: 14 })
    await engine.refresh()
    const waiting = await engine.prepareTransfer({
      account: 0,
      priority: 1,
      destinations: [{ address, amount: 2_000_000_000n }],
    })
    const made = await resultOf(engine, 'transfer', { destinations, do_not_relay: true, get_tx_metadata: true })

    // The next block is the first one of the fork: its node says so before any block does.
    await callNode(running, 'dev_mine')
    await engine.refresh()
    expect(wallet.state.height).toBe(FORK)
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', unknownFork: undefined })
    await expect(wallet.payments.checkHardFork()).rejects.toThrow(UnknownForkError)
    expect(await failure(engine, 'transfer', { destinations })).toEqual({
      code: -1,
      message: expect.stringContaining(
        'the node follows hard fork 18, but this program knows Oxen regtest up to hard fork 17',
      ),
    })

    await callNode(running, 'dev_mine', { blocks: 5 })
    const before = contentOf(engine.wallet ?? wallet)
    await engine.refresh()
    expect(wallet.state.height).toBe(FORK)
    expect(contentOf(wallet)).toEqual(before)
    expect((await viewOf(engine)).wallet?.sync.unknownFork).toEqual({ version: 18, height: FORK })
    expect(wallet.transfers({}).map(({ txid }) => txid)).toContain(paid)
    const refusal = { code: -1, message: expect.stringContaining(`block ${FORK} follows hard fork 18`) }
    const calls: readonly (readonly [string, JsonWritable])[] = [
      ['transfer', { destinations }],
      ['sweep_all', { address }],
      ['relay_tx', { hex: String(made['tx_metadata']) }],
      ['refresh', {}],
    ]
    for (const [method, params] of calls) expect(await failure(engine, method, params), method).toEqual(refusal)
    await expect(engine.confirmTransfer(waiting.id)).rejects.toThrow(UnknownForkError)
    expect((await resultOf(engine, 'get_balance', {}))['balance']).toBe(Number(wallet.balance(0).total))
    expect(running.node.pool.size).toBe(0)
    await engine.closeWallet()
  })
})

describe('the fork that a node reports', () => {
  it('is not known if the node refuses the question: its blocks show it', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), oxenRegtest.id, wallets.A.keys.mnemonic)
    node.hardFork = () => Promise.reject(new NodeRefusedError('Method not found', { details: { url: node.url } }))
    await openedIn(engine).payments.checkHardFork()
    node.reportedHardFork = 200
    delete (node as { hardFork?: unknown }).hardFork
    await expect(openedIn(engine).payments.checkHardFork()).rejects.toMatchObject({
      code: 'unknown-fork',
      details: { version: 200, height: undefined, newest: 17 },
    })
    await engine.closeWallet()
  })
})
