// Two nodes of one living chain, in a process of their own: blocks come 100 times as fast as on the real chain, the last ones are
// replaced now and then, and the nodes fail in turns, sometimes both.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { listen } from '../support/listen.ts'
import { BlockGenerator } from './blocks.ts'
import { type Failure, failing, failureOf } from './failures.ts'
import { LivingChain } from './livingChain.ts'
import { syntheticNode } from './node.ts'
import { ownerOf } from './owners.ts'
import { type ChainProfile, moneroProfile } from './profile.ts'
import { mix } from './seeded.ts'

/** Outputs of the wallet in the days that can be served. */
export const OWNED = 4000
const SERVED_DAYS = 20
const FIRST_HEIGHT = 1_240_000
const TRANSACTIONS = 36

const SPEED = 100
const REORGANISATION_EVERY = 50
const DEEPEST_REORGANISATION = 8
const FAILURE_EVERY_MS = 20_000
const FAILURE_MS = 10_000
/** Every so many failures, both nodes fail. */
const BOTH_EVERY = 6

/** Returns a chain of the density of Monero's. */
export const livingProfile = (): ChainProfile => ({
  ...moneroProfile({ days: SERVED_DAYS, owned: OWNED, height: FIRST_HEIGHT }),
  density: [[0, TRANSACTIONS]],
})

/** `owned`: outputs of the wallet in the chain; `both`: failures of both nodes. */
export type LivingState = {
  readonly height: number
  readonly topId: string
  readonly owned: number
  readonly reorganisations: number
  readonly failures: number
  readonly both: number
}

type Started = { readonly urls: readonly string[] }

export type LivingNodes = {
  readonly urls: readonly string[]
  readonly state: () => Promise<LivingState>
  /** Ends the growth and the failures. */
  readonly rest: () => Promise<LivingState>
  readonly stop: () => void
}

const answerOf = <T>(child: ChildProcess, request?: 'state' | 'rest'): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`the nodes ended with ${code}`)))
    if (request !== undefined) child.send(request)
  })

/** Starts the nodes. */
export const startLivingNodes = async (): Promise<LivingNodes> => {
  // The server prints each connection that it breaks off.
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { silent: true })
  child.stdout?.resume()
  child.stderr?.resume()
  const { urls } = await answerOf<Started>(child)
  return {
    urls,
    state: () => answerOf<LivingState>(child, 'state'),
    rest: () => answerOf<LivingState>(child, 'rest'),
    stop: () => {
      child.kill()
    },
  }
}

const serve = async (): Promise<void> => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const profile = livingProfile()
  const generator = new BlockGenerator(profile, [ownerOf(OWNED)])
  const chain = new LivingChain(generator)
  for (let i = 0; i < DEEPEST_REORGANISATION + 2; i++) chain.extend()

  const counts = { reorganisations: 0, failures: 0, both: 0 }
  const failures: (Failure | undefined)[] = [undefined, undefined]
  const handler = syntheticNode({ generator, chain, now: () => Date.now() / 1000 })
  const nodes = await Promise.all(failures.map((_, i) => listen(failing(handler, () => failures[i]))))

  let steps = 0
  const growth = setInterval(
    () => {
      if (++steps % REORGANISATION_EVERY !== 0) return chain.extend()
      chain.reorganise(1 + (mix(steps, 23) % DEEPEST_REORGANISATION))
      counts.reorganisations++
    },
    (profile.network.blockTarget * 1000) / SPEED,
  )
  const breakdowns = setInterval(() => {
    const number = counts.failures++
    const both = number % BOTH_EVERY === BOTH_EVERY - 1
    if (both) counts.both++
    for (const i of both ? [0, 1] : [number % 2]) failures[i] = failureOf(mix(number, i, 24))
    setTimeout(() => failures.fill(undefined), FAILURE_MS)
  }, FAILURE_EVERY_MS)

  process.on('message', (request) => {
    if (request === 'rest') {
      clearInterval(growth)
      clearInterval(breakdowns)
      failures.fill(undefined)
    }
    const top = chain.block(chain.height - 1)
    const state: LivingState = {
      ...{ height: chain.height, topId: Buffer.from(top.id).toString('hex'), owned: chain.owned },
      ...counts,
    }
    process.send?.(state)
  })
  const started: Started = { urls: nodes.map(({ url }) => url) }
  process.send?.(started)
}

if (process.argv[2] === 'serve') await serve()
