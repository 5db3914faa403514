// Keeps a node in step with another one over RPC: takes the blocks it lacks, goes over to the other's branch when that is the better
// one, passes transactions on in both directions, and hands up blocks that were made here. Whatever comes is checked like what anybody
// sends. A node that is away is asked again later, one that was caught with an untruth no more.

import { FormatError } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { blockId, parseBlock } from '../../coin/blocks/block.ts'
import { NodeError, NodeRefusedError, NodeResponseError } from '../../daemon/errors.ts'
import type { BlockPage, NodeClient, RawBlock } from '../../daemon/nodeClient.ts'
import { BlockRefusedError } from '../chain/chain.ts'
import { parseFullTransaction } from '../chain/chainRecords.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { createHandUp, lastShared } from './blockRelay.ts'
import { hasBlock, LocalBlocks } from './localBlocks.ts'

/** What the followed node says of itself; undefined while that is not known. */
export type UpstreamStatus = {
  readonly url: string
  /** number of its blocks when it was asked last; 0 while that is not known */
  readonly height: number
  /** `in step` means: as far as it was asked last; `apart`: it has another chain, which is not the better one, or takes no block of ours */
  readonly state: 'connecting' | 'behind' | 'in step' | 'apart' | 'away' | 'dropped'
}

export type FollowOptions = {
  readonly node: DevelopmentNode
  /** of the node to follow; asks for whole transactions */
  readonly client: NodeClient
  /** what was made here and is to be handed up; nothing yet when left out */
  readonly localBlocks?: LocalBlocks
  /** told a line for people when something changes */
  readonly log: (line: string) => void
}

export type Follower = {
  readonly upstream: UpstreamStatus
  /** Stops, and returns once nothing is under way any more. */
  close(): Promise<void>
}

/** Milliseconds between looks at a node that is there. */
const PACE = 500
/** Milliseconds until a node that is away is asked again: twice as many each time, up to the second. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** Milliseconds of checking blocks in one go, during which nobody else is served. */
const SLICE = 40
const RECENT = 10

/** The other node's blocks or answers are no good. */
class DistrustError extends Error {
  override readonly name = 'DistrustError'
}

/** Ids of the main chain by which another node finds where the chains part: the newest ten, then ever fewer, genesis last. */
export const shortChainHistory = ({ chain }: DevelopmentNode): Uint8Array[] => {
  const ids: Uint8Array[] = []
  let step = 1
  for (let height = chain.height - 1; height > 0; height -= step) {
    const block = chain.blockAt(height)
    if (block !== undefined) ids.push(block.id)
    if (ids.length > RECENT) step *= 2
  }
  const genesis = chain.blockAt(0)
  return genesis === undefined ? ids : [...ids, genesis.id]
}

/** Waits, but not longer than until it is woken or stopped. */
const createSleeper = (stopped: AbortSignal) => {
  let wake = (): void => undefined
  return {
    wake: () => wake(),
    sleep: async (milliseconds: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(resolve, milliseconds)
      stopped.addEventListener('abort', wake)
      if (stopped.aborted) resolve()
      await promise
      clearTimeout(timer)
      stopped.removeEventListener('abort', wake)
      wake = () => undefined
    },
  }
}

