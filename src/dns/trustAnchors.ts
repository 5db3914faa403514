// The trust anchors of DNSSEC: the keys of the root zone, as published by IANA (https://data.iana.org/root-anchors).

import { fromHex } from '../bytes/hex.ts'
import type { DelegationSigner } from './dnssecRecords.ts'

/** KSK-2017 and KSK-2024. */
export const rootTrustAnchors: readonly DelegationSigner[] = [
  {
    tag: 20326,
    algorithm: 8,
    digestType: 2,
    digest: fromHex('e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d'),
  },
  {
    tag: 38696,
    algorithm: 8,
    digestType: 2,
    digest: fromHex('683d2d0acb8c9b712a1948b27f741219298d0a450d612c483af444a4c0fb2b16'),
  },
]
