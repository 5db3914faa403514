// The backlog of the development node in monero-wallet-cli, which reads it as raw bytes in JSON: a txpool larger than a block without penalty.
import { afterAll, expect, it } from 'vitest'
import { vector } from '../../support/data/vectors.ts'
import { createCommands, untilOutput } from '../../support/peers/commands.ts'
import { callJsonRpc, runMoneroCli, startFabaWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

const { A } = vector('monero/bench-chain/wallets.json').wallets
/** So many inputs have more bytes than the blocks that have no penalty (300 kB). */
const INPUTS = 460
/** Blocks until a reward can be spent. */
const MATURITY = 60

const commands = createCommands()
const { started, stopPeers } = createPeers()

afterAll(async () => {
  await stopPeers()
  await commands.end()
})

it('shows the blocks that wait at each priority, and none before', async () => {
  const node = commands.run('node', '--network', 'monero', '--port', '0')
  const [, url = ''] = await untilOutput(node, /development node: (\S+)\n/)
  await callJsonRpc(url, 'generateblocks', { amount_of_blocks: INPUTS + MATURITY, wallet_address: A.address })
  const feeOf = (): Promise<string> =>
    runMoneroCli({ url }, { seed: A.mnemonic, command: 'fee', release: 'newest', flags: [] })
  expect(await feeOf()).toContain('No backlog at priority 1')

  const wallet = await started(startFabaWallet({ url }))
  await wallet.call('restore_deterministic_wallet', { filename: 'a', seed: A.mnemonic, restore_height: 0 })
  await wallet.call('refresh')
  const { weight_list } = await wallet.call<{ weight_list: readonly number[] }>('sweep_all', { address: A.address })
  expect(weight_list.reduce((sum, weight) => sum + weight, 0)).toBeGreaterThan(300_000)
  expect(await feeOf()).toMatch(/\d+ blocks? \(\d+ minutes\) backlog at priority 1/)
})
