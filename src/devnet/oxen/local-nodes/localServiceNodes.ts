// Local service nodes: service nodes whose keys the development node holds. The faucet registers them; they produce pulse blocks, sign
// checkpoints, approve blinks and test each other.

import { SerialQueue } from '../../../async/serialQueue.ts'
import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { registrationHash } from '../../../coin/stakes/registration.ts'
import { portionsToAmount, STAKING_PORTIONS, stakingRequirement } from '../../../coin/stakes/stakingRequirement.ts'
import type { RegistrationField } from '../../../coin/transactions/extraField.ts'
import { signHash } from '../../../crypto/signatures/signature.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import type { Faucet } from '../../mining/faucet.ts'
import type { Miner } from '../../mining/miner.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { MIN_STATE_CHANGE_VOTES } from '../blocks/stateChangeRules.ts'
import type { KeyPair } from '../service-nodes/nodeKeys.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import { canBeVotedOn, canTransition, type ServiceNode } from '../service-nodes/serviceNodes.ts'
import { parseRegistration } from '../service-nodes/stakeTransaction.ts'
import {
  buildStateChange,
  NewState,
  STATE_CHANGE_TX_LIFETIME,
  stateChangeVoteHash,
} from '../service-nodes/stateChange.ts'
import type { BehaviourOverrides } from './behaviourOverrides.ts'
import { LocalCheckpoints } from './localCheckpoints.ts'
import { type CanSign, LocalNodeKeys, MAX_LOCAL_NODES, MissingKeysError } from './localNodeKeys.ts'
import { pulseBlockProducer } from './pulseBlocks.ts'

/** A request about local service nodes cannot be carried out. */
export class LocalServiceNodesError extends FabaError {
  override readonly name = 'LocalServiceNodesError'
  readonly code = 'local-service-nodes'
}

const REGISTRATION_LIFETIME_SECONDS = 1_209_600
/** The operator cut: 10 percent. */
const OPERATOR_PORTIONS = STAKING_PORTIONS / 10n
const MIN_OPERATOR_PERCENT = 25
const WHOLE_PERCENT = 100
const NO_NONCE = new Uint8Array()

/** The local service nodes of one development chain. */
export class LocalServiceNodes {
  readonly #node: DevelopmentNode
  readonly #miner: Miner
  readonly #faucet: Faucet
  readonly #registry: ServiceNodeRegistry
  readonly overrides: BehaviourOverrides
  #seed: Uint8Array = new Uint8Array()
  #keys: LocalNodeKeys | undefined
  readonly #queue = new SerialQueue()

  constructor(
    node: DevelopmentNode,
    miner: Miner,
    faucet: Faucet,
    registry: ServiceNodeRegistry,
    overrides: BehaviourOverrides,
  ) {
    this.#node = node
    this.#miner = miner
    this.#faucet = faucet
    this.#registry = registry
    this.overrides = overrides
    const { chain, rules, random } = node
    const { network } = rules
    node.checkpoints = new LocalCheckpoints(chain, registry, () => this.keys, overrides)
    miner.setProducers((timestamp, round) =>
      pulseBlockProducer(
        { network, registry, blocks: chain.blocks, timestamp, round, canSign: this.canSign },
        this.keys,
        random,
      ),
    )
  }

