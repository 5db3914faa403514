// Monero's functional tests as tests of a pairing of a node and a wallet RPC server.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSuite, startSuite } from './run-suite.ts'
import { type Pairing, SUITE } from './suite-files.ts'

const NAMES = {
  node: { monero: 'monerod', faba: 'faba node' },
  wallet: { monero: 'monero-wallet-rpc', faba: 'faba rpc' },
} as const

/** Declares a test for each functional test, which fails with what that printed. */
export const describeSuite = (pairing: Pairing): void => {
  describe(`${NAMES.wallet[pairing.wallet]} on ${NAMES.node[pairing.node]}`, () => {
    let suite: RunningSuite

    beforeAll(async () => {
      suite = await startSuite(pairing)
    })

    afterAll(async () => {
      await suite.stop()
    })

    it.each(SUITE)("passes Monero's functional test %s", async (test) => {
      expect(await suite.run(test)).toEqual({ failure: undefined })
    })
  })
}
