// What multisig wallets refuse: stakes, registrations and orders of names, whose reason is the wallet and not a lack of signing data.

import { afterAll, expect, it } from 'vitest'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { callWallet } from '../../../support/rpc/wallet-calls.ts'
import { engineAt, exchangeInfos, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'

const stages = multisigStages()
afterAll(() => stages.close())

const REASON = 'a multisig wallet cannot do this: its participants sign payments and sweeps only'

it('are orders of names, also after the exchange of signing data', { timeout: 240_000 }, async () => {
  const stage = await stages.begin(oxenChain, 2, 2)
  await exchangeInfos(stage)
  const buy = await callWallet(engineAt(stage, 0), 'lns_buy_mapping', {
    type: 'session',
    name: 'ann',
    value: '05'.concat('11'.repeat(32)),
  })
  expect(buy).toEqual({ error: { code: -16, message: REASON } })
})
