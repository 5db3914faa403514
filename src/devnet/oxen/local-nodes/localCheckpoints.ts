// Checkpoints that held service nodes sign: every fourth block, where enough of its quorum are held. They are found when they are asked
// for, so that they fit the chain whatever became of it, and signed when somebody wants to see that.

import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { QuorumSignature } from '../../../coin/blocks/block.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Checkpoint, CheckpointView } from '../../chain/checkpoints.ts'
import { CHECKPOINT_INTERVAL } from '../quorums/quorums.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import type { BehaviourOverrides } from './behaviourOverrides.ts'
import type { LocalNodeKeys } from './localNodeKeys.ts'

/** Heights of which checkpoints are kept for good. */
const KEPT_INTERVAL = 60
/** Signatures that a checkpoint needs. */
const VOTES = 13
/** Blocks to look back to at most, as far as lists of service nodes are at hand. */
const REACH = 480

type Signable = Checkpoint & { readonly validators: readonly Uint8Array[] }

export class LocalCheckpoints implements CheckpointView {
  readonly #chain: Pick<Chain, 'blocks'>
  readonly #registry: ServiceNodeRegistry
  readonly #keys: () => LocalNodeKeys
  readonly #conduct: BehaviourOverrides
  #found: Signable[] = []
  /** the block up to which there was a look */
  #seen: Checkpoint | undefined
  readonly #signatures = new Map<string, readonly QuorumSignature[]>()

  constructor(
    chain: Pick<Chain, 'blocks'>,
    registry: ServiceNodeRegistry,
    keys: () => LocalNodeKeys,
    conduct: BehaviourOverrides,
  ) {
    this.#chain = chain
    this.#registry = registry
    this.#keys = keys
    this.#conduct = conduct
  }

  get all(): readonly Checkpoint[] {
    this.#look()
    return this.#found
  }

  /** The last but one: only the next checkpoint makes one final. */
  get immutable(): Checkpoint | undefined {
    return this.all.at(-2)
  }

  signaturesOf({ height, id }: Checkpoint): readonly QuorumSignature[] {
    const name = toHex(id)
    const known = this.#signatures.get(name)
    if (known !== undefined) return known
    const validators = this.#found.find((each) => equalBytes(each.id, id))?.validators ?? []
    const signatures = this.#keys().sign(id, validators, VOTES, (key) => this.#conduct.isSigningAt(key, height))
    this.#signatures.set(name, signatures)
    return signatures
  }

  #isOn({ height, id }: Checkpoint): boolean {
    return equalBytes(this.#chain.blocks[height]?.id ?? new Uint8Array(), id)
  }

  /** Takes the chain as it is now. */
  #look(): void {
    const { blocks } = this.#chain
    const tip = blocks.at(-1)
    if (tip === undefined || (this.#seen !== undefined && equalBytes(this.#seen.id, tip.id))) return
    while (this.#found.length > 0 && !this.#found.slice(-1).every((last) => this.#isOn(last))) this.#found.pop()
    const isGrown = this.#seen !== undefined && this.#isOn(this.#seen)
    const from = isGrown ? (this.#seen?.height ?? 0) : (this.#found.at(-1)?.height ?? 0)
    const first = Math.max(from + 1, tip.height - REACH)
    for (
      let height = Math.ceil(first / CHECKPOINT_INTERVAL) * CHECKPOINT_INTERVAL;
      height <= tip.height;
      height += CHECKPOINT_INTERVAL
    )
      this.#add(height)
    this.#seen = { height: tip.height, id: tip.id }
  }

  #add(height: number): void {
    const record = this.#chain.blocks[height]
    const validators = this.#registry.checkpointQuorumAt(height)?.validators ?? []
    if (record === undefined || validators.length < VOTES) return
    if (this.#keys().countOf(validators, (key) => this.#conduct.isSigningAt(key, height)) < VOTES) return
    this.#found.push({ height, id: record.id, validators })
    const final = this.#found.at(-2)?.height ?? 0
    this.#found = this.#found.filter((each) => each.height >= final || each.height % KEPT_INTERVAL === 0)
  }
}
