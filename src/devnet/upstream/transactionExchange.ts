// Exchanges pool transactions with the upstream node, in both directions.

import { fromHex, toHex } from '../../bytes/hex.ts'
import type { SubmitResult } from '../txpool/txpool.ts'
import type { UpstreamSession } from './upstreamSession.ts'

/** Ids are in hex. */
export class TransactionExchange {
  readonly #session: UpstreamSession
  /** transactions that the upstream node has or has refused */
  readonly #knownUpstream = new Set<string>()
  /** transactions of the upstream node that this node has refused */
  readonly #refusedHere = new Set<string>()

  constructor(session: UpstreamSession) {
    this.#session = session
  }

  /** @throws NodeError */
  async run(): Promise<void> {
    const { client, signal } = this.#session
    const upstream = new Set((await client.poolHashes(signal)).map(toHex))
    await this.#download([...upstream].filter((id) => !this.#refusedHere.has(id) && !this.#isHere(id)))
    for (const id of upstream) this.#knownUpstream.add(id)
    await this.#upload()
    this.#forgetAllBut(upstream)
  }

  /** Forgets what the upstream node has: it may have lost its pool. */
  reset(): void {
    this.#knownUpstream.clear()
  }

  #isHere(id: string): boolean {
    const { chain, pool } = this.#session.node
    return pool.get(fromHex(id)) !== undefined || chain.placeOf(fromHex(id)) !== undefined
  }

  async #download(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const { client, signal } = this.#session
    const transactions = await client.transactions(
      ids.map((id) => fromHex(id)),
      signal,
    )
    for (const { id, blob, pruned, inPool } of transactions) {
      if (!inPool) continue
      const result = pruned ? undefined : this.#submit(blob)
      if (result?.accepted === true && toHex(result.id) === toHex(id)) continue
      this.#refusedHere.add(toHex(id))
      const reason = result?.accepted === false ? result.reason : 'its bytes are others'
      this.#session.log(`: its transaction ${toHex(id)} is refused here: ${reason}`)
    }
  }

  #submit(blob: Uint8Array): SubmitResult {
    const { node } = this.#session
    return this.#session.apply(() => node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false }))
  }

  async #upload(): Promise<void> {
    const { node, client, signal } = this.#session
    for (const { parsed, doNotRelay } of node.pool.entries) {
      const id = toHex(parsed.id)
      if (doNotRelay || this.#knownUpstream.has(id)) continue
      const answer = await client.submit(parsed.blob, { signal })
      this.#knownUpstream.add(id)
      if (!answer.accepted) this.#session.log(`: it refuses transaction ${id}: ${answer.reason}`)
    }
  }

  /** Forgets transactions that are in neither pool. */
  #forgetAllBut(upstream: ReadonlySet<string>): void {
    const { pool } = this.#session.node
    for (const id of this.#refusedHere) if (!upstream.has(id)) this.#refusedHere.delete(id)
    for (const id of this.#knownUpstream)
      if (!upstream.has(id) && pool.get(fromHex(id)) === undefined) this.#knownUpstream.delete(id)
  }
}
