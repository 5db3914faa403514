// Blocks from a node: a page is fetched and the one before it read while earlier ones are with the scanner.

import { toHex } from '../../bytes/hex.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { BlockPage } from '../../daemon/nodeClient.ts'
import type { Trail } from '../state/blockIds.ts'
import { type Findings, Intake, type RecentTransaction, type ScanningStretch } from './blockProcessor.ts'
import { ChainError } from './pageReader.ts'
import { begin, beginAgain, connect, explainRefusal, isElsewhere, isTop, type Meeting } from './splitHeight.ts'
import { unlessRefused } from './txpool.ts'

/** Outputs that are scanned together: few at first, so that scanning begins at once, then more. */
const FIRST_STRETCH = 256
const LONGEST_STRETCH = 2048

export type Pull = Meeting & {
  /** called before each page with new blocks: the height of the node's chain, and of the first new block */
  readonly reading: (chainHeight: number, height: number) => void
  /** called after each commit */
  readonly committed: (found: Findings) => void
}

/**
 * Takes in all blocks that the node has and we do not.
 * @throws ChainError, NodeBehindError, FormatError, what asking the node throws
 */
export const pullBlocks = async (pull: Pull): Promise<void> => {
  const { book, receiver, info, signal, committed, ask } = pull
  if (book.height === 0) {
    await begin(pull)
    if (isTop(book.trail, info)) return
  }
  const intake = new Intake({ book, receiver, signal, committed })
  const reading = readPages(pull, intake)
  try {
    // What came before a page that fails is taken in all the same; where that fails too, it did so first.
    await reading.catch(() => undefined)
    await ask(intake.drain())
    await reading
  } finally {
    await intake.settle()
  }
  await noteBlinks(pull, intake.recent)
}

/**
 * Notes what a quorum confirmed at once of what concerns us in blocks that are not final yet. All transactions of those blocks
 * are asked for, so that the node does not learn which are ours.
 */
const noteBlinks = async (
  { network, book, node, info, signal, ask }: Pull,
  recent: readonly RecentTransaction[],
): Promise<void> => {
  const asked = recent.filter(({ height }) => height > info.immutableHeight)
  if (!network.hasBlink || asked.length === 0 || signal.aborted) return
  const ids = asked.map(({ txid }) => txid)
  const answers = await unlessRefused(ask(node.transactions(ids, signal)))
  const approved = new Set(answers.flatMap(({ id, blink }) => (blink ? [toHex(id)] : [])))
  const ours = asked.flatMap(({ txid, isOurs }) => (isOurs ? [toHex(txid)] : []))
  const blinks = ours.filter((txid) => approved.has(txid) && !book.blinks.has(txid))
  if (blinks.length > 0) await book.update('relaxed', () => ({ blinks }))
}

/** Brings all pages to the intake. There are at most three at once: one with the scanner, one being read, one being fetched. */
const readPages = async (pull: Pull, intake: Intake): Promise<void> => {
  const { network, book, receiver, node, info, signal, reading, ask } = pull
  const fetchAfter = (from: Trail): Promise<BlockPage> => {
    const page = ask(node.blocks(from.history(network.genesisId), signal)).catch((error: unknown) => {
      if (error instanceof NodeRefusedError) return explainRefusal(pull, error)
      throw error
    })
    // It may be awaited only after the last page is read; a failure until then is not an unhandled one.
    page.catch(() => undefined)
    return page
  }
  /** the chain as far as it was read */
  let trail = book.trail.copy()
  let next = fetchAfter(trail)
  let opened: Promise<void> = Promise.resolve()
  let outputs = FIRST_STRETCH
  let restarts = 0
  for (;;) {
    const page = await next
    if (isElsewhere(page, trail)) {
      // A node that does not know the block it gave us a moment ago would keep us busy for ever.
      if (restarts++ > 0) throw new ChainError('the node does not know the block at which it let this wallet begin')
      await ask(intake.drain())
      await beginAgain(pull, page)
      trail = book.trail.copy()
      if (isTop(trail, info)) return
      next = fetchAfter(trail)
      continue
    }
    const reader = connect(pull, page, trail)
    if (reader.isAtEnd) return
    reading(page.chainHeight, reader.height)
    const stretches: ScanningStretch[] = []
    try {
      while (!reader.isAtEnd) {
        const stretch = reader.read(outputs, book.restoreHeight)
        outputs = Math.min(2 * outputs, LONGEST_STRETCH)
        stretches.push({ ...stretch, scanning: receiver.begin(stretch.gathering) })
        trail.cut(stretch.start)
        trail.append(stretch.ids)
      }
    } catch (error) {
      // A page is taken whole or not at all.
      for (const { scanning } of stretches) receiver.abandon(scanning)
      throw error
    }
    trail.thin()
    const isLast = trail.height >= page.chainHeight
    if (!isLast) next = fetchAfter(trail)
    const before = opened
    opened = intake.add(stretches)
    opened.catch(() => undefined)
    if (isLast) return
    await ask(before)
  }
}
