// A chain whose first blocks take time because they must prove work, and concurrent requests: loading another chain, listing wallets,
// sending payments, registering service nodes, disabling proof of work; and a process that ends in between.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { call, DIFFICULTY, hash, provenDump, start } from '../../../support/devnet/work-node.ts'

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await turn()
}

describe('a new chain', () => {
  it('is replaced by a loaded chain and mines no further first blocks', async () => {
    const running = start({ work: hash })
    const dump = { ...provenDump, blocks: provenDump.blocks.slice(0, 20) }
    await call(running, 'get_block_count')
    running.node.state.loadUntrusted(dump)
    const tip = toHex(running.node.chain.tip.id)
    await running.ready
    expect(toHex(running.node.chain.tip.id)).toBe(tip)
    expect((await call(running, 'dev_mine')).result?.['height']).toBe(22)
  })

  it('lists its wallets once all of them are paid', async () => {
    const running = start({ work: hash, wallets: 2 })
    const listed = await call(running, 'dev_wallets')
    await running.ready
    expect(listed.result?.['wallets']).toHaveLength(2)
    expect(listed).toEqual(await call(running, 'dev_wallets'))
  })

  it('mines the block of a transaction that arrived while automatic mining was suspended', async () => {
    const running = start({ work: hash, dump: provenDump })
    const { node, miner } = running
    miner.setMode({ kind: 'auto' })
    let mined = 0
    node.listen(({ kind }) => {
      if (kind === 'block') mined++
    })
    await miner.withoutAutoMining(async () => {
      await running.faucet.stake(10n ** 9n, [])
      await turn()
      expect(mined).toBe(0)
      expect(node.pool.byId.size).toBe(1)
    })
    await until(() => node.pool.byId.size === 0)
    expect(mined).toBe(1)
  })

  it('needs no more nonces once proof of work is disabled', async () => {
    const running = start({ work: hash, dump: provenDump })
    const { chain } = running.node
    chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    const mining = call(running, 'dev_mine')
    await call(running, 'dev_proof_of_work', { checked: false })
    expect((await mining).result?.['height']).toBe(102)
  })
})

describe('service nodes of a chain with proof of work', () => {
  const staked = ({ node: { chain } }: ReturnType<typeof start>): number =>
    chain.blocks.flatMap(({ transactions }) =>
      transactions.filter(({ transaction: { type } }) => type === TransactionType.stake),
    ).length

  it('are registered while other requests are served', async () => {
    const running = start({ work: hash, serviceNodes: 3 })
    expect((await call(running, 'get_block_count')).result?.['count']).toBeLessThan(101)
    await running.ready
    expect(running.localServiceNodes?.registered).toHaveLength(3)
  })

  it('are registered in the number that concurrent requests add up to', async () => {
    const running = start({ work: hash, dump: provenDump })
    running.miner.setMode({ kind: 'auto' })
    const [one, other] = await Promise.all([
      call(running, 'dev_service_nodes', { register: 1 }),
      call(running, 'dev_service_nodes', { register: 1 }),
    ])
    expect(one?.result?.['registered']).not.toEqual(other?.result?.['registered'])
    expect(running.localServiceNodes?.registered).toHaveLength(2)
    expect(running.miner.mode.kind).toBe('auto')
  })

  it('leave the mining mode to other callers', async () => {
    const running = start({ work: hash, dump: provenDump })
    running.miner.setMode({ kind: 'auto' })
    // A block may empty the pool before the next turn of the event loop.
    const pooled = new Promise<void>((resolve) => {
      running.node.listen(({ kind }) => {
        if (kind === 'pool') resolve()
      })
    })
    const registering = call(running, 'dev_service_nodes', { register: 2 })
    await pooled
    expect(running.miner.mode.kind).toBe('auto')
    await call(running, 'dev_automine', { mode: 'manual' })
    await registering
    expect(running.miner.mode.kind).toBe('manual')
  })

  it('are not staked twice if the process ended before they were registered', async () => {
    const first = start({ dump: provenDump, work: hash })
    first.node.chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    const registering = first.localServiceNodes?.register(2)
    await until(() => first.node.pool.byId.size === 2)
    first.node.chain.work.setting = { isChecked: true, difficulty: DIFFICULTY }
    const dump = first.node.state.dump()
    first.close()
    await expect(registering).rejects.toThrow('the node is closing')
    const second = start({ dump, work: hash, serviceNodes: 2 })
    await second.ready
    expect(second.localServiceNodes?.registered).toHaveLength(2)
    expect(staked(second)).toBe(2)
  })
})
