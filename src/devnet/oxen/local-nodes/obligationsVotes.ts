// Obligations quorum votes of local service nodes: with each block, the quorum of an older block tests its workers, and if enough of its
// validators are local, their state change enters the pool. Without a network there are no proofs of other nodes, so that these are tested
// only if the developer requests it.

import { toHex } from '../../../bytes/hex.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { Fork } from '../rules/forks.ts'
import { REORG_SAFETY_BUFFER } from '../service-nodes/quorums.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import { canBeVotedOn, canTransition, isActive, type ServiceNode } from '../service-nodes/serviceNodes.ts'
import { STATE_CHANGE_TX_LIFETIME } from '../service-nodes/stateChange.ts'
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

/** Blocks above its own after which a quorum votes, so that its block is not reorganised. */
const VOTE_DELAY_BLOCKS = REORG_SAFETY_BUFFER + 1

/** The current test of a service node. */
export type NodeTest = {
  /** undefined if there is none */
  readonly proof: UptimeProof | undefined
  readonly results: TestResults
  /** the state change that a quorum votes for; undefined for none */
  readonly newState: number | undefined
}

type Subjects = Pick<TestInputs, 'localKeys' | 'overrides'>

export type ObligationsVotesOptions = {
  readonly node: DevelopmentNode
  readonly registry: ServiceNodeRegistry
  readonly localServiceNodes: LocalServiceNodes
  readonly own: OwnNode
}

/** The obligations quorums of one development chain. */
export class ObligationsVotes {
  readonly #options: ObligationsVotesOptions

  constructor(options: ObligationsVotesOptions) {
    this.#options = options
  }

  /** Starts the tests with each new block. */
  start(): void {
    const { node } = this.#options
    node.listen((event) => {
      if (event.kind === 'block' && event.height < node.chain.height) this.#voteAt(event.height - VOTE_DELAY_BLOCKS)
    })
  }

  /** Returns whether quorums test a registered node. */
  isTested({ key }: ServiceNode, { localKeys, overrides }: Subjects = this.#source()): boolean {
    return overrides.of(key).isJudged ?? localKeys?.find(key) !== undefined
  }

  /** Returns the last uptime proof of a node; undefined if there is none. */
  proofOf(node: ServiceNode): UptimeProof | undefined {
    return lastUptimeProof(this.#source(), node)
  }

  /** Tests a node now. */
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

  /** Runs the tests of the quorum of a block, and submits its state changes. */
  #voteAt(height: number): void {
    const { node, registry, localServiceNodes } = this.#options
    const { chain } = node
    const { nodes } = registry.list
    if (nodes.size === 0 || height < 0 || chain.height < STATE_CHANGE_TX_LIFETIME || chain.nextFork < Fork.perOutputFee)
      return
    const source = this.#source()
    // Local nodes miss checkpoints only by an override.
    const participations: ReadonlyMap<string, readonly CheckpointParticipation[]> = localServiceNodes.overrides
      .hasAbsences
      ? checkpointParticipations(source)
      : new Map()
    for (const [key, subject] of nodes) {
      if (!this.isTested(subject, source)) continue
      const newState = proposedNewState(
        testResultsOf(source, subject, participations.get(key) ?? []),
        subject,
        chain.height,
      )
      if (newState === undefined || !canTransition(subject, newState) || !canBeVotedOn(subject, newState, height))
        continue
      const blob = localServiceNodes.stateChangeBy(height, subject, newState, (voter) => this.#votes(voter))
      // The pool refuses a duplicate of a pending state change.
      if (blob !== undefined) node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
    }
  }

  #votes(voter: Uint8Array): boolean {
    const { registry, localServiceNodes } = this.#options
    const member = registry.list.nodes.get(toHex(voter))
    return member !== undefined && isActive(member) && localServiceNodes.canSign(voter)
  }
}
