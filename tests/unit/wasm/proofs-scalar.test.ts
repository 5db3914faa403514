// Keys, signatures and range proofs on the scalar level of the point kernel.

import { proveOn } from './support/proofs.ts'

await proveOn('scalar')
