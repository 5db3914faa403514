// Other blocks in the place of the top ones: made on a draft while the chain stands, and put there all at once when the last has its
// nonce. So nobody ever sees what lies in between, and others have their turns meanwhile.

import { type Block, serializeBlock } from '../../coin/blocks/block.ts'
import { BlockRefusedError } from '../chain/chain.ts'
import type { BlockRecord } from '../chain/chainRecords.ts'
import type { DevelopmentNode, Draft } from '../node/developmentNode.ts'
import { anywhere } from '../rules/proofOfWork.ts'

export type ReorganisationRequest = {
  /** how many blocks are taken off */
  readonly pop: number
  /** how many are put in their place; one more than are taken off where undefined */
  readonly count: number | undefined
  /** what becomes of transactions of blocks that are taken off, and are not in the others */
  readonly transactions: 'wait' | 'are dropped'
}

export type Reorganisation = {
  /** the top one first; also those that came while nonces were looked for */
  readonly popped: readonly BlockRecord[]
  readonly mined: readonly BlockRecord[]
}

/** Takes blocks down to a height off. */
const takeOff = (
  node: DevelopmentNode,
  height: number,
  { transactions: fate }: ReorganisationRequest,
): BlockRecord[] => {
  const popped = node.popBlocks(node.chain.height - 1 - height)
  if (fate === 'are dropped')
    for (const { transactions } of popped) for (const { id } of transactions.slice(1)) node.pool.remove(id)
  return popped
}

/**
 * Makes the blocks, a step each nonce that does not do, and puts them in place. Undefined when they are wanted no more.
 * @param nextBlock the next block of the chain and pool as they are, without work; `made` counts those before it
 * @throws BlockRefusedError when the chain goes another way meanwhile
 */
export function* reorganise(
  node: DevelopmentNode,
  request: ReorganisationRequest,
  nextBlock: (made: number) => Block,
  isWanted: () => boolean,
): Generator<undefined, Reorganisation | undefined> {
  const { chain } = node
  const height = Math.max(0, chain.height - 1 - request.pop)
  const count = request.count ?? chain.height - height
  const parent = chain.blockAt(height)
  const stands = (): boolean => chain.blockAt(height) === parent
  let made = 0
  const add = (block: Block): void => {
    node.submitBlock(serializeBlock(block))
    made++
  }
  /** Goes on with the draft as far as no nonce has to be looked for. Answers how to look for one. */
  const goOn = () => {
    while (made < count) {
      const search = chain.work.sealed(anywhere(chain.placeOnTip(nextBlock(made))), () => stands() && isWanted())
      const { done, value } = search.next()
      if (done !== true) return search
      if (value === undefined) return undefined
      add(value)
    }
    return undefined
  }
  let found: Block | undefined
  let draft: Draft | undefined
  do {
    const last = found
    const { draft: next, result: search } = node.speculate(draft, () => {
      if (draft === undefined) takeOff(node, height, request)
      if (last !== undefined) add(last)
      return goOn()
    })
    draft = next
    found = search === undefined ? undefined : yield* search
  } while (found !== undefined)
  if (!stands())
    throw new BlockRefusedError(`the chain went another way below block ${height + 1} meanwhile: ask again`)
  const blocks = draft.blocks.slice(height + 1)
  if (blocks.length < count) return undefined
  return node.transaction(() => {
    const popped = takeOff(node, height, request)
    for (const { blob, transactions } of blocks)
      node.submitBlock(
        blob,
        transactions.slice(1).map((each) => each.blob),
      )
    return { popped, mined: chain.blocks.slice(height + 1) }
  })
}
