// The development node of the monero family and a real monerod: each accepts all blocks and transactions of the other, and both report the
// same figures for them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { blockId, parseBlock, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { findDevelopmentWallets } from '../../../src/devnet/mining/developmentWallets.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import type { BlockRecord } from '../../../src/devnet/records/chainRecords.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { callNode } from '../../support/devnet/node-calls.ts'
import { type Peer, startMonerod } from '../../support/peers/monero.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../support/wallet/engine-host.ts'
import { prepareWalletTransfer } from '../../support/wallet/spend/spend.ts'

const ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
const XMR = 10n ** 12n

let monerod: Peer
let ours: RunningNode

beforeAll(async () => {
  monerod = await startMonerod()
  ours = startDevelopmentNode({
    ...moneroChain,
    wallets: 1,
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
  })
})

afterAll(async () => {
  ours?.close()
  await monerod?.stop()
})

type Header = {
  readonly hash: string
  readonly height: number
  readonly reward: number
  readonly block_weight: number
  readonly long_term_weight: number
  readonly difficulty: number
  readonly num_txes: number
}

const sendRaw = async (blob: Uint8Array): Promise<Record<string, unknown>> => {
  const response = await fetch(`${monerod.url}/send_raw_transaction`, {
    method: 'POST',
    body: JSON.stringify({ tx_as_hex: toHex(blob), do_not_relay: false }),
  })
  // monerod responds with objects.
  return (await response.json()) as Record<string, unknown>
}

/** Submits Faba's blocks from a height on to monerod, each after its transactions. */
const handOver = async (from: number): Promise<void> => {
  for (const { block, transactions, height } of ours.node.chain.blocks.slice(from)) {
    for (const { blob } of transactions.slice(1))
      expect(await sendRaw(blob), `at ${height}`).toMatchObject({ status: 'OK' })
    // JSON-RPC with an array of parameters, which the type of the helper does not include.
    await monerod.call('submit_block', [toHex(serializeBlock(block))] as unknown as Record<string, unknown>)
  }
}

const headerOf = async (height: number): Promise<Header> =>
  (await monerod.call<{ block_header: Header }>('get_block_header_by_height', { height })).block_header

const figuresOf = ({ id, height, block, weight, longTermWeight, difficulty, transactions }: BlockRecord): Header => ({
  hash: toHex(id),
  height,
  reward: Number(block.minerTransaction.outputs.reduce((sum, { amount }) => sum + amount, 0n)),
  block_weight: weight,
  long_term_weight: longTermWeight,
  difficulty: Number(difficulty),
  num_txes: transactions.length - 1,
})

