// The development chains of the oxen family: chain rules with the dialect of the node RPC.

import { oxenRegtest } from '../../coin/networks/oxen.ts'
import type { DevelopmentChain } from '../family/developmentOptions.ts'
import { type ChainRules, chainRules } from '../rules/chainRules.ts'
import { oxenFamily } from './consensus.ts'
import { oxenDialect } from './rpc/oxenDialect.ts'

/** oxen-core's rules of a fakechain: difficulty 1, mainnet's governance addresses, one fork per block up to the newest. */
export const regtestRules: ChainRules = chainRules(oxenRegtest, oxenFamily({ unclaimedReward: 'burn' }), 1n)

/** Rules of `faba node`: as `regtestRules`, but the miner receives the unclaimed service node reward. */
export const developmentRules: ChainRules = chainRules(oxenRegtest, oxenFamily({ unclaimedReward: 'miner' }), 1n)

export const oxenChain: DevelopmentChain = { rules: developmentRules, dialect: oxenDialect }
