// A chain whose first blocks take a while, as they have to prove work, and what others do meanwhile: load another chain, ask for its
// wallets, send payments, register service nodes, switch the work off; and a process that ends in between.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { call, DIFFICULTY, hash, start, worked } from '../../../support/devnet/work-node.ts'

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await turn()
}

describe('a chain that begins', () => {
  it('becomes the one that is loaded, and no longer', async () => {
    const running = start({ work: hash })
    const dump = { ...worked, blocks: worked.blocks.slice(0, 20) }
    await call(running, 'get_block_count')
    running.node.state.loadUntrusted(dump)
    const tip = toHex(running.node.chain.tip.id)
    await running.ready
    expect(toHex(running.node.chain.tip.id)).toBe(tip)
    expect((await call(running, 'dev_mine')).result?.['height']).toBe(22)
  })

  it('tells its wallets when all of them were paid', async () => {
    const running = start({ work: hash, wallets: 2 })
    const asked = await call(running, 'dev_wallets')
    await running.ready
    expect(asked.result?.['wallets']).toHaveLength(2)
    expect(asked).toEqual(await call(running, 'dev_wallets'))
  })

  it('makes up for the block of a transaction that came while none was to come unasked', async () => {
    const running = start({ work: hash, dump: worked })
    const { node, miner } = running
    miner.setMode({ kind: 'auto' })
    let made = 0
    node.listen(({ kind }) => {
      if (kind === 'block') made++
    })
    await miner.withoutAutoMining(async () => {
      await running.faucet.stake(10n ** 9n, [])
      await turn()
      expect(made).toBe(0)
      expect(node.pool.byId.size).toBe(1)
    })
    await until(() => node.pool.byId.size === 0)
    expect(made).toBe(1)
  })

  it('needs no more nonces once work is switched off', async () => {
    const running = start({ work: hash, dump: worked })
    const { chain } = running.node
    chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    const mining = call(running, 'dev_mine')
    await call(running, 'dev_proof_of_work', { checked: false })
    expect((await mining).result?.['height']).toBe(102)
  })
})

describe('service nodes of a chain whose blocks have to prove work', () => {
  const staked = ({ node: { chain } }: ReturnType<typeof start>): number =>
    chain.blocks.flatMap(({ transactions }) =>
      transactions.filter(({ transaction: { type } }) => type === TransactionType.stake),
    ).length

  it('are registered while others are served', async () => {
    const running = start({ work: hash, serviceNodes: 3 })
    expect((await call(running, 'get_block_count')).result?.['count']).toBeLessThan(101)
    await running.ready
    expect(running.localServiceNodes?.registered).toHaveLength(3)
  })

  it('are as many as all have asked for who ask at once', async () => {
    const running = start({ work: hash, dump: worked })
    running.miner.setMode({ kind: 'auto' })
    const [one, other] = await Promise.all([
      call(running, 'dev_service_nodes', { register: 1 }),
      call(running, 'dev_service_nodes', { register: 1 }),
    ])
    expect(one?.result?.['registered']).not.toEqual(other?.result?.['registered'])
    expect(running.localServiceNodes?.registered).toHaveLength(2)
    expect(running.miner.mode.kind).toBe('auto')
  })

  it('leave others their say on when blocks come', async () => {
    const running = start({ work: hash, dump: worked })
    running.miner.setMode({ kind: 'auto' })
    const registering = call(running, 'dev_service_nodes', { register: 2 })
    await until(() => running.node.pool.byId.size > 0)
    expect(running.miner.mode.kind).toBe('auto')
    await call(running, 'dev_automine', { mode: 'manual' })
    await registering
    expect(running.miner.mode.kind).toBe('manual')
  })

  it('are not paid for twice where the process ended before they were registered', async () => {
    const first = start({ dump: worked, work: hash })
    first.node.chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    const registering = first.localServiceNodes?.register(2)
    await until(() => first.node.pool.byId.size === 2)
    first.node.chain.work.setting = { isChecked: true, difficulty: DIFFICULTY }
    const dump = first.node.state.dump()
    first.close()
    await expect(registering).rejects.toThrow('the node is being closed')
    const second = start({ dump, work: hash, serviceNodes: 2 })
    await second.ready
    expect(second.localServiceNodes?.registered).toHaveLength(2)
    expect(staked(second)).toBe(2)
  })
})