describe('a development node and a real monerod', () => {
  it('agrees on the genesis block', async () => {
    const [genesis] = ours.node.chain.blocks
    if (genesis === undefined) throw new Error('the chain is empty')
    expect(await headerOf(0)).toMatchObject(figuresOf(genesis))
  })

  it('agrees on blocks of the development node that contain transactions', async () => {
    await handOver(1)
    const before = ours.node.chain.height
    await ours.faucet.pay(ADDRESS, 3n * XMR)
    await ours.faucet.pay(ADDRESS, 50n * XMR)
    await handOver(before)
    const { chain } = ours.node
    expect(await monerod.call('get_info')).toMatchObject({ height: chain.height, top_block_hash: toHex(chain.tip.id) })
    for (const record of chain.blocks) expect(await headerOf(record.height)).toMatchObject(figuresOf(record))
    expect(chain.blocks.reduce((sum, { transactions }) => sum + transactions.length - 1, 0)).toBeGreaterThanOrEqual(2)
  })

  it('agrees on blocks of monerod', async () => {
    const { chain } = ours.node
    const { blocks } = await monerod.call<{ blocks: string[] }>('generateblocks', {
      amount_of_blocks: 30,
      wallet_address: ADDRESS,
    })
    for (const hash of blocks) {
      const { blob } = await monerod.call<{ blob: string }>('get_block', { hash })
      expect(ours.node.submitBlock(fromHex(blob))).toBe('added')
    }
    for (const record of chain.blocks.slice(-30)) expect(await headerOf(record.height)).toMatchObject(figuresOf(record))
  })

  it('agrees on alternative blocks and on reorganisations', async () => {
    const { node } = ours
    const { chain, alternatives } = node
    const idAt = (height: number): string => toHex(chain.blockAt(height)?.id ?? new Uint8Array())
    type Template = { readonly blocktemplate_blob: string; readonly height: number; readonly expected_reward: number }
    const template = async (previous: string): Promise<readonly [Template, Template]> => {
      const params = { wallet_address: ADDRESS, prev_block: previous }
      // The response of the requested method.
      const here = (await callNode(ours, 'get_block_template', params)) as Template
      return [here, await monerod.call<Template>('get_block_template', params)]
    }
    type Branch = { block_hash: string; block_hashes: string[]; difficulty: number; height: number; length: number }
    const branches = async (): Promise<readonly Branch[]> =>
      (await monerod.call<{ chains?: Branch[] }>('get_alternate_chains')).chains ?? []
    /** Submits a block to both nodes and expects the same result. */
    const submit = async ({ blocktemplate_blob: blob }: Template): Promise<string> => {
      node.submitBlock(fromHex(blob))
      await monerod.call('submit_block', [blob] as unknown as Record<string, unknown>)
      const { top_block_hash: top } = await monerod.call<{ top_block_hash: string }>('get_info')
      expect(top).toBe(toHex(chain.tip.id))
      return toHex(blockId(parseBlock(node.rules.network, fromHex(blob))))
    }
    const top = chain.height - 1
    const [first, theirFirst] = await template(idAt(top - 2))
    expect(first).toMatchObject({ height: theirFirst.height, expected_reward: theirFirst.expected_reward })
    // Alternates blocks of Faba and monerod on one branch.
    const one = await submit(first)
    const [, theirSecond] = await template(one)
    const two = await submit(theirSecond)
    const [branch] = await branches()
    expect(branch).toMatchObject({ block_hash: two, block_hashes: [two, one], length: 2, height: top })
    const [own] = alternatives.chains
    expect(own?.blocks.map(({ id }) => toHex(id))).toEqual([two, one])
    expect(own?.blocks[0]?.cumulativeDifficulty).toBe(BigInt(branch?.difficulty ?? 0))
    expect(idAt(top)).not.toBe(two)
    const [third] = await template(two)
    const three = await submit(third)
    expect([idAt(top - 1), idAt(top), idAt(top + 1)]).toEqual([one, two, three])
    for (const record of chain.blocks.slice(-3)) expect(await headerOf(record.height)).toMatchObject(figuresOf(record))
    // Both keep the replaced blocks as alternative blocks, as this family does.
    expect((await branches()).map(({ block_hashes: hashes }) => hashes)).toEqual(
      alternatives.chains.map(({ blocks }) => blocks.map(({ id }) => toHex(id))),
    )
  })

  it('agrees on fees', async () => {
    for (const grace of [0, 10, 50]) {
      const theirs = await monerod.call<{ fee: number; fees: number[]; quantization_mask: number }>(
        'get_fee_estimate',
        {
          grace_blocks: grace,
        },
      )
      const { chain } = ours.node
      const rates = chain.rules.consensus.feeRates(chain, grace)
      expect(rates.perByteLevels.map(Number)).toEqual(theirs.fees)
      expect(Number(rates.perByte)).toBe(theirs.fee)
      expect(Number(rates.quantizationMask)).toBe(theirs.quantization_mask)
    }
  })

  it('refuses to relay an unlock time, with the flags and the reason of monerod', async () => {
    const [{ words = '' } = {}] = await findDevelopmentWallets(ours.node.chain)
    const fetchOurs = (request: Request): Promise<Response> => ours.fetch(request)
    const engine = createEngine(testHost(createNodeClient({ url: 'http://node', fetch: fetchOurs })))
    await engine.restoreFromWords(newWallet('monero-regtest'), { words, offset: '' }, BEGINNING)
    await engine.refresh()
    const [transaction] = await prepareWalletTransfer(openedIn(engine), {
      ...{ account: 0, subaddresses: [], priority: 1, unlockTime: 500n },
      destinations: [{ address: ADDRESS, amount: XMR }],
    })
    if (transaction === undefined) throw new Error('nothing is paid')
    const theirs = await sendRaw(transaction.blob)
    expect(theirs).toMatchObject({ status: 'Failed', nonzero_unlock_time: true })
    const { reason } = theirs
    const body = JSON.stringify({ tx_as_hex: toHex(transaction.blob), do_not_relay: false })
    const answer = await ours.fetch(new Request('http://node/send_raw_transaction', { method: 'POST', body }))
    expect(await answer.json()).toMatchObject({ ...theirs, reason: expect.stringContaining(String(reason)) })
    await engine.closeWallet()
  })
})
