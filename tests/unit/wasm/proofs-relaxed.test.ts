// Keys, signatures and range proofs on the relaxed level of the point kernel.

import { proveOn } from './support/proofs.ts'

await proveOn('relaxed')