  /** Returns whether a node signs at the current height. */
  readonly canSign = (key: Uint8Array): boolean => this.overrides.isSigningAt(key, this.#node.chain.height)

  /** The keys of the current chain; a load may replace the chain. */
  get keys(): LocalNodeKeys {
    const seed = this.#faucet.derive('service nodes')
    if (this.#keys !== undefined && equalBytes(seed, this.#seed)) return this.#keys
    const keys = new LocalNodeKeys(seed, this.#node.random)
    this.#seed = seed
    this.#keys = keys
    return keys
  }

  /** The local nodes that are registered now. */
  get registered(): ServiceNode[] {
    return [...this.#registry.list.nodes.values()].filter(({ key }) => this.keys.find(key) !== undefined)
  }

  /** Runs tasks that mine blocks one after the other. */
  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => this.#miner.withoutAutoMining(task))
  }

  /**
   * Registers more service nodes with the faucet as operator, and mines until they are registered.
   * @param share percent of the staking requirement that the operator contributes, 25 to 100; others can contribute the rest
   * @returns their service node keys
   * @throws LocalServiceNodesError, FaucetError, MissingKeysError
   */
  register(count: number, share = WHOLE_PERCENT): Promise<readonly Uint8Array[]> {
    return this.#enqueue(() => this.#registerAll(count, share))
  }

  /** Registers nodes until `count` local nodes are registered. */
  registerUpTo(count: number): Promise<readonly Uint8Array[]> {
    return this.#enqueue(() => this.#registerAll(Math.max(0, count - this.registered.length), WHOLE_PERCENT))
  }

  async #registerAll(count: number, share: number): Promise<readonly Uint8Array[]> {
    if (share < MIN_OPERATOR_PERCENT || share > WHOLE_PERCENT)
      throw new LocalServiceNodesError(
        `an operator stakes ${MIN_OPERATOR_PERCENT} to ${WHOLE_PERCENT} percent, not ${share}`,
      )
    const pairs = this.#unregistered(count)
    for (const { publicKey } of pairs) this.overrides.clear(publicKey)
    // All go into one block. Some may still be in the pool from an earlier run.
    const waiting = this.#waiting()
    for (const pair of pairs) if (!waiting.has(toHex(pair.publicKey))) await this.#register(pair, share)
    for (let left = pairs.length; left > 0 && pairs.some((pair) => !this.#isRegistered(pair)); left--)
      await this.#mine()
    return pairs.map(({ publicKey }) => publicKey)
  }

  #isRegistered({ publicKey }: KeyPair): boolean {
    return this.#registry.find(publicKey) !== undefined
  }

  /** Service node keys (hex) of registrations in the pool. */
  #waiting(): ReadonlySet<string> {
    const { pool, chain, rules } = this.#node
    const keys = pool.entries.flatMap(({ parsed: { transaction } }) => {
      const registration = parseRegistration(rules.network, transaction, chain.nextFork)
      return registration === undefined ? [] : [toHex(registration.serviceNodeKey)]
    })
    return new Set(keys)
  }

  #unregistered(count: number): KeyPair[] {
    const pairs: KeyPair[] = []
    for (let i = 0; i < MAX_LOCAL_NODES && pairs.length < count; i++) {
      const { service } = this.keys.at(i)
      if (service !== undefined && !this.#isRegistered(service)) pairs.push(service)
    }
    if (pairs.length < count)
      throw new LocalServiceNodesError(
        `a development node has at most ${MAX_LOCAL_NODES} local service nodes, ${pairs.length} more are possible`,
      )
    return pairs
  }

  async #register({ publicKey, secretKey }: KeyPair, share: number): Promise<void> {
    const { chain, rules, clock, random } = this.#node
    const { spendKey, viewKey } = this.#faucet.address
    const portions = (STAKING_PORTIONS * BigInt(share) + 99n) / 100n
    const terms = {
      operatorPortions: OPERATOR_PORTIONS,
      spendKeys: [spendKey],
      viewKeys: [viewKey],
      portions: [portions],
      expiration: BigInt(clock() + REGISTRATION_LIFETIME_SECONDS),
    }
    const signature = signHash(registrationHash(terms), publicKey, secretKey, random)
    const registration: RegistrationField = { field: 'registration', ...terms, signature }
    await this.#faucet.stake(portionsToAmount(portions, stakingRequirement(rules.network, chain.height)), [
      registration,
      { field: 'contributor', spendKey, viewKey },
      { field: 'serviceNodeKey', key: publicKey },
    ])
  }

  /** Mines a block to the faucet, with its target timestamp if the chain is behind the clock. */
  async #mine(): Promise<void> {
    const { chain, clock, rules } = this.#node
    const timestamp = Math.min(clock(), chain.tip.timestamp + rules.network.blockTarget)
    await this.#miner.mineOneInSlices({ to: this.#faucet.address, nonce: NO_NONCE, timestamp })
  }

  /**
   * Submits a quorum's state change of a service node and mines it. From then on, quorums do not test the node unless requested.
   * @returns the transaction id
   * @throws LocalServiceNodesError, MissingKeysError
   */
  changeState(key: Uint8Array, newState: number): Promise<Uint8Array> {
    return this.#enqueue(() => this.#changeState(key, newState))
  }

  async #changeState(key: Uint8Array, newState: number): Promise<Uint8Array> {
    for (let left = STATE_CHANGE_TX_LIFETIME; left > 0; left--) {
      const node = this.#registry.find(key)
      if (node === undefined) throw new LocalServiceNodesError('no service node with this key is registered')
      if (!canTransition(node, newState))
        throw new LocalServiceNodesError(
          'the present state of the service node does not permit this verdict: see get_service_nodes',
        )
      const blob = this.#newestStateChange(node, newState)
      if (blob === undefined) {
        await this.#mine()
        continue
      }
      const admission = this.#node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
      if (!admission.accepted) throw new LocalServiceNodesError(`the node refused the verdict: ${admission.reason}`)
      this.overrides.update(key, { isJudged: newState === NewState.deregister ? undefined : false })
      if (this.#node.pool.get(admission.id) !== undefined) await this.#mine()
      return admission.id
    }
    throw new MissingKeysError(
      `none of the last ${STATE_CHANGE_TX_LIFETIME} quorums that test this service node has ${MIN_STATE_CHANGE_VOTES} members that this node can sign for: ` +
        'quorums test other nodes from 11 active service nodes on',
    )
  }

  /** Builds a state change of the newest quorum that tests the node and has enough local validators. */
  #newestStateChange(node: ServiceNode, newState: number): Uint8Array | undefined {
    const { height } = this.#node.chain
    for (let blockHeight = height - 1; blockHeight > Math.max(0, height - STATE_CHANGE_TX_LIFETIME); blockHeight--) {
      if (!canBeVotedOn(node, newState, blockHeight)) return undefined
      const blob = this.stateChangeBy(blockHeight, node, newState, this.canSign)
      if (blob !== undefined) return blob
    }
    return undefined
  }

  /** Builds a state change by the quorum of a block; undefined if the quorum does not test the node or has too few local validators that vote. */
  stateChangeBy(blockHeight: number, { key }: ServiceNode, state: number, votes: CanSign): Uint8Array | undefined {
    const quorum = this.#registry.obligationsQuorumAt(blockHeight)
    const serviceNodeIndex = quorum?.workers.findIndex((worker) => equalBytes(worker, key)) ?? -1
    if (quorum === undefined || serviceNodeIndex === -1) return undefined
    if (this.keys.countOf(quorum.validators, votes) < MIN_STATE_CHANGE_VOTES) return undefined
    const subject = { state, blockHeight, serviceNodeIndex }
    const signatures = this.keys.sign(stateChangeVoteHash(subject), quorum.validators, MIN_STATE_CHANGE_VOTES, votes)
    return buildStateChange(
      this.#node.rules.network,
      subject,
      signatures.map(({ voterIndex, signature }) => ({ validatorIndex: voterIndex, signature })),
    )
  }
}
