// `npm run docs`: generates the reference pages.

import { writeFileSync } from 'node:fs'
import { nodePage } from './nodePage.ts'
import { rpcPage } from './rpcPage.ts'

writeFileSync(new URL('rpc.md', import.meta.url), rpcPage())
writeFileSync(new URL('node-rpc.md', import.meta.url), nodePage())
