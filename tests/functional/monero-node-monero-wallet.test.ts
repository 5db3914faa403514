import { describeSuite } from '../support/functional/describe-suite.ts'

describeSuite({ node: 'monero', wallet: 'monero' })
