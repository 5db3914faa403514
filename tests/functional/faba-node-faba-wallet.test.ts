import { describeSuite } from '../support/functional/describe-suite.ts'

describeSuite({ node: 'faba', wallet: 'faba' })
