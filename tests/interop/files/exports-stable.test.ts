// Watch-only and offline copies of a wallet beside monero-wallet-rpc 0.18.0, whose output lists and unsigned sets have an older form.

import { compareCopies } from '../../support/offline/compare-copies.ts'

compareCopies('stable')
