// Checkpoints signed by local service nodes: every fourth block whose quorum has enough local members. They are computed on demand from the
// current chain, so that they follow reorganisations; signatures are made when they are requested.

import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { QuorumSignature } from '../../../coin/blocks/block.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Checkpoint, CheckpointView } from '../../chain/checkpoints.ts'
import { CHECKPOINT_INTERVAL } from '../service-nodes/quorums.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import type { BehaviourOverrides } from './behaviourOverrides.ts'
import type { LocalNodeKeys } from './localNodeKeys.ts'

/** Height interval of checkpoints that are kept permanently. */
const KEPT_INTERVAL = 60
/** Signatures that a checkpoint requires. */
const MIN_SIGNATURES = 13
/** Maximum blocks to look back; older service node lists are not kept. */
const MAX_LOOKBACK_BLOCKS = 480

type Signable = Checkpoint & { readonly validators: readonly Uint8Array[] }

export class LocalCheckpoints implements CheckpointView {
  readonly #chain: Pick<Chain, 'blocks'>
  readonly #registry: ServiceNodeRegistry
  readonly #keys: () => LocalNodeKeys
  readonly #overrides: BehaviourOverrides
  #found: Signable[] = []
  /** the top block of the last update */
  #updatedTo: Checkpoint | undefined
  readonly #signatures = new Map<string, readonly QuorumSignature[]>()

  constructor(
    chain: Pick<Chain, 'blocks'>,
    registry: ServiceNodeRegistry,
    keys: () => LocalNodeKeys,
    overrides: BehaviourOverrides,
  ) {
    this.#chain = chain
    this.#registry = registry
    this.#keys = keys
    this.#overrides = overrides
  }

  get all(): readonly Checkpoint[] {
    this.#update()
    return this.#found
  }

  /** The last but one: a checkpoint is immutable once another one follows it. */
  get immutable(): Checkpoint | undefined {
    return this.all.at(-2)
  }

  signaturesOf({ height, id }: Checkpoint): readonly QuorumSignature[] {
    const name = toHex(id)
    const known = this.#signatures.get(name)
    if (known !== undefined) return known
    const validators = this.#found.find((each) => equalBytes(each.id, id))?.validators ?? []
    const signatures = this.#keys().sign(id, validators, MIN_SIGNATURES, (key) =>
      this.#overrides.isSigningAt(key, height),
    )
    this.#signatures.set(name, signatures)
    return signatures
  }

  #isOn({ height, id }: Checkpoint): boolean {
    return equalBytes(this.#chain.blocks[height]?.id ?? new Uint8Array(), id)
  }

  /** Updates the checkpoints to the current chain. */
  #update(): void {
    const { blocks } = this.#chain
    const tip = blocks.at(-1)
    if (tip === undefined || (this.#updatedTo !== undefined && equalBytes(this.#updatedTo.id, tip.id))) return
    while (this.#found.length > 0 && !this.#found.slice(-1).every((last) => this.#isOn(last))) this.#found.pop()
    const hasGrown = this.#updatedTo !== undefined && this.#isOn(this.#updatedTo)
    const from = hasGrown ? (this.#updatedTo?.height ?? 0) : (this.#found.at(-1)?.height ?? 0)
    const first = Math.max(from + 1, tip.height - MAX_LOOKBACK_BLOCKS)
    for (
      let height = Math.ceil(first / CHECKPOINT_INTERVAL) * CHECKPOINT_INTERVAL;
      height <= tip.height;
      height += CHECKPOINT_INTERVAL
    )
      this.#add(height)
    this.#updatedTo = { height: tip.height, id: tip.id }
  }

  #add(height: number): void {
    const record = this.#chain.blocks[height]
    const validators = this.#registry.checkpointQuorumAt(height)?.validators ?? []
    if (record === undefined || validators.length < MIN_SIGNATURES) return
    if (this.#keys().countOf(validators, (key) => this.#overrides.isSigningAt(key, height)) < MIN_SIGNATURES) return
    this.#found.push({ height, id: record.id, validators })
    const final = this.#found.at(-2)?.height ?? 0
    this.#found = this.#found.filter((each) => each.height >= final || each.height % KEPT_INTERVAL === 0)
  }
}
