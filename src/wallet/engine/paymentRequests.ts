// The payments that the page requests, as intents.

import { type SweepIntent, sweepDestination, type TransferIntent, transferIntent } from '../spend/intent.ts'
import type { EngineApi } from './engineApi.ts'
import type { Wallet } from './wallet.ts'

export type TransferRequest = Parameters<EngineApi['prepareTransfer']>[0]
export type SweepRequest = Parameters<EngineApi['prepareSweep']>[0]

/** Returns the intent of a transfer that the page requests. */
export const transferOf = ({ network }: Wallet, request: TransferRequest): TransferIntent =>
  transferIntent(network, { ...request, subaddresses: [], unlockTime: 0n })

/** Returns the intent of a sweep that the page requests. */
export const sweepOf = ({ network }: Wallet, { account, address, priority }: SweepRequest): SweepIntent => ({
  kind: 'sweep',
  ...{ account, priority, subaddresses: [], unlockTime: 0n },
  ...sweepDestination(network, { address, outputs: 1 }),
  belowAmount: undefined,
  addresses: 'all',
})
