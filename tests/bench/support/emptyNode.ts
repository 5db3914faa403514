// A development node of the monero family with its first block only, over HTTP in its own process. Prints its URL.

import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { Miner } from '../../../src/devnet/mining/miner.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { createNodeService } from '../../../src/devnet/rpc/service.ts'

await Promise.all([loadPointKernel(), prepareKeccak()])
const minerKeys = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }
const node = new DevelopmentNode({
  rules: moneroChain.rules,
  clock: () => Math.floor(Date.now() / 1000),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
})
const miner = new Miner(node, () => () => undefined, minerKeys)
const fetch = createNodeService({ node, miner, faucet: undefined, dialect: moneroChain.dialect })
serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) => console.log(`http://127.0.0.1:${port}`))
