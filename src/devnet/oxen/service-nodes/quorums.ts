// Quorums of service nodes: obligations, checkpoint, blink and pulse. Every node draws the same ones (oxen-core: `generate_quorums`).

import { compareBytes, concat } from '../../../bytes/bytes.ts'
import type { Block } from '../../../coin/blocks/block.ts'
import { keccak256 } from '../../../crypto/hash/keccak.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { Fork } from '../rules/forks.ts'
import { type MersenneTwister, quorumGenerator, seededGenerator } from './mersenneTwister.ts'
import { activeNodes, blockLeader, decommissionedNodes, type ServiceNode, type ServiceNodes } from './serviceNodes.ts'

export const QuorumType = { obligations: 0, checkpointing: 1, blink: 2, pulse: 3 } as const

/** Members of a quorum by service node key. */
export type Quorum = { readonly validators: readonly Uint8Array[]; readonly workers: readonly Uint8Array[] }

const OBLIGATIONS_VALIDATORS = 10
const MIN_TESTED = 50
const TESTED_FRACTION = 100
const CHECKPOINT_VALIDATORS = 20
/** Blocks between two checkpoints. */
export const CHECKPOINT_INTERVAL = 4
const BLINK_VALIDATORS = 10
const MIN_BLINK_VALIDATORS = 7
/** Blocks between two blink quorums. */
export const BLINK_INTERVAL = 5
const BLINK_EXPIRY_BUFFER = 45
/** Blocks between a checkpoint and the list from which its quorum is drawn (oxen-core: `REORG_SAFETY_BUFFER_BLOCKS_POST_HF12`). */
export const REORG_SAFETY_BUFFER = 11
export const PULSE_VALIDATORS = 11
/** Signatures that a pulse block requires (oxen-core: `PULSE_BLOCK_REQUIRED_SIGNATURES`). */
export const PULSE_SIGNATURES = 7
const ENTROPY_FROM = 21
const ENTROPY_TO = 10

const EMPTY: Quorum = { validators: [], workers: [] }

const keysOf = (nodes: readonly ServiceNode[]): Uint8Array[] => nodes.map(({ key }) => key)

/** Returns the minimum active nodes for pulse (oxen-core: `pulse_min_service_nodes`). */
export const minPulseNodes = (netType: string): number => (netType === 'mainnet' ? 50 : 12)

/** The block from which quorums are drawn. */
export type QuorumBlock = {
  readonly id: Uint8Array
  readonly height: number /** its version */
  readonly fork: number
}

const generatorOf = (kind: number, { id, fork }: QuorumBlock): MersenneTwister => {
  if (fork >= Fork.clsag) return quorumGenerator(kind, id)
  const seed = new DataView(id.buffer, id.byteOffset, id.byteLength).getBigUint64(0, true)
  return seededGenerator(BigInt.asUintN(64, seed + BigInt(kind)))
}

/** Draws the obligations quorum: validators test workers. */
export const obligationsQuorum = (list: ServiceNodes, block: QuorumBlock): Quorum => {
  const active = keysOf(activeNodes(list))
  const all = [...active, ...keysOf(decommissionedNodes(list))]
  const validators = Math.min(active.length, OBLIGATIONS_VALIDATORS)
  if (validators > 0 && active.length < all.length) {
    const generator = generatorOf(QuorumType.obligations, block)
    const again = generator.copy()
    generator.shuffle(all, 0, active.length)
    again.shuffle(all, validators)
  } else generatorOf(QuorumType.obligations, block).shuffle(all)
  const rest = all.length - validators
  const workers = Math.min(rest, Math.max(MIN_TESTED, Math.floor(rest / TESTED_FRACTION)))
  return { validators: all.slice(0, validators), workers: all.slice(validators, validators + workers) }
}

const drawValidators = (
  kind: number,
  nodes: readonly ServiceNode[],
  block: QuorumBlock,
  count: number,
): Uint8Array[] => {
  const keys = keysOf(nodes)
  generatorOf(kind, block).shuffle(keys)
  return keys.slice(0, count)
}

