// The development chain of the monero family: chain rules with the dialect of the node RPC.

import { moneroRegtest } from '../../coin/networks/monero.ts'
import type { DevelopmentChain } from '../family/developmentOptions.ts'
import { type ChainRules, chainRules } from '../rules/chainRules.ts'
import { moneroFamily } from './consensus.ts'
import { moneroDialect } from './rpc/moneroDialect.ts'

/** Rules of `faba node --network monero`: monerod's regtest rules, at the newest fork from height 1 on. */
export const moneroRules: ChainRules = chainRules(moneroRegtest, moneroFamily, 1n)

export const moneroChain: DevelopmentChain = { rules: moneroRules, dialect: moneroDialect }
