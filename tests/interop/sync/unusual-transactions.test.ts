// What a real monerod accepts never stops a sync. Transactions of a wallet and its payers are changed in any field and signed again; what
// monerod takes must not stop the wallet, neither in the txpool nor in a block, and the development node must decide as monerod does. So
// must blocks. FABA_UNUSUAL_RUNS sets the number of transactions, FABA_UNUSUAL_SEED the changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { type Block, parseBlock, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { RctType } from '../../../src/coin/transactions/ringct.ts'
import type { Output, Transaction } from '../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../src/crypto/random/random.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { BlockRefusedError } from '../../../src/devnet/chain/chain.ts'
import { Miner } from '../../../src/devnet/mining/miner.ts'
import { moneroRules } from '../../../src/devnet/monero/chains.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { minedCoin, signedTransfer } from '../../support/devnet/confidential-transfers.ts'
import { paymentsTo } from '../../support/devnet/payments-to-wallet.ts'
import { type Draw, wildChanges } from '../../support/mutations/wild-transactions.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { seededRandom } from '../../support/random.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../support/wallet/engine-host.ts'

const RUNS = Number(process.env['FABA_UNUSUAL_RUNS'] ?? 60)
const SEED = Number(process.env['FABA_UNUSUAL_SEED'] ?? 1)
/** Transactions between two blocks. */
const PER_BLOCK = 20
const FIRST_COINS = 60
const NETWORK = 'monero-regtest'
const MATURITY = moneroRules.network.coinbaseUnlockWindow

const now = (): number => Math.floor(Date.now() / 1000)
const random: Random = (length) => crypto.getRandomValues(new Uint8Array(length))
/** determines the changes; begins anew with each transaction, as it ends after some millions of bytes */
let choices = seededRandom(SEED)
const draw: Draw = (count) => {
  const bytes = choices(4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) % count
}
const oneOf = <T>(items: readonly T[]): T | undefined => items[draw(items.length)]

let monerod: Peer
let theirs: Peer
let engine: Engine
let words: string
let address: string
const node = new DevelopmentNode({ rules: moneroRules, clock: now, random })
/** heights of the blocks that pay the wallet and were not spent yet, oldest first */
const unspent: number[] = []