/** Draws the checkpoint quorum; undefined at heights without one. */
export const checkpointQuorum = (list: ServiceNodes, block: QuorumBlock): Quorum | undefined => {
  if (block.fork < Fork.perOutputFee || (block.height + REORG_SAFETY_BUFFER) % CHECKPOINT_INTERVAL !== 0)
    return undefined
  const active = activeNodes(list)
  if (active.length < CHECKPOINT_VALIDATORS) return EMPTY
  return { validators: drawValidators(QuorumType.checkpointing, active, block, CHECKPOINT_VALIDATORS), workers: [] }
}

/** Draws the blink quorum; undefined at heights without one. */
export const blinkQuorum = (list: ServiceNodes, block: QuorumBlock): Quorum | undefined => {
  const { height, fork } = block
  if (fork < Fork.blink || height % BLINK_INTERVAL !== 0) return undefined
  const staying = activeNodes(list).filter(
    ({ requestedUnlockHeight: until }) => until === 0 || until > height + BLINK_EXPIRY_BUFFER,
  )
  if (staying.length < MIN_BLINK_VALIDATORS) return EMPTY
  return { validators: drawValidators(QuorumType.blink, staying, block, BLINK_VALIDATORS), workers: [] }
}

/** Returns whether a block was produced by a pulse quorum, not mined. */
export const isPulseBlock = ({ pulse, quorumSignatures }: Block): boolean =>
  pulse !== undefined &&
  (pulse.validatorBitset !== 0 || quorumSignatures.length > 0 || pulse.randomValue.some((byte) => byte !== 0))

/** Returns the twelve entropy hashes of the block at a height, from older blocks; undefined if there are too few. */
export const pulseEntropy = (
  blocks: readonly Pick<BlockRecord, 'block' | 'id'>[],
  height: number,
  round: number,
): Uint8Array[] | undefined => {
  const top = height - 1
  if (top < ENTROPY_FROM) return undefined
  return blocks.slice(top - ENTROPY_FROM, top - ENTROPY_TO + 1).map(({ block, id }) => {
    const seed = isPulseBlock(block) && block.pulse !== undefined ? block.pulse.randomValue : id
    return keccak256(concat(Uint8Array.of(round), seed))
  })
}

const byValidation = (a: ServiceNode, b: ServiceNode): number =>
  a.lastValidation.height - b.lastValidation.height ||
  a.lastValidation.index - b.lastValidation.index ||
  compareBytes(a.key, b.key)

/**
 * Draws the pulse quorum: the worker produces the next block, the validators sign it.
 * @param entropy of the round
 */
export const pulseQuorum = (
  list: ServiceNodes,
  entropy: readonly Uint8Array[],
  round: number,
  netType: string,
): Quorum | undefined => {
  const active = activeNodes(list)
  const leader = blockLeader(list)
  const [first, ...rest] = entropy
  if (active.length < minPulseNodes(netType) || leader === undefined || first === undefined) return undefined
  const candidates = active.filter((node) => round > 0 || node !== leader).sort(byValidation)
  let producer = leader
  if (round > 0) {
    const at = quorumGenerator(QuorumType.pulse, first).uniform(candidates.length)
    const [chosen] = candidates.splice(at, 1)
    producer = chosen ?? leader
  }
  const cut = Math.floor((candidates.length - 1) / 2)
  for (let i = 0; i < PULSE_VALIDATORS && cut > 0; i++) {
    const range = Math.min(cut, candidates.length - i)
    const other = i + quorumGenerator(QuorumType.pulse, rest[i] ?? first).uniform(range)
    const [a, b] = [candidates[i], candidates[other]]
    if (a === undefined || b === undefined) break
    candidates[i] = b
    candidates[other] = a
  }
  return { validators: keysOf(candidates.slice(0, PULSE_VALIDATORS)), workers: [producer.key] }
}
