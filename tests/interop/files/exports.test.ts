// Watch-only and offline copies of a wallet beside today's monero-wallet-rpc.

import { compareCopies } from '../../support/offline/compare-copies.ts'

compareCopies('newest')