const post = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(`${monerod.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  // monerod responds with objects.
  return (await response.json()) as Readonly<Record<string, unknown>>
}

/** Submits a transaction to both nodes. Returns whether monerod accepts it. */
const submit = async (blob: Uint8Array): Promise<boolean> => {
  const answer = await post('/send_raw_transaction', { tx_as_hex: toHex(blob), do_sanity_checks: false })
  const theirDecision = answer['status'] === 'OK'
  const ours = node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
  expect({
    blob: toHex(blob),
    accepted: ours.accepted,
    reason: ours.accepted ? '' : ours.reason,
    answer,
  }).toMatchObject({
    accepted: theirDecision,
  })
  return theirDecision
}

/** Submits a block to both nodes. Returns whether monerod accepts it. */
const submitBlock = async (blob: Uint8Array): Promise<boolean> => {
  const answer = await post('/json_rpc', { jsonrpc: '2.0', id: '0', method: 'submit_block', params: [toHex(blob)] })
  const theirDecision = answer['error'] === undefined
  let ours = 'added'
  try {
    node.submitBlock(blob)
  } catch (error) {
    if (!(error instanceof BlockRefusedError || error instanceof FormatError)) throw error
    ours = error.message
  }
  expect({ blob: toHex(blob), ours: ours === 'added', reason: ours, answer }).toMatchObject({ ours: theirDecision })
  return theirDecision
}

const expectSynced = async (): Promise<void> => {
  const { sync } = openedIn(engine)
  await sync.refresh()
  expect(sync.state).toMatchObject({ phase: 'synced', problem: '', height: node.chain.height })
}

/** Mines blocks to the wallet by monerod, and gives them to the development node. */
const mine = async (count: number): Promise<void> => {
  const { blocks } = await monerod.call<{ blocks: string[] }>('generateblocks', {
    amount_of_blocks: count,
    wallet_address: address,
  })
  for (const hash of blocks) {
    const { blob } = await monerod.call<{ blob: string }>('get_block', { hash })
    unspent.push(node.chain.height)
    expect(node.submitBlock(fromHex(blob))).toBe('added')
  }
}

const restore = async (): Promise<Engine> => {
  const restored = createEngine(testHost(createNodeClient({ url: monerod.url, fetch })))
  await restored.restoreFromWords(newWallet(NETWORK), { words, offset: '' }, BEGINNING)
  return restored
}

beforeAll(async () => {
  monerod = await startMonerod()
  theirs = await startMoneroWallet(monerod)
  words = (await createEngine(testHost(createNodeClient({ url: monerod.url, fetch }))).draftSeed('English')).join(' ')
  engine = await restore()
  const wallet = openedIn(engine)
  address = wallet.addressText({ major: 0, minor: 0 })
  const { spendPublic, viewPublic } = wallet.keys
  const miner = new Miner(node, () => () => undefined, { spendKey: spendPublic, viewKey: viewPublic })
  for (const { height, blob } of miner.mine(MATURITY + FIRST_COINS)) {
    await monerod.call('submit_block', [toHex(blob)] as unknown as Record<string, unknown>)
    unspent.push(height)
  }
  await expectSynced()
})

afterAll(async () => {
  await engine?.closeWallet()
  await theirs?.stop()
  await monerod?.stop()
})

/** Returns the wallet's keys as the owner of its coins. */
const owner = () => {
  const { viewSecret, spendSecret, spendPublic, viewPublic } = openedIn(engine).keys
  if (spendSecret === undefined) throw new Error('the wallet cannot spend')
  return { viewSecret, spendSecret, spendPublic, viewPublic }
}

/** Makes a transfer of coins of the wallet that pays others and, mostly, the wallet. */
const transferOf = (heights: readonly number[]) => {
  const keys = owner()
  const coins = heights.map((height) => minedCoin(node.chain, height, keys))
  const total = coins.reduce((sum, { amount }) => sum + amount, 0n)
  const txSecret = randomScalar(random)
  const amounts = Array.from({ length: draw(5) }, () => total / BigInt(8 + draw(100)))
  return signedTransfer(
    node.chain,
    {
      ...{ type: RctType.bulletproofPlus, version: 2, coins, fee: total / BigInt(50 + draw(50)) },
      extra: [{ field: 'txPublicKey', key: publicKeyOf(txSecret) }],
      payments: paymentsTo(keys, amounts, txSecret),
    },
    random,
  )
}

const changes = Object.entries(wildChanges(moneroRules.network))

/** Returns a changed transfer, signed again, and the names of its changes; undefined if it cannot be written. */
const unusualTransfer = (heights: readonly number[]) => {
  const { transaction, sign } = transferOf(heights)
  const chosen = Array.from({ length: 1 + draw(2) }, () => oneOf(changes)).filter((change) => change !== undefined)
  try {
    let changed: Transaction = transaction
    for (const [, change] of chosen) changed = change(changed, draw)
    return { names: chosen.map(([name]) => name), blob: serializeTransaction(sign(changed)) }
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** Returns the balance of a wallet server, which exceeds 2^53 after many runs. */
const exactBalance = async ({ url }: Peer): Promise<bigint> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'get_balance' })
  const text = await (await fetch(`${url}/json_rpc`, { method: 'POST', body })).text()
  return BigInt(/"balance": (\d+)/.exec(text)?.[1] ?? -1)
}

describe('what a real monerod accepts', () => {
  it('is scanned by the wallet and accepted by the development node: transactions', async () => {
    const accepted = new Map<string, number>()
    for (let run = 0; run < RUNS; ) {
      const before = unspent.length
      for (const end = Math.min(RUNS, run + PER_BLOCK); run < end; run++) {
        choices = seededRandom(SEED * 2 ** 16 + run)
        const mature = unspent.filter((height) => height + MATURITY < node.chain.height)
        const heights = mature.slice(0, 1 + draw(2))
        const made = heights.length === 0 ? undefined : unusualTransfer(heights)
        if (made === undefined || !(await submit(made.blob))) continue
        for (const height of heights) unspent.splice(unspent.indexOf(height), 1)
        for (const name of made.names) accepted.set(name, (accepted.get(name) ?? 0) + 1)
      }
      await expectSynced()
      // As many coins as were spent.
      await mine(Math.max(1, before - unspent.length))
      expect(node.pool.size).toBe(0)
      await expectSynced()
    }
    console.info(`monerod accepted, of ${RUNS} transactions, by change:`, Object.fromEntries(accepted))
    for (const [name] of changes) expect(accepted.get(name) ?? 0, name).toBeGreaterThan(0)
  })

  it('is scanned by the wallet and accepted by the development node: blocks', async () => {
    let accepted = 0
    for (let run = 0; run < RUNS / 4; run++) {
      const template = await monerod.call<{ blocktemplate_blob: string }>('get_block_template', {
        wallet_address: address,
      })
      const block = unusualBlock(parseBlock(moneroRules.network, fromHex(template.blocktemplate_blob)))
      if (await submitBlock(serializeBlock(block))) accepted++
      if (run % 5 === 4) await expectSynced()
    }
    await expectSynced()
    expect(accepted).toBeGreaterThan(RUNS / 16)
  })

  it('leaves the wallet with the balance of monero-wallet-rpc, also after a restore', async () => {
    await theirs.call('restore_deterministic_wallet', {
      filename: 'same',
      password: '',
      seed: words,
      restore_height: 0,
    })
    await theirs.call('refresh')
    const total = await exactBalance(theirs)
    expect(openedIn(engine).balance().total).toBe(total)
    const again = await restore()
    await again.refresh()
    expect(openedIn(again).balance().total).toBe(total)
    const [before, after] = [await engine.transfers({}), await again.transfers({})]
    expect(after.length).toBeGreaterThan(0)
    const idsOf = (transfers: typeof after): string[] => transfers.map(({ txid, amount }) => `${txid} ${amount}`).sort()
    expect(idsOf(after)).toEqual(idsOf(before))
    await again.closeWallet()
  })
})

/** Divides an amount into outputs, as the coinbase of a mining pool without an operator (p2pool) pays many. */
const split = ({ amount }: Output, count: number): Output[] => {
  const share = amount / BigInt(count)
  return Array.from({ length: count }, (_, i) => ({
    amount: i === 0 ? amount - share * BigInt(count - 1) : share,
    key: publicKeyOf(randomScalar(random)),
    viewTag: draw(256),
  }))
}

/** Changes the header and the coinbase of a block. */
const unusualBlock = (block: Block): Block => {
  const { minerTransaction } = block
  const [output] = minerTransaction.outputs
  const fillExtra = wildChanges(moneroRules.network)['fillExtra']
  const outputs = output === undefined || draw(2) === 0 ? minerTransaction.outputs : split(output, 1 + draw(300))
  const paying = { ...minerTransaction, outputs }
  return {
    ...block,
    minorVersion: draw(2) === 0 ? block.minorVersion : draw(256),
    nonce: draw(2 ** 32 - 1),
    timestamp: block.timestamp + (draw(2) === 0 ? 0 : draw(8000) - 500),
    minerTransaction: draw(2) === 0 || fillExtra === undefined ? paying : fillExtra(paying, draw),
  }
}
