// Keys, signatures and range proofs on the simd level of the point kernel.

import { proveOn } from './support/proofs.ts'

await proveOn('simd')
