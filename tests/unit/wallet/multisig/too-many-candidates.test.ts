// Sets of the oxen family that request many responses with one nonce each: participants who choose their challenges could combine them.

import { afterAll, describe, expect, it } from 'vitest'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { MultisigSetError } from '../../../../src/wallet/multisig/multisigWallet.ts'
import { without } from '../../../support/wallet/multisig/multisig-exchange.ts'
import { payeeAddress } from '../../../support/wallet/multisig/multisig-proposal.ts'
import { engineAt, exchangeInfos, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'

const stages = multisigStages()
afterAll(() => stages.close())

describe('a set with a candidate for each choice of four of seven signers', () => {
  it('is refused by the second signer, and signed after a proposal for four signers', {
    timeout: 600_000,
  }, async () => {
    const stage = await stages.begin(oxenChain, 4, 7)
    const [proposer, second] = [engineAt(stage, 0), engineAt(stage, 1)]
    const destinations = [{ address: payeeAddress(stage), amount: 1_000_000_000n }]
    const propose = async () =>
      (await proposer.prepareUnsignedTransfer({ account: 0, destinations, priority: 1 })).bytes
    await exchangeInfos(stage)
    // Ten of the twenty candidates are for the second signer.
    const many = await propose()
    await expect(second.signMultisigSet(many)).rejects.toMatchObject({
      constructor: MultisigSetError,
      message: expect.stringMatching(
        /^the set requests 10 signatures of each input at once, and more than 6 are not safe/,
      ),
      details: { fault: 'too-many-candidates' },
    })
    const infos = await Promise.all([0, 1, 2, 3].map((i) => engineAt(stage, i).exportMultisigInfo()))
    for (const [i] of infos.entries()) await engineAt(stage, i).importMultisigInfo(without(infos, i))
    let set = await propose()
    for (const i of [1, 2, 3]) set = (await engineAt(stage, i).signMultisigSet(set)).bytes
    expect(await proposer.submitMultisigSet(set)).toHaveLength(1)
  })
})
