// The table of the wallet RPC as plain data: what the console shows and docs/rpc.md is made of.

import { describeMethod, type MethodGroup } from '../jsonrpc/describe.ts'
import { meaningOf } from './fieldMeanings.ts'
import { walletGroups } from './methodTable.ts'

/** Every method, by what it is about. It can be cloned to other workers. */
export const describeWalletRpc = (): readonly MethodGroup[] =>
  walletGroups.map(({ name, methods }) => ({
    name,
    methods: methods.map((method) => describeMethod(method, meaningOf)),
  }))
