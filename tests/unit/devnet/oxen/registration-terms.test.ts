// The terms of a registration command: portions, addresses, operator cut.

import { describe, expect, it } from 'vitest'
import {
  parseOperatorCut,
  parseRegistrationTerms,
  RegistrationError,
} from '../../../../src/devnet/oxen/service-nodes/registrationCommand.ts'
import { network } from '../../../support/devnet/recorded-staking.ts'

describe('registration terms', () => {
  const address = 'LE3LG3vJCKa4NPDz4Mn8soRAr4MJjxcQiU3N5ndcx3Qn6J3fnEj76CTPfzVA3JPThfEKH8yZmW2sJFsyShkRYVqpEtGmmHA'
  const quarter = 4611686018427387903n

  it('tolerate the rounding of amounts to portions', () => {
    const { reserved } = parseRegistrationTerms(network, ['0', address, `${quarter - 5n}`], 100_000_000_000n, 17)
    expect(reserved.map(({ portions }) => portions)).toEqual([quarter])
    const args = ['0', address, `${quarter + 20n}`, address, `${quarter - 3n}`]
    const { reserved: two } = parseRegistrationTerms(network, args, 100_000_000_000n, 17)
    expect(two.reduce((sum, { portions }) => sum + portions, 0n)).toBe(2n * quarter + 17n)
  })

  it.each([
    ['no contributor', ['0']],
    ['an address without portions', ['0', address]],
    ['a cut above 100 percent', ['18446744073709551613', address, `${quarter}`]],
    ['malformed portions', ['0', address, '1e18']],
    ['contributions above the requirement', ['0', address, `${4n * quarter}`, address, `${quarter}`]],
  ])('are rejected with %s', (_, args) => {
    expect(() => parseRegistrationTerms(network, args, 100_000_000_000n, 17)).toThrow(RegistrationError)
  })

  it('are rejected without a staking requirement', () => {
    expect(() => parseRegistrationTerms(network, ['0', address, `${quarter}`], 0n, 17)).toThrow(RegistrationError)
  })

  it('have an operator cut in percent', () => {
    expect(parseOperatorCut('12.5%')).toBe(2305843009213693952n)
    expect(parseOperatorCut('100')).toBe(18446744073709551612n)
    for (const text of ['', '%', '1O%', '100.1', '-1', '10%%', 'nan', 'Infinity'])
      expect(parseOperatorCut(text)).toBeUndefined()
  })
})
