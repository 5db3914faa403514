// Hands blocks of a node's own to the node that it follows, as a network would spread them: in order, from where the two chains part,
// each with the transactions that the other lacks. Blocks that came from there never go back, unless one of our own builds on them. Which
// chain holds is for the rules to say: of the other's answers only the log tells.

import { fromHex, toHex } from '../../bytes/hex.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { BlockRecord, ParsedTransaction } from '../chain/chainRecords.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { hasBlock, type LocalBlocks } from './localBlocks.ts'

export type HandUpOptions = {
  readonly node: DevelopmentNode
  /** of the node that is followed */
  readonly client: NodeClient
  readonly ownBlocks: LocalBlocks
  readonly log: (line: string) => void
  readonly signal: AbortSignal
}

export type HandUp = {
  /**
   * Hands over what the other lacks of this node's own.
   * @param top the other's top block
   * @returns `nothing` when there is no such block, or nothing new to try; `refused` where one is not taken
   * @throws NodeError for a node that cannot be asked now
   */
  offer(top: Uint8Array): Promise<'nothing' | 'handed' | 'refused'>
  /** Begins anew with a node that was away, and may have forgotten what it had. */
  forget(): void
}

/** Height of the last block of the main chain that a chain with a top goes through; undefined where the top is not known. */
export const lastShared = ({ chain, alternatives }: DevelopmentNode, top: Uint8Array): number | undefined =>
  chain.heightOf(top) ?? alternatives.chainUpTo(top)?.parent.height

/** Begins with nothing handed over. */
export const createHandUp = ({ node, client, ownBlocks, log, signal }: HandUpOptions): HandUp => {
  const { chain } = node
  /** the other's top block by which it was last tried: with another one it is worth another attempt */
  let triedAt = ''
  const handed = new Set<string>()
  let refused: string | undefined
  /** of whose refusal people were told */
  const told = new Set<string>()

  const forget = (): void => {
    triedAt = ''
    handed.clear()
    refused = undefined
  }

  /** Keeps in mind only what is there, and is not on the other's main chain. */
  const settle = (top: Uint8Array): void => {
    const theirs = chain.heightOf(top) ?? -1
    ownBlocks.retain((id) => (chain.heightOf(id) ?? Number.MAX_SAFE_INTEGER) > theirs && hasBlock(node, id))
    for (const id of told) if (!hasBlock(node, fromHex(id))) told.delete(id)
  }

  /** From where the chains part up to the newest of our own. */
  const wanted = (top: Uint8Array): readonly BlockRecord[] => {
    const shared = lastShared(node, top)
    if (shared === undefined) return []
    const newest = ownBlocks.all.reduce((height, id) => Math.max(height, chain.heightOf(id) ?? -1), -1)
    return chain.blocks.slice(shared + 1, newest + 1)
  }

  /** Hands over transactions that the other does not have. Answers why it does not take some of them. */
  const handTransactions = async (listed: readonly ParsedTransaction[]): Promise<string> => {
    if (listed.length === 0) return ''
    const known = await client.transactions(
      listed.map(({ id }) => id),
      signal,
    )
    const there = new Set(known.map(({ id }) => toHex(id)))
    const faults: string[] = []
    for (const { id, blob } of listed) {
      if (there.has(toHex(id))) continue
      const answer = await client.submit(blob, { signal })
      if (!answer.accepted) faults.push(`; nor does it take its transaction ${toHex(id)}: ${answer.reason}`)
    }
    return faults.join('')
  }

  const handBlock = async ({ id, height, blob, transactions }: BlockRecord): Promise<boolean> => {
    const faults = await handTransactions(transactions.slice(1))
    try {
      await client.submitBlock(blob, signal)
      return true
    } catch (error) {
      if (!(error instanceof NodeRefusedError)) throw error
      const text = toHex(id)
      if (!told.has(text))
        log(
          `follows ${client.url}, which does not take block ${height} of this node, ${text}: ${error.message}${faults}; it stays here as long as the other's chain is not the better one`,
        )
      told.add(text)
      refused = text
      return false
    }
  }

  const handAll = async (blocks: readonly BlockRecord[]): Promise<'nothing' | 'handed' | 'refused'> => {
    let count = 0
    for (const block of blocks) {
      const id = toHex(block.id)
      if (id === refused) return 'refused'
      if (handed.has(id)) continue
      // The chain may have gone another way meanwhile: then the next look tells what is to be done.
      if (chain.heightOf(block.id) === undefined) break
      if (!(await handBlock(block))) return 'refused'
      handed.add(id)
      count++
    }
    if (count > 0) log(`follows ${client.url}: handed it ${count === 1 ? 'a block' : `${count} blocks`} of this node`)
    return count === 0 ? 'nothing' : 'handed'
  }

  return {
    forget,
    offer: async (top) => {
      if (toHex(top) !== triedAt) forget()
      triedAt = toHex(top)
      settle(top)
      return await handAll(wanted(top))
    },
  }
}
