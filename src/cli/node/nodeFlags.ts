// The flags of a development node, for `faba node` and `faba serve`.

import { MAX_WALLETS } from '../../devnet/mining/developmentWallets.ts'
import type { FlagGroup } from '../command/command.ts'

/** Wallets with coins of a new chain without --wallets. */
export const DEFAULT_WALLETS = 3

export const DEVELOPMENT_GROUPS: readonly FlagGroup[] = [
  {
    title: 'Chain',
    flags: [
      { name: 'network', value: 'FAMILY', choices: ['oxen', 'monero'], description: 'oxen (default) or monero' },
      {
        name: 'proof-of-work',
        description:
          'blocks require proof of work, which is kept with the chain; the difficulty follows the solve times',
      },
      { name: 'fixed-difficulty', value: 'N', description: 'the difficulty of every block of a new chain' },
      { name: 'automine', description: 'mine a block after each transaction' },
      { name: 'interval', value: 'MS', description: 'mine a block every MS milliseconds' },
      {
        name: 'forks',
        value: 'LIST',
        description:
          'fork schedule version:height,..., such as 7:1,17:2; default: one fork per block. The node begins with 100 blocks; later forks are mined to by dev_mine. Versions above 17 have the rules of 17 and no wallet knows them',
      },
      {
        name: 'service-nodes',
        value: 'N',
        description:
          'begin with N service nodes whose keys this node holds: 12 produce blocks, 20 sign checkpoints; default: none',
      },
      {
        name: 'wallets',
        value: 'N',
        description: `begin with N wallets that hold coins and whose seeds are printed, the same ones every time; default: ${DEFAULT_WALLETS}, maximum: ${MAX_WALLETS}`,
      },
      { name: 'verbose', description: 'print a line for each transaction and each block' },
      {
        name: 'burn',
        description:
          'apply the reward rules of oxen-core exactly: rewards that no service node claims are burnt, and mining yields fees only',
      },
    ],
  },
  {
    title: 'Other nodes',
    flags: [
      {
        name: 'follow',
        value: 'URL',
        description: 'synchronize with another node over its RPC; both nodes need the same chain flags',
      },
      { name: 'follow-login', value: 'USER:PASS', description: 'login of that node' },
      {
        name: 'bootstrap-daemon-address',
        value: 'URL',
        description: 'the node that answers while this one is far behind, as set_bootstrap_daemon sets it',
      },
      { name: 'bootstrap-daemon-login', value: 'USER:PASS', description: 'login of that node' },
    ],
  },
]
