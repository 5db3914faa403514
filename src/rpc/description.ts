// The method table as plain data, for the console and docs/rpc.md.

import { describeMethod, type MethodGroup } from '../jsonrpc/describe.ts'
import { meaningOf } from './fieldMeanings.ts'
import { walletGroups } from './methodTable.ts'

/** Returns all methods by group. The result can be posted to other workers. */
export const describeWalletRpc = (): readonly MethodGroup[] =>
  walletGroups.map(({ name, methods }) => ({
    name,
    methods: methods.map((method) => describeMethod(method, meaningOf)),
  }))
