import type { Equivalent } from '../equivalent.ts'

export const feesEquivalents: readonly Equivalent[] = [
  {
    file: 'src/coin/networks/fees.ts',
    original: 'mask <= 1n',
    replacement: 'mask < 1n',
    why: 'Rounding to a multiple of 1 changes no amount.',
  },
  {
    file: 'src/coin/transactions/weight.ts',
    original: 'outputs <= 2',
    replacement: 'outputs < 2',
    why: 'The clawback of two outputs is 0 for each kind of proof.',
  },
]
