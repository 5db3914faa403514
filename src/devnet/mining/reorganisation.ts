// Reorganisation on request: mines other blocks in place of the top ones. They are mined speculatively, while the chain stays as it
// is and other requests are served, and replace the top blocks in one step when the last nonce is found.

import { type Block, serializeBlock } from '../../coin/blocks/block.ts'
import { BlockRefusedError, type Chain } from '../chain/chain.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { Speculation } from '../node/nodeState.ts'
import type { BlockRecord } from '../records/chainRecords.ts'

export type ReorganisationRequest = {
  /** number of blocks to pop */
  readonly pop: number
  /** number of blocks to mine; one more than are popped if undefined */
  readonly count: number | undefined
  /** whether transactions of popped blocks that the new blocks do not list return to the pool */
  readonly transactions: 'wait' | 'are dropped'
}

export type Reorganisation = {
  /** the top one first, including blocks that were added during the search for nonces */
  readonly popped: readonly BlockRecord[]
  readonly mined: readonly BlockRecord[]
}

/** Returns the next block for the present chain and pool, without proof of work; `mined` counts the new blocks before it. */
export type NextBlock = (mined: number) => Block

type NonceSearch = Generator<undefined, Block | undefined>

/** Pops blocks down to a height. */
const popTo = (node: DevelopmentNode, height: number, { transactions }: ReorganisationRequest): BlockRecord[] => {
  const popped = node.popBlocks(node.chain.height - 1 - height)
  if (transactions === 'are dropped')
    for (const block of popped) for (const { id } of block.transactions.slice(1)) node.pool.remove(id)
  return popped
}

/** The new blocks, on a speculative chain. */
class SpeculativeBranch {
  readonly #node: DevelopmentNode
  readonly #chain: Chain
  readonly #request: ReorganisationRequest
  readonly #nextBlock: NextBlock
  readonly #isWanted: () => boolean
  /** of the last block that stays */
  readonly #height: number
  readonly #parent: BlockRecord | undefined
  readonly #count: number
  #mined = 0
  #speculation: Speculation | undefined

  constructor(node: DevelopmentNode, request: ReorganisationRequest, nextBlock: NextBlock, isWanted: () => boolean) {
    this.#node = node
    this.#chain = node.chain
    this.#request = request
    this.#nextBlock = nextBlock
    this.#isWanted = isWanted
    this.#height = Math.max(0, node.chain.height - 1 - request.pop)
    this.#parent = node.chain.blockAt(this.#height)
    this.#count = request.count ?? node.chain.height - this.#height
  }

  /** Whether the block below the branch is still on the main chain. */
  #hasParent(): boolean {
    return this.#chain.blockAt(this.#height) === this.#parent
  }

  /**
   * Extends the branch until a nonce has to be searched.
   * @param found the block whose nonce was found last
   * @returns the search; undefined if the branch is complete or the reorganisation was cancelled
   */
  extend(found: Block | undefined): NonceSearch | undefined {
    const { speculation, result } = this.#node.state.speculate(this.#speculation, () => {
      if (this.#speculation === undefined) popTo(this.#node, this.#height, this.#request)
      if (found !== undefined) this.#add(found)
      return this.#mineUntilSearch()
    })
    this.#speculation = speculation
    return result
  }

  #mineUntilSearch(): NonceSearch | undefined {
    while (this.#mined < this.#count) {
      const placed = this.#chain.work.withFixedSeed(this.#chain.placeOnTip(this.#nextBlock(this.#mined)))
      const search = this.#chain.work.findNonce(placed, () => this.#hasParent() && this.#isWanted())
      const { done, value } = search.next()
      if (done !== true) return search
      if (value === undefined) return undefined
      this.#add(value)
    }
    return undefined
  }

  #add(block: Block): void {
    this.#node.submitBlock(serializeBlock(block))
    this.#mined++
  }

  /**
   * Replaces the top blocks of the main chain by the branch.
   * @returns undefined if the branch is incomplete
   * @throws BlockRefusedError if the main chain was reorganised below the branch
   */
  commit(): Reorganisation | undefined {
    const height = this.#height
    if (!this.#hasParent())
      throw new BlockRefusedError(
        `the chain was reorganised below block ${height + 1} in the meantime: repeat the request`,
      )
    const blocks = this.#speculation?.blocks.slice(height + 1) ?? []
    if (blocks.length < this.#count) return undefined
    return this.#node.state.transaction(() => {
      const popped = popTo(this.#node, height, this.#request)
      for (const { blob, transactions } of blocks)
        this.#node.submitBlock(
          blob,
          transactions.slice(1).map((each) => each.blob),
        )
      return { popped, mined: this.#chain.blocks.slice(height + 1) }
    })
  }
}

/**
 * Mines blocks in place of the top ones. Yields after each slice of a nonce search; returns undefined if `isWanted` returns false.
 * @throws BlockRefusedError if the main chain was reorganised below the new blocks meanwhile
 */
export function* reorganise(
  node: DevelopmentNode,
  request: ReorganisationRequest,
  nextBlock: NextBlock,
  isWanted: () => boolean,
): Generator<undefined, Reorganisation | undefined> {
  const branch = new SpeculativeBranch(node, request, nextBlock, isWanted)
  let search = branch.extend(undefined)
  while (search !== undefined) {
    const found: Block | undefined = yield* search
    search = found === undefined ? undefined : branch.extend(found)
  }
  return branch.commit()
}
