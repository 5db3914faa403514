// `npm run docs`: generates the reference pages.

import { writeFileSync } from 'node:fs'
import { commandPage } from './commandPage.ts'
import { nodePage } from './nodePage.ts'
import { rpcPage } from './rpcPage.ts'

writeFileSync(new URL('command.md', import.meta.url), await commandPage())
writeFileSync(new URL('rpc.md', import.meta.url), rpcPage())
writeFileSync(new URL('node-rpc.md', import.meta.url), nodePage())
