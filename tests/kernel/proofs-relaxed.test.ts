// Keys, signatures and range proofs on the relaxed level of the point kernel.

import { proveOn } from './proofs.ts'

await proveOn('relaxed')
