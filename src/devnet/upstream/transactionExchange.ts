// Exchanges pool transactions with the upstream node, in both directions.

import { fromHex, toHex } from '../../bytes/hex.ts'
import type { SubmitResult } from '../txpool/submitResult.ts'
import type { UpstreamSession } from './upstreamSession.ts'

/** Ids are in hex. */
export class TransactionExchange {
  readonly #session: UpstreamSession
  /** transactions that were in the upstream node's pool at the last run, or that it has accepted since */
  #poolUpstream: ReadonlySet<string> = new Set()
  /** transactions of this node that the upstream node has refused */
  readonly #refusedUpstream = new Set<string>()
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
    const accepted = await this.#upload(upstream)
    this.#poolUpstream = new Set([...upstream, ...accepted])
    this.#forgetRefusals(upstream)
  }

  /** Forgets what the upstream node has: it may have lost its pool. */
  reset(): void {
    this.#poolUpstream = new Set()
    this.#refusedUpstream.clear()
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
      const reason = result?.accepted === false ? result.reason : 'its id differs from the requested one'
      this.#session.log(`: its transaction ${toHex(id)} is refused here: ${reason}`)
    }
  }

  #submit(blob: Uint8Array): SubmitResult {
    const { node } = this.#session
    return this.#session.apply(() => node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false }))
  }

  /**
   * Submits the transactions of this node that the upstream node lacks. One that has just left its pool is submitted at the next run only:
   * it may be in a block that this node has not downloaded yet.
   * @returns the accepted ones
   */
  async #upload(upstream: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const { node, client, signal } = this.#session
    const accepted = new Set<string>()
    for (const { parsed, doNotRelay } of node.pool.entries) {
      const id = toHex(parsed.id)
      if (doNotRelay || upstream.has(id) || this.#poolUpstream.has(id) || this.#refusedUpstream.has(id)) continue
      const answer = await client.submit(parsed.blob, { signal })
      if (answer.accepted) {
        accepted.add(id)
        continue
      }
      this.#refusedUpstream.add(id)
      this.#session.log(`: it refuses transaction ${id}: ${answer.reason}`)
    }
    return accepted
  }

  /** Forgets refusals of transactions that have left the pool in question. */
  #forgetRefusals(upstream: ReadonlySet<string>): void {
    const { pool } = this.#session.node
    for (const id of this.#refusedHere) if (!upstream.has(id)) this.#refusedHere.delete(id)
    for (const id of this.#refusedUpstream) if (pool.get(fromHex(id)) === undefined) this.#refusedUpstream.delete(id)
  }
}
