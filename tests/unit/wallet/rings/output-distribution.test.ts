// The node's output distribution: false ones are rejected.
import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import {
  checkAgainstWallet,
  checkDistribution,
  heightOfOutput,
  OutputDistributionError,
  usableCount,
} from '../../../../src/wallet/rings/outputDistribution.ts'
import { ChainTooYoungError, OutputIndexError } from '../../../../src/wallet/rings/ring.ts'
import { vector } from '../../../support/data/vectors.ts'
import { honestNode, outputChain } from '../../../support/wallet/spend/ring-node.ts'

describe('an output distribution', () => {
  it('is too young with ten blocks', () => {
    expect(() =>
      checkDistribution(
        outputChain(10, () => 9),
        moneroMainnet,
      ),
    ).toThrow(ChainTooYoungError)
    expect(() =>
      checkDistribution(
        outputChain(11, () => 9),
        moneroMainnet,
      ),
    ).not.toThrow()
  })

  it('has usable outputs up to the tenth block from the top', () => {
    for (const network of [oxenMainnet, moneroMainnet])
      expect(
        usableCount(
          outputChain(100, (height) => height),
          network,
        ),
      ).toBe((90 * 91) / 2)
  })

  it('is rejected if it is shorter than the chain that the wallet knows', () => {
    const distribution = outputChain(300, () => 2)
    const { real } = honestNode(distribution)
    expect(() => checkAgainstWallet(distribution, 300, [real(123)])).not.toThrow()
    expect(() => checkAgainstWallet(distribution, 301, [real(123)])).toThrow(OutputDistributionError)
  })

  it('is rejected if it has an output of the wallet at another height', () => {
    const { real } = honestNode(outputChain(300, () => 2))
    expect(() =>
      checkAgainstWallet(
        outputChain(300, () => 3),
        300,
        [real(123)],
      ),
    ).toThrow(OutputIndexError)
    expect(() =>
      checkAgainstWallet(
        outputChain(300, () => 0),
        300,
        [real(123)],
      ),
    ).toThrow(OutputIndexError)
  })

  it('agrees with the outputs of a recorded node', () => {
    type Recorded = {
      path: string
      request: { outputs?: { index: number }[]; params?: { cumulative?: boolean; from_height?: number } }
      answer: {
        outs?: { height: number; key: string; mask: string; unlocked: boolean }[]
        result?: { distributions?: { distribution: number[]; start_height: number }[] }
      }
    }
    const { answers }: { answers: Recorded[] } = vector('oxen/chain-small/node.json')
    const recordedDistribution = answers.find(
      ({ request }) => request.params?.cumulative === true && !request.params.from_height,
    )
    const [first] = recordedDistribution?.answer.result?.distributions ?? []
    const distribution = OutputDistribution.ofCumulative(first?.distribution ?? [], first?.start_height)
    let compared = 0
    for (const { path: called, request, answer } of answers)
      if (called === '/get_outs')
        for (const [i, output] of (answer.outs ?? []).entries()) {
          expect(heightOfOutput(distribution, request.outputs?.[i]?.index ?? -1)).toBe(output.height)
          compared++
        }
    expect(compared).toBeGreaterThan(4)
  })
})
