// A node that lies: any answer of any call of an honest node is replaced, delayed or withheld.
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'

/** The calls of a node client. */
export type NodeCall = Exclude<keyof NodeClient, 'url' | 'distrust' | 'receivedBytes' | 'health' | 'developmentCall'>

type Answer<Call extends NodeCall> = Awaited<ReturnType<NodeClient[Call]>>

/** Returns the answer to one call instead of the honest node. `honest` requests the true one. */
export type Lie<Call extends NodeCall> = (
  honest: () => Promise<Answer<Call>>,
  ...args: Parameters<NodeClient[Call]>
) => Promise<Answer<Call>> | Answer<Call>

/** The calls that are answered falsely. */
export type Lies = { [Call in NodeCall]?: Lie<Call> }

/** A node client over an honest one. `lies` can be replaced at any time. */
export class LyingNode implements NodeClient {
  readonly url: string
  lies: Lies
  /** calls so far, with their arguments */
  readonly requests: { readonly call: NodeCall; readonly args: readonly unknown[] }[] = []
  /** why it was distrusted, in order */
  readonly distrusted: string[] = []
  #honest: NodeClient

  constructor(honest: NodeClient, lies: Lies = {}, url = 'http://lying-node') {
    this.#honest = honest
    this.lies = lies
    this.url = url
  }

  /** Answers from another honest node from now on, without lies. */
  repent(honest: NodeClient = this.#honest): void {
    this.#honest = honest
    this.lies = {}
  }

  async #answer<Call extends NodeCall>(call: Call, args: Parameters<NodeClient[Call]>): Promise<Answer<Call>> {
    this.requests.push({ call, args })
    // TypeScript does not relate the parameters of a call to its member of the union.
    const method = this.#honest[call] as (...values: Parameters<NodeClient[Call]>) => Promise<Answer<Call>>
    const lie: Lie<Call> | undefined = this.lies[call]
    const honest = () => method.apply(this.#honest, args)
    return lie === undefined ? await honest() : await lie(honest, ...args)
  }

  distrust(reason: string): void {
    this.distrusted.push(reason)
  }

  info: NodeClient['info'] = (...args) => this.#answer('info', args)
  hardFork: NodeClient['hardFork'] = (...args) => this.#answer('hardFork', args)
  blocks: NodeClient['blocks'] = (...args) => this.#answer('blocks', args)
  fewBlocks: NodeClient['fewBlocks'] = (...args) => this.#answer('fewBlocks', args)
  blocksFrom: NodeClient['blocksFrom'] = (...args) => this.#answer('blocksFrom', args)
  block: NodeClient['block'] = (...args) => this.#answer('block', args)
  hashes: NodeClient['hashes'] = (...args) => this.#answer('hashes', args)
  blockTimestamp: NodeClient['blockTimestamp'] = (...args) => this.#answer('blockTimestamp', args)
  news: NodeClient['news'] = (...args) => this.#answer('news', args)
  poolHashes: NodeClient['poolHashes'] = (...args) => this.#answer('poolHashes', args)
  blinkHashes: NodeClient['blinkHashes'] = (...args) => this.#answer('blinkHashes', args)
  transactions: NodeClient['transactions'] = (...args) => this.#answer('transactions', args)
  prunableHashes: NodeClient['prunableHashes'] = (...args) => this.#answer('prunableHashes', args)
  wholeTransactions: NodeClient['wholeTransactions'] = (...args) => this.#answer('wholeTransactions', args)
  outputs: NodeClient['outputs'] = (...args) => this.#answer('outputs', args)
  outputDistribution: NodeClient['outputDistribution'] = (...args) => this.#answer('outputDistribution', args)
  outputBlacklist: NodeClient['outputBlacklist'] = (...args) => this.#answer('outputBlacklist', args)
  feeEstimate: NodeClient['feeEstimate'] = (...args) => this.#answer('feeEstimate', args)
  txpoolBacklog: NodeClient['txpoolBacklog'] = (...args) => this.#answer('txpoolBacklog', args)
  blockWeights: NodeClient['blockWeights'] = (...args) => this.#answer('blockWeights', args)
  keyImageStatus: NodeClient['keyImageStatus'] = (...args) => this.#answer('keyImageStatus', args)
  blinkQuorums: NodeClient['blinkQuorums'] = (...args) => this.#answer('blinkQuorums', args)
  lockedStakes: NodeClient['lockedStakes'] = (...args) => this.#answer('lockedStakes', args)
  serviceNode: NodeClient['serviceNode'] = (...args) => this.#answer('serviceNode', args)
  names: NodeClient['names'] = (...args) => this.#answer('names', args)
  namesOfOwners: NodeClient['namesOfOwners'] = (...args) => this.#answer('namesOfOwners', args)
  submit: NodeClient['submit'] = (...args) => this.#answer('submit', args)
  submitBlock: NodeClient['submitBlock'] = (...args) => this.#answer('submitBlock', args)
  mine: NodeClient['mine'] = (...args) => this.#answer('mine', args)
  faucet: NodeClient['faucet'] = (...args) => this.#answer('faucet', args)
}
