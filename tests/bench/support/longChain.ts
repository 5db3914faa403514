// Mines a long chain of empty blocks in its own process, and prints as JSON the milliseconds and the bytes in use before and after.

import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { oxenChain } from '../../../src/devnet/oxen/chains.ts'
import { startDevelopmentNode } from '../../../src/devnet/startNode.ts'

const BLOCKS = Number(process.argv[2] ?? '100000')

const used = (): number => {
  // Twice: finalizers of the first run may free more.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

await Promise.all([loadPointKernel(), prepareKeccak()])
let now = Math.floor(Date.now() / 1000)
const { node, miner } = startDevelopmentNode({
  ...oxenChain,
  clock: () => now,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
})
const before = used()
const start = performance.now()
const pace: number[] = []
for (let mined = 0; mined < BLOCKS; mined += 1000) {
  now += 1000 * node.rules.network.blockTarget
  const from = performance.now()
  miner.mine(Math.min(1000, BLOCKS - mined))
  pace.push(performance.now() - from)
}
const milliseconds = performance.now() - start
console.log(
  JSON.stringify({
    milliseconds,
    first: (pace[0] ?? 0) / 1000,
    last: (pace.at(-1) ?? 0) / 1000,
    before,
    after: used(),
    blocks: node.chain.height,
  }),
)
