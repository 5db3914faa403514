// Obligations quorums of held service nodes at work: with each block the quorum of an older one tests whom it watches, and where enough of
// its members are held their verdict goes into the pool. Nodes of somebody else prove nothing to this node, as there is no network on
// which to hear of them: they are judged only where a developer says so.

import { toHex } from '../../../bytes/hex.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { REORG_SAFETY_BUFFER } from '../quorums/quorums.ts'
import { STATE_CHANGE_TX_LIFETIME } from '../quorums/stateChange.ts'
import { Fork } from '../rules/forks.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import { canBeVotedOn, canTransition, isActive, type ServiceNode } from '../service-nodes/serviceNodes.ts'
import type { LocalServiceNodes } from './localServiceNodes.ts'
import type { OwnNode } from './ownNode.ts'
import { proposedNewState, type TestResults, testResultsOf } from './testResults.ts'
import {
  type CheckpointParticipation,
  checkpointParticipations,
  lastUptimeProof,
  type TestInputs,
  type UptimeProof,
} from './uptimeProofs.ts'

/** A quorum judges when so many blocks are above its own, which no reorganisation takes away then. */
const VOTE_DELAY_BLOCKS = REORG_SAFETY_BUFFER + 1

/** What a quorum would say of a service node now. */
export type NodeTest = {
  /** undefined while none came */
  readonly proof: UptimeProof | undefined
  readonly results: TestResults
  /** undefined where the node stays as it is */
  readonly newState: number | undefined
}

type Subjects = Pick<TestInputs, 'localKeys' | 'overrides'>

export type ObligationsVotesOptions = {
  readonly node: DevelopmentNode
  readonly registry: ServiceNodeRegistry
  readonly localServiceNodes: LocalServiceNodes
  readonly own: OwnNode
}

/** The quorums of one development chain. */
export class ObligationsVotes {
  readonly #options: ObligationsVotesOptions

  constructor(options: ObligationsVotesOptions) {
    this.#options = options
  }

  /** Has them judge with each block from now on. */
  start(): void {
    const { node } = this.#options
    node.listen((event) => {
      if (event.kind === 'block' && event.height < node.chain.height) this.#judge(event.height - VOTE_DELAY_BLOCKS)
    })
  }

  /** Whether they judge a node that is registered. */
  isTested({ key }: ServiceNode, { localKeys, overrides }: Subjects = this.#source()): boolean {
    return overrides.of(key).isJudged ?? localKeys?.find(key) !== undefined
  }

  /** The last proof of a node; undefined while none came. */
  proofOf(node: ServiceNode): UptimeProof | undefined {
    return lastUptimeProof(this.#source(), node)
  }

  /** What they find of a node, by what is known now. */
  testNode(node: ServiceNode): NodeTest {
    const source = this.#source()
    const results = testResultsOf(source, node)
    return {
      proof: lastUptimeProof(source, node),
      results,
      newState: proposedNewState(results, node, source.chain.height),
    }
  }

  #source(): TestInputs {
    const { node, localServiceNodes, own } = this.#options
    return {
      chain: node.chain,
      own,
      localKeys: localServiceNodes.keys,
      overrides: localServiceNodes.overrides,
      now: node.clock(),
    }
  }

  /** Tests whom the quorum of a block watches. */
  #judge(height: number): void {
    const { node, registry, localServiceNodes } = this.#options
    const { chain } = node
    const { nodes } = registry.list
    if (nodes.size === 0 || height < 0 || chain.height < STATE_CHANGE_TX_LIFETIME || chain.nextFork < Fork.perOutputFee)
      return
    const source = this.#source()
    // Held nodes miss no checkpoint that they were not told to miss.
    const turns: ReadonlyMap<string, readonly CheckpointParticipation[]> = localServiceNodes.overrides.hasAbsences
      ? checkpointParticipations(source)
      : new Map()
    for (const [key, subject] of nodes) {
      if (!this.isTested(subject, source)) continue
      const newState = proposedNewState(testResultsOf(source, subject, turns.get(key) ?? []), subject, chain.height)
      if (newState === undefined || !canTransition(subject, newState) || !canBeVotedOn(subject, newState, height))
        continue
      const blob = localServiceNodes.stateChangeBy(height, subject, newState, (voter) => this.#votes(voter))
      // The pool refuses one that says what another says already.
      if (blob !== undefined) node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
    }
  }

  #votes(voter: Uint8Array): boolean {
    const { registry, localServiceNodes } = this.#options
    const member = registry.list.nodes.get(toHex(voter))
    return member !== undefined && isActive(member) && localServiceNodes.canSign(voter)
  }
}
