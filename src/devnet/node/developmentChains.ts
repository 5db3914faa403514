// The chains that one can develop on: rules and the way their nodes speak.

import { developmentRules, moneroRules } from '../families.ts'
import { moneroForm } from '../monero/rpc/rpcForm.ts'
import type { RpcForm } from '../rpc/nodeContext.ts'
import { currentForm } from '../rpc/rpcForm.ts'
import type { ChainRules } from '../rules/chainRules.ts'

export type DevelopmentChain = { readonly rules: ChainRules; readonly form: RpcForm }

export const oxenChain: DevelopmentChain = { rules: developmentRules, form: currentForm }

export const moneroChain: DevelopmentChain = { rules: moneroRules, form: moneroForm }
