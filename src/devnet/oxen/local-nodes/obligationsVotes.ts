// Obligations quorums of held service nodes at work: with each block the quorum of an older one tests whom it watches, and where enough of
// its members are held their verdict goes into the pool. Nodes of somebody else prove nothing to this node, as there is no network on
// which to hear of them: they are judged only where a developer says so.

import { toHex } from '../../../bytes/hex.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { CHECKPOINT_LAG } from '../quorums/quorums.ts'
import { VOTE_LIFE } from '../quorums/stateChange.ts'
import { Fork } from '../rules/forks.ts'
import type { NodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import { canDecide, canHaveSeen, isActive, type ServiceNode } from '../service-nodes/serviceNodes.ts'
import type { HeldNodes } from './localServiceNodes.ts'
import type { OwnNode } from './ownNode.ts'
import { type Findings, findingsOn, verdictBy } from './testResults.ts'
import {
  type CheckpointTurn,
  checkpointTurns,
  lastProof,
  type UptimeProof,
  type WitnessSource,
} from './uptimeProofs.ts'

/** A quorum judges when so many blocks are above its own, which no reorganisation takes away then. */
const PATIENCE = CHECKPOINT_LAG + 1

/** What a quorum would say of a service node now. */
export type Judgement = {
  /** undefined while none came */
  readonly proof: UptimeProof | undefined
  readonly findings: Findings
  /** undefined where the node stays as it is */
  readonly verdict: number | undefined
}

type Subjects = Pick<WitnessSource, 'held' | 'conduct'>

export type JudgesOptions = {
  readonly node: DevelopmentNode
  readonly registry: NodeRegistry
  readonly heldNodes: HeldNodes
  readonly own: OwnNode
}

/** The quorums of one development chain. */
export class Judges {
  readonly #options: JudgesOptions

  constructor(options: JudgesOptions) {
    this.#options = options
  }

  /** Has them judge with each block from now on. */
  begin(): void {
    const { node } = this.#options
    node.listen((event) => {
      if (event.kind === 'block' && event.height < node.chain.height) this.#judge(event.height - PATIENCE)
    })
  }

  /** Whether they judge a node that is registered. */
  isJudged({ key }: ServiceNode, { held, conduct }: Subjects = this.#source()): boolean {
    return conduct.of(key).isJudged ?? held?.find(key) !== undefined
  }

  /** The last proof of a node; undefined while none came. */
  proofOf(node: ServiceNode): UptimeProof | undefined {
    return lastProof(this.#source(), node)
  }

  /** What they find of a node, by what is known now. */
  judgementOn(node: ServiceNode): Judgement {
    const source = this.#source()
    const findings = findingsOn(source, node)
    return { proof: lastProof(source, node), findings, verdict: verdictBy(findings, node, source.chain.height) }
  }

  #source(): WitnessSource {
    const { node, heldNodes, own } = this.#options
    return { chain: node.chain, own, held: heldNodes.keys, conduct: heldNodes.conduct, now: node.clock() }
  }

  /** Tests whom the quorum of a block watches. */
  #judge(height: number): void {
    const { node, registry, heldNodes } = this.#options
    const { chain } = node
    const { nodes } = registry.list
    if (nodes.size === 0 || height < 0 || chain.height < VOTE_LIFE || chain.nextFork < Fork.perOutputFee) return
    const source = this.#source()
    // Held nodes miss no checkpoint that they were not told to miss.
    const turns: ReadonlyMap<string, readonly CheckpointTurn[]> = heldNodes.conduct.hasAbsences
      ? checkpointTurns(source)
      : new Map()
    for (const [key, subject] of nodes) {
      if (!this.isJudged(subject, source)) continue
      const verdict = verdictBy(findingsOn(source, subject, turns.get(key) ?? []), subject, chain.height)
      if (verdict === undefined || !canDecide(subject, verdict) || !canHaveSeen(subject, verdict, height)) continue
      const blob = heldNodes.verdictOf(height, subject, verdict, (voter) => this.#votes(voter))
      // The pool refuses one that says what another says already.
      if (blob !== undefined) node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
    }
  }

  #votes(voter: Uint8Array): boolean {
    const { registry, heldNodes } = this.#options
    const member = registry.list.nodes.get(toHex(voter))
    return member !== undefined && isActive(member) && heldNodes.attends(voter)
  }
}
