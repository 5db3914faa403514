// The coin families that a development chain can follow: chain rules with the dialect of the node RPC.

import { moneroRegtest } from '../coin/networks/monero.ts'
import { oxenRegtest } from '../coin/networks/oxen.ts'
import { moneroFamily } from './monero/consensus.ts'
import { moneroDialect } from './monero/rpc/moneroDialect.ts'
import { oxenFamily } from './oxen/consensus.ts'
import { oxenDialect } from './oxen/rpc/oxenDialect.ts'
import type { RpcDialect } from './rpc/nodeContext.ts'
import { type ChainRules, chainRules } from './rules/chainRules.ts'

/** oxen-core's rules of a fakechain: difficulty 1, mainnet's governance addresses, one fork per block up to the newest. */
export const regtestRules: ChainRules = chainRules(oxenRegtest, oxenFamily({ unclaimedReward: 'burn' }), 1n)

/** Rules of `faba node`: as `regtestRules`, but the miner receives the unclaimed service node reward. */
export const developmentRules: ChainRules = chainRules(oxenRegtest, oxenFamily({ unclaimedReward: 'miner' }), 1n)

/** Rules of `faba node --network monero`: monerod's regtest rules, at the newest fork from height 1 on. */
export const moneroRules: ChainRules = chainRules(moneroRegtest, moneroFamily, 1n)

export type DevelopmentChain = { readonly rules: ChainRules; readonly dialect: RpcDialect }

export const oxenChain: DevelopmentChain = { rules: developmentRules, dialect: oxenDialect }

export const moneroChain: DevelopmentChain = { rules: moneroRules, dialect: moneroDialect }
