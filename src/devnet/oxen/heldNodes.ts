// Service nodes that the development node holds itself, so that a wallet finds everything on one machine: the faucet registers them,
// and they make blocks and judge each other as their turns come.

import { equalBytes } from '../../bytes/bytes.ts'
import type { RegistrationField } from '../../coin/extra.ts'
import { signHash } from '../../crypto/signature.ts'
import type { Faucet } from '../faucet.ts'
import type { Miner } from '../miner.ts'
import type { DevelopmentNode } from '../node.ts'
import type { Conduct } from './conduct.ts'
import { registrationHash } from './contributions.ts'
import { HeldCheckpoints } from './heldCheckpoints.ts'
import { type Attends, HeldKeys, MissingKeysError, MOST_HELD } from './heldKeys.ts'
import type { NodeRegistry } from './nodeRegistry.ts'
import { VERDICT_VOTES, VOTE_LIFE, verdictBlob, verdictHash } from './obligations.ts'
import type { KeyPair } from './ownNode.ts'
import { pulseMaker } from './pulseMaker.ts'
import { canDecide, canHaveSeen, type ServiceNode, Verdict } from './serviceNodes.ts'
import { PORTIONS, portionsToAmount, stakingRequirement } from './stakes.ts'

/** What was asked of held service nodes cannot be done; the message says why. */
export class HeldNodesError extends Error {
  override readonly name = 'HeldNodesError'
}

/** How long a registration counts; seconds. */
const REGISTRATION_LIFE = 1_209_600
/** The operator's part of rewards before the rest is shared. */
const OPERATOR_PORTIONS = PORTIONS / 10n
const LEAST_SHARE = 25
const WHOLE = 100
const NO_NONCE = new Uint8Array()

/** The service nodes of one development chain whose keys are held. */
export class HeldNodes {
  readonly #node: DevelopmentNode
  readonly #miner: Miner
  readonly #faucet: Faucet
  readonly #registry: NodeRegistry
  /** how they behave */
  readonly conduct: Conduct
  #seed: Uint8Array = new Uint8Array()
  #keys: HeldKeys | undefined

  constructor(node: DevelopmentNode, miner: Miner, faucet: Faucet, registry: NodeRegistry, conduct: Conduct) {
    this.#node = node
    this.#miner = miner
    this.#faucet = faucet
    this.#registry = registry
    this.conduct = conduct
    const { chain, rules, random } = node
    const { network } = rules
    node.checkpoints = new HeldCheckpoints(chain, registry, () => this.keys, conduct)
    miner.letMake((timestamp, round) =>
      pulseMaker(
        { network, registry, blocks: chain.blocks, timestamp, round, attends: this.attends },
        this.keys,
        random,
      ),
    )
  }