/** Begins to keep a node in step with another one. */
export const followNode = ({ node, client, log, localBlocks = new LocalBlocks(node) }: FollowOptions): Follower => {
  const { chain, pool } = node
  const stopping = new AbortController()
  const { signal } = stopping
  const sleeper = createSleeper(signal)
  let followed: UpstreamStatus = { url: client.url, height: 0, state: 'connecting' }
  /** ids of transactions that the other has or has refused, and of its own that were refused here */
  const toldThere = new Set<string>()
  const refusedHere = new Set<string>()
  let isOwnChange = false
  const up = createHandUp({ node, client, ownBlocks: localBlocks, log, signal })

  const note = (change: Partial<UpstreamStatus>): void => {
    followed = { ...followed, ...change }
  }

  const breathe = async (): Promise<void> => {
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
    signal.throwIfAborted()
  }

  /** Height of a block that this node has; undefined for others. */
  const heightHere = ({ block }: RawBlock): number | undefined => {
    try {
      const id = blockId(parseBlock(node.rules.network, block))
      return chain.heightOf(id) ?? node.alternatives.get(id)?.height
    } catch (error) {
      if (error instanceof FormatError) return undefined
      throw error
    }
  }

  /** Takes one of the other's blocks. */
  const take = ({ block, transactions }: RawBlock, height: number): void => {
    const waiting = new Set(transactions.length === 0 ? [] : pool.byId.keys())
    isOwnChange = true
    try {
      const fate = localBlocks.ignoring(() => node.submitBlock(block, transactions))
      if (fate === 'orphan') throw new BlockRefusedError('it does not follow the one before')
    } catch (error) {
      if (!(error instanceof BlockRefusedError) && !(error instanceof FormatError)) throw error
      // What came with a bad block is not left to wait for a good one.
      for (const blob of transactions) dropUnless(waiting, blob)
      throw new DistrustError(`block ${height}: ${error.message}`, { cause: error })
    } finally {
      isOwnChange = false
    }
  }

  const dropUnless = (waiting: ReadonlySet<string>, blob: Uint8Array): void => {
    try {
      const { id } = parseFullTransaction(node.rules.network, blob)
      if (!waiting.has(toHex(id))) pool.remove(id)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
    }
  }

  /** Takes the blocks of a page. Answers whether there may be more, as far as that depends on this one. */
  const takePage = async ({ startHeight, blocks: [first, ...others] }: BlockPage): Promise<boolean> => {
    // The first one is the last that both have, unless blocks were taken off here meanwhile.
    if (first === undefined || heightHere(first) !== startHeight) return false
    let end = performance.now() + SLICE
    for (const [i, raw] of others.entries()) {
      take(raw, startHeight + 1 + i)
      if (performance.now() < end) continue
      await breathe()
      if (heightHere(raw) === undefined) return false
      end = performance.now() + SLICE
    }
    return true
  }

  const askPage = async (history: readonly Uint8Array[]): Promise<BlockPage> => {
    try {
      return await client.blocks(history, signal)
    } catch (error) {
      if (error instanceof NodeRefusedError && error.details.httpStatus === undefined)
        throw new DistrustError(`it has not even the first block of this chain: both must be started alike`)
      throw error
    }
  }

  /** Takes all blocks that the other has and this node has not; answers its top block. */
  const takeBlocks = async (): Promise<Uint8Array> => {
    await chain.work.ready()
    const { topHash, height } = await client.info(signal)
    note({ height })
    if (hasBlock(node, topHash)) return topHash
    note({ state: 'behind' })
    const before = chain.height
    let history = shortChainHistory(node)
    let start = -1
    for (;;) {
      const page = await askPage(history)
      note({ height: page.chainHeight })
      // One that does not get on may have gone over to another branch meanwhile: the next look tells.
      if (!(await takePage(page)) || page.startHeight <= start) break
      if (page.startHeight + page.blocks.length >= page.chainHeight) break
      start = page.startHeight
      // Where its branch is not the better one yet, the chain does not have its last block.
      const beside = node.alternatives.all.at(-1)?.id
      history = [...(beside === undefined ? [] : [beside]), ...shortChainHistory(node)]
    }
    if (chain.height !== before) log(`follows ${client.url}: ${chain.height} blocks`)
    return topHash
  }

  /** The last block that both have, where the other's top is on a branch that is not the better one; undefined otherwise. */
  const partedAfter = (top: Uint8Array): number | undefined =>
    chain.heightOf(top) === undefined ? lastShared(node, top) : undefined

  /** Takes transactions that wait there, and hands over those that wait here. */
  const passTransactions = async (): Promise<void> => {
    const there = new Set((await client.poolHashes(signal)).map(toHex))
    const isNew = (id: string): boolean => !refusedHere.has(id) && !hasHere(id)
    const wanted = [...there].filter(isNew)
    for (const { id, blob, pruned, inPool } of wanted.length === 0
      ? []
      : await client.transactions(
          wanted.map((id) => fromHex(id)),
          signal,
        )) {
      if (!inPool) continue
      const admission = pruned ? undefined : submitHere(blob)
      if (admission?.accepted === true && toHex(admission.id) === toHex(id)) continue
      refusedHere.add(toHex(id))
      log(
        `follows ${client.url}: its transaction ${toHex(id)} is refused here: ${admission?.accepted === false ? admission.reason : 'its bytes are others'}`,
      )
    }
    for (const id of there) toldThere.add(id)
    for (const { parsed, doNotRelay } of pool.entries) {
      const id = toHex(parsed.id)
      if (doNotRelay || toldThere.has(id)) continue
      const answer = await client.submit(parsed.blob, { signal })
      toldThere.add(id)
      if (!answer.accepted) log(`follows ${client.url}: it refuses transaction ${id}: ${answer.reason}`)
    }
    forget(there)
  }

  const hasHere = (id: string): boolean =>
    pool.get(fromHex(id)) !== undefined || chain.placeOf(fromHex(id)) !== undefined

  const submitHere = (blob: Uint8Array) => {
    isOwnChange = true
    try {
      return node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
    } finally {
      isOwnChange = false
    }
  }

  /** Ids that are in neither pool any more need not be remembered. */
  const forget = (there: ReadonlySet<string>): void => {
    for (const id of refusedHere) if (!there.has(id)) refusedHere.delete(id)
    for (const id of toldThere) if (!there.has(id) && pool.get(fromHex(id)) === undefined) toldThere.delete(id)
  }

  /** Answers whether there is something new to be seen at once. */
  const look = async (): Promise<boolean> => {
    const top = await takeBlocks()
    await passTransactions()
    const offered = await up.offer(top)
    if (offered === 'handed') return true
    // It has gone another way since it was asked, or does not tell of its blocks.
    if (!hasBlock(node, top)) return false
    const parted = partedAfter(top)
    const state = parted === undefined && offered === 'nothing' ? 'in step' : 'apart'
    if (followed.state !== state && (state === 'in step' || parted !== undefined))
      log(
        parted === undefined
          ? `follows ${client.url}: in step at ${chain.height} blocks`
          : `follows ${client.url}, whose ${followed.height} blocks are others after block ${parted}, and not the better chain: this node keeps its own ${chain.height} until they are; one that begins anew takes them over at once`,
      )
    note({ state })
    return false
  }

  /** How long to wait after an error; undefined for an end of it. */
  const pauseAfter = (error: unknown, failures: number): number | undefined => {
    if (error instanceof DistrustError) {
      note({ state: 'dropped', height: 0 })
      log(`follows ${client.url} no more, it is not to be trusted: ${error.message}`)
      return undefined
    }
    if (!(error instanceof NodeError)) throw error
    const what = error instanceof NodeResponseError ? 'is not understood' : 'is away'
    if (followed.state !== 'away') log(`follows ${client.url}, which ${what} and will be asked again: ${error.message}`)
    note({ state: 'away', height: 0 })
    // It may have lost its pool meanwhile.
    toldThere.clear()
    up.forget()
    return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures)
  }

  const run = async (): Promise<void> => {
    let failures = 0
    let pause: number | undefined
    while (!signal.aborted) {
      try {
        // Once only: there might be something new each time.
        pause = (await look()) && pause !== 0 ? 0 : PACE
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        pause = pauseAfter(error, failures)
        failures++
      }
      if (pause === undefined) return
      await sleeper.sleep(pause)
    }
  }

  const stopListening = node.listen(({ kind }) => {
    // What came from there need not go back there.
    if (
      (kind === 'pool' || kind === 'submitted') &&
      !isOwnChange &&
      (followed.state === 'in step' || followed.state === 'apart')
    )
      sleeper.wake()
  })
  node.enforcesCheckpoints = false
  const running = run().finally(() => {
    node.enforcesCheckpoints = true
  })
  running.catch((error: unknown) => {
    note({ state: 'dropped', height: 0 })
    log(`follows ${client.url} no more: ${String(error)}`)
  })

  return {
    get upstream() {
      return followed
    },
    close: async () => {
      stopListening()
      stopping.abort(new Error('it follows no more'))
      await running.catch(() => undefined)
    },
  }
}
