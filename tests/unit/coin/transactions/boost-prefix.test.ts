// Transaction prefixes in Boost archives: any prefix of the oxen family round trips, with any 64-bit number in it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BoostReader, BoostWriter } from '../../../../src/bytes/boostArchive.ts'
import { readPrefix, writePrefix } from '../../../../src/coin/exports/boostPrefix.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { transfer } from '../../../support/coin/arbitraries.ts'

it('keeps all fields of a prefix', () => {
  fc.assert(
    fc.property(transfer(false, [2, 3, 4], [RctType.clsag]), ({ signatures: _, rct, prunable, ...prefix }) => {
      const writer = new BoostWriter()
      writePrefix(writer, prefix)
      expect(readPrefix(new BoostReader(writer.finish()))).toEqual(prefix)
    }),
  )
})
