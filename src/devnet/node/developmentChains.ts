// The development chains: rules of a coin family with the dialect of its node RPC.

import { developmentRules, moneroRules } from '../families.ts'
import { moneroDialect } from '../monero/rpc/moneroDialect.ts'
import { oxenDialect } from '../oxen/rpc/oxenDialect.ts'
import type { RpcDialect } from '../rpc/nodeContext.ts'
import type { ChainRules } from '../rules/chainRules.ts'

export type DevelopmentChain = { readonly rules: ChainRules; readonly dialect: RpcDialect }

export const oxenChain: DevelopmentChain = { rules: developmentRules, dialect: oxenDialect }

export const moneroChain: DevelopmentChain = { rules: moneroRules, dialect: moneroDialect }
