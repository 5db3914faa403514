// `npm run docs`: writes the reference pages anew.
import { writeFileSync } from 'node:fs'
import { nodePage } from './nodePage.ts'
import { rpcPage } from './rpcPage.ts'

writeFileSync(new URL('rpc.md', import.meta.url), rpcPage())
writeFileSync(new URL('node-rpc.md', import.meta.url), nodePage())
