// The chains that one can develop on: rules and the way their nodes speak.

import { moneroForm } from './monero/rpc.ts'
import { currentForm, type RpcForm } from './rpc/form.ts'
import { type ChainRules, developmentRules, moneroRules } from './rules.ts'

export type DevelopmentChain = { readonly rules: ChainRules; readonly form: RpcForm }

export const oxenChain: DevelopmentChain = { rules: developmentRules, form: currentForm }

export const moneroChain: DevelopmentChain = { rules: moneroRules, form: moneroForm }
