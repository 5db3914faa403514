// `faba rpc` before `faba node` on a chain that reaches a hard fork which no program knows.
import { afterAll, expect, it } from 'vitest'
import { caller, createCommands, untilOutput } from '../../support/peers/commands.ts'

const commands = createCommands()

afterAll(commands.end)

const FORK = 130
const COIN = 1_000_000_000

it('shows what it has and says that it needs an update, in answers and in the log', async () => {
  const node = commands.run('node', '--port', '0', '--forks', `7:1,17:2,18:${FORK}`)
  const [nodeUrl] = await untilOutput(node, /http:\/\/[\d.:]+/)
  const callNode = caller(`${nodeUrl}/json_rpc`)
  const rpc = await commands.rpc(nodeUrl, '--wallet-dir', 'wallets', '--disable-rpc-login')
  expect((await rpc.call('create_wallet', { filename: 'ann', password: '', language: 'English' })).result).toEqual({})
  const address = String((await rpc.call('get_address')).result?.['address'])
  expect((await callNode('dev_faucet', { address, amount: 7 * COIN })).error).toBeUndefined()
  const { result: info } = await callNode('get_info')
  const left = FORK - Number(info?.['height'])
  expect(left).toBeGreaterThan(10)
  expect((await callNode('dev_mine', { blocks: left + 5 })).error).toBeUndefined()

  const error = { code: -1, message: expect.stringContaining(`block ${FORK} follows hard fork 18`) }
  expect((await rpc.call('refresh')).error).toEqual(error)
  expect((await rpc.call('transfer', { destinations: [{ amount: COIN, address }] })).error).toEqual(error)
  expect((await rpc.call('get_height')).result).toMatchObject({ height: FORK })
  expect((await rpc.call('get_balance')).result).toMatchObject({ balance: 7 * COIN, unlocked_balance: 7 * COIN })
  expect((await rpc.call('get_transfers', { in: true })).result?.['in']).toHaveLength(1)
  await untilOutput(rpc, new RegExp(`WARN.*update needed: block ${FORK} follows hard fork 18`))
})
