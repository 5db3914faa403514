// A development chain in use: coins of the faucet, blocks on demand and by automatic mining, reorganisations, rejected blocks.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { readPortable } from '../../../../src/bytes/portableStorage.ts'
import { asBlob, asBool, writePortable } from '../../../../src/bytes/portableStorageWriter.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { txPublicKeys } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { decryptAmount } from '../../../../src/crypto/amounts/amountEncryption.ts'
import { derivationToScalar, deriveSpendKey, generateKeys, keyDerivation } from '../../../../src/crypto/keys/keys.ts'
import { BlockRefusedError } from '../../../../src/devnet/chain/chain.ts'
import type { DevelopmentOptions } from '../../../../src/devnet/family/developmentOptions.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { tickingNode } from '../../../support/devnet/ticking-node.ts'
import { seededRandom } from '../../../support/random.ts'

const COIN = 1_000_000_000n
const keys = generateKeys(fromHex('07'.repeat(32)))

/** Starts a node with its own clock and a ticker driven by the test. */
const start = (options: Partial<DevelopmentOptions> = {}) => {
  let now = 1_800_000_000
  return {
    ...tickingNode({ clock: () => now, ...options }),
    pass: (seconds: number) => {
      now += seconds
    },
  }
}

const addressOf = ({ node }: RunningNode): string =>
  formatAddress(node.rules.network, {
    kind: 'standard',
    spendKey: keys.spendPublic,
    viewKey: keys.viewPublic,
    paymentId: undefined,
  })