  /** Whether a node signs what comes now. */
  readonly attends = (key: Uint8Array): boolean => this.conduct.isPresent(key, this.#node.chain.height)

  /** Those of the chain as it is now, which may be another one after a load. */
  get keys(): HeldKeys {
    const seed = this.#faucet.derive('service nodes')
    if (this.#keys !== undefined && equalBytes(seed, this.#seed)) return this.#keys
    const keys = new HeldKeys(seed, this.#node.random)
    this.#seed = seed
    this.#keys = keys
    return keys
  }

  /** Those that are registered now. */
  get registered(): ServiceNode[] {
    return [...this.#registry.list.nodes.values()].filter(({ key }) => this.keys.find(key) !== undefined)
  }

  /**
   * Registers more service nodes, with the faucet as their operator, and mines until they are.
   * @param share percent of the requirement that the operator stakes, 25 to 100; others can stake the rest
   * @returns their keys
   * @throws HeldNodesError, FaucetError, MissingKeysError
   */
  async register(count: number, share = WHOLE): Promise<readonly Uint8Array[]> {
    if (share < LEAST_SHARE || share > WHOLE)
      throw new HeldNodesError(`an operator stakes ${LEAST_SHARE} to ${WHOLE} percent, not ${share}`)
    const pairs = this.#unregistered(count)
    for (const { publicKey } of pairs) this.conduct.forget(publicKey)
    const { mode } = this.#miner
    // All of them go into one block.
    if (mode.kind === 'auto') this.#miner.setMode({ kind: 'manual' })
    try {
      for (const pair of pairs) await this.#register(pair, share)
      for (let left = pairs.length; left > 0 && pairs.some((pair) => !this.#isRegistered(pair)); left--) this.#mine()
    } finally {
      if (mode.kind === 'auto') this.#miner.setMode(mode)
    }
    return pairs.map(({ publicKey }) => publicKey)
  }

  #isRegistered({ publicKey }: KeyPair): boolean {
    return this.#registry.find(publicKey) !== undefined
  }

  #unregistered(count: number): KeyPair[] {
    const pairs: KeyPair[] = []
    for (let i = 0; i < MOST_HELD && pairs.length < count; i++) {
      const { service } = this.keys.at(i)
      if (service !== undefined && !this.#isRegistered(service)) pairs.push(service)
    }
    if (pairs.length < count)
      throw new HeldNodesError(`a development node holds up to ${MOST_HELD} service nodes, ${pairs.length} more fit`)
    return pairs
  }

  async #register({ publicKey, secretKey }: KeyPair, share: number): Promise<void> {
    const { chain, rules, clock, random } = this.#node
    const { spendKey, viewKey } = this.#faucet.address
    const portions = (PORTIONS * BigInt(share) + 99n) / 100n
    const terms = {
      operatorPortions: OPERATOR_PORTIONS,
      spendKeys: [spendKey],
      viewKeys: [viewKey],
      portions: [portions],
      expiration: BigInt(clock() + REGISTRATION_LIFE),
    }
    const signature = signHash(registrationHash(terms), publicKey, secretKey, random)
    const registration: RegistrationField = { field: 'registration', ...terms, signature }
    await this.#faucet.stake(portionsToAmount(portions, stakingRequirement(rules.network, chain.height)), [
      registration,
      { field: 'contributor', spendKey, viewKey },
      { field: 'serviceNodeKey', key: publicKey },
    ])
  }

  /** A block of the faucet, at its due time where the chain is behind. */
  #mine(): void {
    const { chain, clock, rules } = this.#node
    const timestamp = Math.min(clock(), chain.tip.timestamp + rules.network.blockTarget)
    this.#miner.mineAs({ to: this.#faucet.address, nonce: NO_NONCE, timestamp })
  }

  /**
   * Has a quorum decide about a service node, and mines its verdict. Quorums do not judge that node by themselves from then on.
   * @returns the id of the transaction
   * @throws HeldNodesError, MissingKeysError
   */
  decide(key: Uint8Array, verdict: number): Uint8Array {
    const node = this.#registry.find(key)
    if (node === undefined) throw new HeldNodesError('no service node with this key is registered')
    if (!canDecide(node, verdict))
      throw new HeldNodesError('this verdict cannot be about the service node as it stands: see get_service_nodes')
    for (let left = VOTE_LIFE; left > 0; left--) {
      const blob = this.#newestVerdict(node, verdict)
      if (blob === undefined) {
        this.#mine()
        continue
      }
      const admission = this.#node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
      if (!admission.accepted) throw new HeldNodesError(`the node refused the verdict: ${admission.reason}`)
      this.conduct.change(key, { isJudged: verdict === Verdict.deregister ? undefined : false })
      if (this.#node.pool.get(admission.id) !== undefined) this.#mine()
      return admission.id
    }
    throw new MissingKeysError(
      `none of the last ${VOTE_LIFE} quorums that watch this service node has ${VERDICT_VOTES} members that this node can sign for: ` +
        'quorums watch others from 11 active service nodes on',
    )
  }

  /** A verdict of the newest quorum that watches the node and has enough members held. */
  #newestVerdict(node: ServiceNode, state: number): Uint8Array | undefined {
    const { height } = this.#node.chain
    for (let blockHeight = height - 1; blockHeight > Math.max(0, height - VOTE_LIFE); blockHeight--) {
      if (!canHaveSeen(node, state, blockHeight)) return undefined
      const blob = this.verdictOf(blockHeight, node, state, this.attends)
      if (blob !== undefined) return blob
    }
    return undefined
  }

  /** A verdict of the quorum of a block on a node; undefined where that one does not watch it, or has too few members held that vote. */
  verdictOf(blockHeight: number, { key }: ServiceNode, state: number, votes: Attends): Uint8Array | undefined {
    const quorum = this.#registry.obligationsAt(blockHeight)
    const serviceNodeIndex = quorum?.workers.findIndex((worker) => equalBytes(worker, key)) ?? -1
    if (quorum === undefined || serviceNodeIndex === -1) return undefined
    if (this.keys.countOf(quorum.validators, votes) < VERDICT_VOTES) return undefined
    const subject = { state, blockHeight, serviceNodeIndex }
    const signatures = this.keys.sign(verdictHash(subject), quorum.validators, VERDICT_VOTES, votes)
    return verdictBlob(
      this.#node.rules.network,
      subject,
      signatures.map(({ voterIndex, signature }) => ({ validatorIndex: voterIndex, signature })),
    )
  }
}
