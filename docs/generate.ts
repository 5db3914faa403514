// `npm run docs`: writes the reference pages anew.
import { writeFileSync } from 'node:fs'
import { rpcPage } from './rpcPage.ts'

writeFileSync(new URL('rpc.md', import.meta.url), rpcPage())