const call = async ({ fetch }: RunningNode, method: string, params: JsonValue = {}): Promise<JsonValue> => {
  const body = stringifyJson({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  return parseJson(await response.text())
}

/** Returns the amounts that the keys received in a transaction. */
const receivedIn = ({ node }: RunningNode, txid: string): bigint[] => {
  const found = node.chain.transaction(fromHex(txid)) ?? node.pool.get(fromHex(txid))?.parsed
  if (found === undefined) return []
  const { transaction } = found
  const amounts: bigint[] = []
  for (const publicKey of txPublicKeys(parseExtra(node.rules.network, transaction.extra))) {
    const derivation = keyDerivation(publicKey, keys.viewSecret)
    for (const [i, { key, amount }] of transaction.outputs.entries()) {
      if (toHex(deriveSpendKey(derivation, i, key)) !== toHex(keys.spendPublic)) continue
      const encrypted = transaction.rct?.ecdhInfo[i]?.amount
      amounts.push(encrypted === undefined ? amount : decryptAmount(encrypted, derivationToScalar(derivation, i)))
    }
  }
  return amounts
}

describe('a new development chain', () => {
  const running = start()
  const { node } = running

  it('starts with mature coinbase outputs of its faucet, with timestamps in the past', () => {
    expect(node.chain.height).toBeGreaterThan(100)
    const times = node.chain.blocks.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(node.clock())
  })

  it('reports that it is a development node', async () => {
    expect(await call(running, 'get_info')).toMatchObject({ result: { development: true, nettype: 'fakechain' } })
  })

  it('pays faucet coins immediately', async () => {
    const before = node.chain.height
    const { result } = (await call(running, 'dev_faucet', { address: addressOf(running) })) as {
      result: { tx_hash: string; amount: number; height: number }
    }
    expect(receivedIn(running, result.tx_hash)).toEqual([50n * COIN])
    expect(result.height).toBe(before + 10)
    expect(node.chain.placeOf(fromHex(result.tx_hash))?.height).toBe(before)
  })

  it('pays more than one output holds, and again from the change', async () => {
    for (const amount of [300n * COIN, 1n]) {
      const { result } = (await call(running, 'dev_faucet', { address: addressOf(running), amount })) as {
        result: { tx_hash_list: string[] }
      }
      const received = result.tx_hash_list.flatMap((txid) => receivedIn(running, txid))
      expect(received.reduce((sum, each) => sum + each, 0n)).toBe(amount)
    }
  })

  it('explains amounts and addresses that the faucet rejects', async () => {
    expect(await call(running, 'dev_faucet', { address: 'nobody' })).toMatchObject({ error: { code: -4 } })
    expect(await call(running, 'dev_faucet', { address: addressOf(running), amount: 10n ** 15n })).toMatchObject({
      error: { code: -1, message: expect.stringContaining('the faucet sends') },
    })
  })

  it('pays a miner address without history', async () => {
    const { result } = (await call(running, 'dev_mine', { blocks: 2, address: addressOf(running) })) as {
      result: { blocks: string[]; height: number }
    }
    expect(result.blocks.length).toBe(2)
    const miner = node.chain.tip.transactions[0]
    expect(receivedIn(running, toHex(miner?.id ?? new Uint8Array()))).toEqual([16_500_000_000n])
  })

  it('accepts a block mined by an external miner, and a known block', async () => {
    const template = (await call(running, 'get_block_template', {
      wallet_address: addressOf(running),
      reserve_size: 8,
    })) as { result: { blocktemplate_blob: string; reserved_offset: number; height: number } }
    const { blocktemplate_blob: blob, reserved_offset: offset, height } = template.result
    const filled = blob.slice(0, 2 * offset) + '01'.repeat(8) + blob.slice(2 * offset + 16)
    expect(blob.slice(2 * offset, 2 * offset + 16)).toBe('00'.repeat(8))
    expect(await call(running, 'submit_block', { blob: [filled] })).toMatchObject({ result: { status: 'OK' } })
    expect(await call(running, 'submit_block', [filled])).toMatchObject({ result: { status: 'OK' } })
    expect(node.chain.height).toBe(height + 1)
    expect(await call(running, 'submit_block', { blob: ['00'] })).toMatchObject({ error: { code: -6 } })
  })

  it('is restored from its dump, including the faucet', async () => {
    const again = start({ dump: node.state.dump(), random: seededRandom(2) })
    expect(toHex(again.node.chain.tip.id)).toBe(toHex(node.chain.tip.id))
    expect(await call(again, 'dev_faucet', { address: addressOf(again) })).toMatchObject({
      result: { amount: 50_000_000_000 },
    })
  })
})

describe('automatic mining', () => {
  it('mines after each transaction, by interval, or never', async () => {
    const running = start({ mining: { kind: 'auto' } })
    const { node, ticks } = running
    const before = node.chain.height
    await call(running, 'dev_faucet', { address: addressOf(running) })
    expect(node.chain.height).toBe(before + 11)
    expect(await call(running, 'dev_automine', { mode: 'interval', milliseconds: 100 })).toMatchObject({
      result: { mode: 'interval', milliseconds: 100 },
    })
    for (const tick of ticks) tick()
    expect(node.chain.height).toBe(before + 12)
    await call(running, 'start_mining', { miner_address: addressOf(running) })
    expect(await call(running, 'mining_status')).toMatchObject({ result: { active: true } })
    for (const tick of ticks) tick()
    expect(receivedIn(running, toHex(node.chain.tip.transactions[0]?.id ?? new Uint8Array())).length).toBe(1)
    expect(await call(running, 'stop_mining')).toMatchObject({ result: { status: 'OK' } })
    expect(running.miner.mode.kind).toBe('interval')
    running.close()
    expect(ticks.size).toBe(0)
  })
})

describe('a long poll of the pool hashes', () => {
  const poll = ({ fetch }: RunningNode, checksum: Uint8Array): Promise<Response> => {
    const body = writePortable({ long_poll: asBool(true), tx_pool_checksum: asBlob(checksum) })
    return fetch(new Request('http://node/get_transaction_pool_hashes.bin', { method: 'POST', body: body.slice() }))
  }
  const hashesOf = async (response: Response): Promise<string> => {
    const hashes = readPortable(new Uint8Array(await response.arrayBuffer()))['tx_hashes']
    return hashes instanceof Uint8Array ? toHex(hashes) : ''
  }

  it("returns at once if the wallet's checksum is outdated, otherwise after the next change", async () => {
    const running = start()
    await call(running, 'dev_faucet', { address: addressOf(running) })
    await call(running, 'pop_blocks', { nblocks: 10 })
    const [waiting] = running.node.pool.entries
    const id = waiting?.parsed.id ?? new Uint8Array()
    expect(await hashesOf(await poll(running, new Uint8Array(32)))).toBe(toHex(id))
    const pendingPoll = poll(running, id)
    // The call is pending before anything changes.
    await new Promise((resolve) => setTimeout(resolve, 0))
    running.miner.mine(1)
    expect(await hashesOf(await pendingPoll)).toBe('')
  })
})

describe('reorganisations', () => {
  const running = start()
  const { node, miner } = running

  it('return transactions to the pool and mine them again', async () => {
    const { result } = (await call(running, 'dev_faucet', { address: addressOf(running) })) as {
      result: { tx_hash: string }
    }
    const before = node.chain.height
    const tip = toHex(node.chain.tip.id)
    await call(running, 'pop_blocks', { nblocks: 10 })
    expect(node.pool.size).toBe(1)
    expect(await call(running, 'get_transaction_pool')).toMatchObject({
      result: { transactions: [{ id_hash: result.tx_hash, kept_by_block: true }] },
    })
    await call(running, 'dev_mine', { blocks: 10 })
    expect(node.chain.height).toBe(before)
    expect(toHex(node.chain.tip.id)).not.toBe(tip)
    expect(node.chain.placeOf(fromHex(result.tx_hash))?.height).toBe(before - 10)
    expect(await call(running, 'dev_reorg', { pop: 10, keep_transactions: false })).toMatchObject({
      result: { height: before + 1 },
    })
    expect(node.chain.placeOf(fromHex(result.tx_hash))).toBeUndefined()
    expect(node.pool.size).toBe(0)
  })

  it('switch to the longer branch only', () => {
    const twin = start({ dump: node.state.dump() })
    twin.pass(5)
    miner.mine(2)
    const branch = twin.miner.mine(3).map(({ block }) => serializeBlock(block))
    const height = node.chain.height
    const fates = branch.map((blob) => node.submitBlock(blob))
    expect(fates).toEqual(['alternative', 'alternative', 'reorganised'])
    expect(node.chain.height).toBe(height + 1)
    expect(toHex(node.chain.tip.id)).toBe(toHex(twin.node.chain.tip.id))
    expect(node.alternatives.chains).toEqual([])
  })

  it('keep the chain if a block of the branch is invalid', () => {
    const twin = start({ dump: node.state.dump() })
    twin.pass(7)
    const good = twin.miner.mine(1).map(({ block }) => serializeBlock(block))
    const { block } = blockTemplate(
      twin.node.chain,
      twin.node.pool,
      { to: twin.faucet.address, nonce: new Uint8Array(), timestamp: undefined },
      twin.node.random,
    )
    const greedy = {
      ...block,
      minerTransaction: {
        ...block.minerTransaction,
        outputs: block.minerTransaction.outputs.map((output) => ({ ...output, amount: output.amount + 2n })),
      },
    }
    miner.mine(1)
    const tip = toHex(node.chain.tip.id)
    expect(good.map((blob) => node.submitBlock(blob))).toEqual(['alternative'])
    expect(() => node.submitBlock(serializeBlock(greedy))).toThrow(BlockRefusedError)
    expect(toHex(node.chain.tip.id)).toBe(tip)
  })
})

describe('invalid blocks', () => {
  const running = start()
  const { node } = running
  const template = () =>
    blockTemplate(
      node.chain,
      node.pool,
      { to: running.faucet.address, nonce: new Uint8Array(), timestamp: undefined },
      node.random,
    ).block
  const coinbase = template().minerTransaction

  it.each([
    { name: 'another version', change: { majorVersion: 16 }, reason: /its version is 16/ },
    { name: 'an old vote', change: { minorVersion: 16 }, reason: /votes for 16/ },
    { name: 'a timestamp in the future', change: { timestamp: 1_800_000_601 }, reason: /in the future/ },
    { name: 'a timestamp in the past', change: { timestamp: 1 }, reason: /below the median/ },
    {
      name: 'another height',
      change: { minerTransaction: { ...coinbase, inputs: [{ kind: 'gen' as const, height: 5 }] } },
      reason: /for height 5/,
    },
    {
      name: 'an early unlock',
      change: { minerTransaction: { ...coinbase, unlockTime: 5n } },
      reason: /unlocks at 5/,
    },
    {
      name: 'an excessive reward',
      change: {
        minerTransaction: {
          ...coinbase,
          outputs: coinbase.outputs.map((output) => ({ ...output, amount: output.amount + 2n })),
        },
      },
      reason: /pays 16500000002, the reward is 16500000000/,
    },
    {
      name: 'an additional output',
      change: {
        minerTransaction: {
          ...coinbase,
          outputs: [...coinbase.outputs, ...coinbase.outputs],
          outputUnlockTimes: [...coinbase.outputUnlockTimes, ...coinbase.outputUnlockTimes],
        },
      },
      reason: /2 outputs instead of 1/,
    },
    {
      name: 'an unknown transaction',
      change: { transactionIds: [new Uint8Array(32)] },
      reason: /is not in the pool/,
    },
  ])('are rejected for $name', ({ change, reason }) => {
    const { height } = node.chain
    expect(() => node.submitBlock(serializeBlock({ ...template(), ...change }))).toThrow(reason)
    expect(node.chain.height).toBe(height)
  })

  it('reports a block without a known parent as an orphan', () => {
    expect(node.submitBlock(serializeBlock({ ...template(), previousId: new Uint8Array(32).fill(1) }))).toBe('orphan')
  })
})
