// SuperscalarHash of RandomX (its specification, chapter 6): generates random programs that are optimal for a processor of 2012 with three
// ports. They compute dataset items from the cache.

import type { BlakeGenerator } from './blakeGenerator.ts'
import { ANY, LATENCY, P0, P1, P5, Ports, type Step } from './superscalarPorts.ts'

export type SuperscalarOperation =
  | 'subtract'
  | 'xor'
  | 'addShifted'
  | 'multiply'
  | 'rotate'
  | 'addConstant'
  | 'xorConstant'
  | 'multiplyHigh'
  | 'multiplyHighSigned'
  | 'multiplyReciprocal'

/** An instruction over eight registers of 64 bits. */
export type SuperscalarInstruction = {
  readonly operation: SuperscalarOperation
  readonly to: number
  /** -1 if the operand is the constant */
  readonly from: number
  /** shift of `addShifted`, bits of `rotate`, operand of 32 bits, or divisor */
  readonly constant: number
}

export type SuperscalarProgram = {
  readonly instructions: readonly SuperscalarInstruction[]
  /** the register with the longest latency, which selects the cache line for the next program */
  readonly addressRegister: number
}

const MAX_INSTRUCTIONS = 3 * LATENCY + 2
const LOOK_AHEAD = 4
const MAX_DISCARDED = 256
const REGISTERS = [0, 1, 2, 3, 4, 5, 6, 7]
/** This register is never the target of `addShifted`. */
const NOT_SHIFTED_TO = 5

const MOVE: Step = { latency: 0, ports: [] }
const simple = (ports: number): Step => ({ latency: 1, ports: [ports] })
const WIDE: Step = { latency: 4, ports: [P1, P5] }

/** An operation as a list of steps, with the steps that select its operands and the step that produces its result. */
type Shape = {
  readonly steps: readonly Step[]
  readonly result: number
  readonly to: number
  /** -1 for none */
  readonly from: number
  /** operations of one group are not repeated consecutively with the same operand */
  readonly group: SuperscalarOperation
}

const one = (step: Step, from: number, group: SuperscalarOperation): Shape => ({
  steps: [step],
  result: 0,
  to: 0,
  from,
  group,
})

const wide = (group: SuperscalarOperation): Shape => ({ steps: [MOVE, WIDE, MOVE], result: 1, to: 0, from: 1, group })

const SHAPES: { readonly [operation in SuperscalarOperation]: Shape } = {
  subtract: one(simple(ANY), 0, 'addShifted'),
  xor: one(simple(ANY), 0, 'xor'),
  addShifted: one(simple(P0 | P1), 0, 'addShifted'),
  multiply: one({ latency: 3, ports: [P1] }, 0, 'multiply'),
  rotate: one(simple(P0 | P5), -1, 'rotate'),
  addConstant: one(simple(ANY), -1, 'addConstant'),
  xorConstant: one(simple(ANY), -1, 'xorConstant'),
  multiplyHigh: wide('multiplyHigh'),
  multiplyHighSigned: wide('multiplyHighSigned'),
  multiplyReciprocal: {
    steps: [simple(ANY), { latency: 3, ports: [P1], waits: true }],
    result: 1,
    to: 1,
    from: -1,
    group: 'multiplyReciprocal',
  },
}

/** Sizes of the instructions that are decoded together. */
type Group = readonly number[]

const G484: Group = [4, 8, 4]
const G7333: Group = [7, 3, 3, 3]
const G3733: Group = [3, 7, 3, 3]
const G493: Group = [4, 9, 3]
const G4444: Group = [4, 4, 4, 4]
const G3310: Group = [3, 3, 10]
const USUAL = [G484, G7333, G3733, G493] as const

/** An instruction that is being generated. */
class Draft {
  readonly operation: SuperscalarOperation
  readonly shape: Shape
  readonly constant: number
  to = -1
  from = -1
  /** distinguishes operations of the same group */
  operand: number

  constructor(operation: SuperscalarOperation, generator: BlakeGenerator) {
    this.operation = operation
    this.shape = SHAPES[operation]
    this.constant = constantOf(operation, generator)
    this.operand = this.#isWide ? generator.u32() | 0 : -1
  }

  get #isWide(): boolean {
    return this.operation === 'multiplyHigh' || this.operation === 'multiplyHighSigned'
  }

  /** Selects the source among the registers that are ready. */
  chooseSource(ready: readonly number[], generator: BlakeGenerator): boolean {
    const isForced = this.operation === 'addShifted' && ready.length === 2 && ready.includes(NOT_SHIFTED_TO)
    const chosen = isForced ? NOT_SHIFTED_TO : choose(ready, generator)
    if (chosen === undefined) return false
    this.from = chosen
    if (!this.#isWide) this.operand = chosen
    return true
  }

  /** Selects the target among the registers that are ready; consecutive multiplications of one register need a permission. */
  chooseTarget(
    ready: readonly number[],
    registers: readonly Register[],
    mayChain: boolean,
    generator: BlakeGenerator,
  ): boolean {
    const { group } = this.shape
    const fitting = ready.filter((i) => {
      const last = registers[i]
      return (
        (this.#isWide || i !== this.from) &&
        (mayChain || group !== 'multiply' || last?.group !== 'multiply') &&
        (last?.group !== group || last.operand !== this.operand) &&
        (this.operation !== 'addShifted' || i !== NOT_SHIFTED_TO)
      )
    })
    const chosen = choose(fitting, generator)
    if (chosen === undefined) return false
    this.to = chosen
    return true
  }
}

const choose = (among: readonly number[], generator: BlakeGenerator): number | undefined =>
  among.length > 1 ? among[generator.u32() % among.length] : among[0]

const constantOf = (operation: SuperscalarOperation, generator: BlakeGenerator): number => {
  switch (operation) {
    case 'addShifted':
      return (generator.byte() >> 2) & 3
    case 'rotate': {
      let bits = 0
      while (bits === 0) bits = generator.byte() & 63
      return bits
    }
    case 'addConstant':
    case 'xorConstant':
      return generator.u32()
    case 'multiplyReciprocal': {
      let divisor = 0
      while ((divisor & (divisor - 1)) === 0) divisor = generator.u32()
      return divisor
    }
    default:
      return 0
  }
}

/** The last operation on a register, and the cycle in which it is ready. */
type Register = { ready: number; group: SuperscalarOperation | undefined; operand: number }

const isMultiplication = (operation: SuperscalarOperation | undefined): boolean =>
  operation?.startsWith('multiply') ?? false

const nextGroup = (
  last: SuperscalarOperation | undefined,
  cycle: number,
  multiplications: number,
  generator: BlakeGenerator,
): Group => {
  if (last === 'multiplyHigh' || last === 'multiplyHighSigned') return G3310
  if (multiplications < cycle + 1) return G4444
  if (last === 'multiplyReciprocal') return (generator.byte() & 1) === 1 ? G484 : G493
  return USUAL[generator.byte() & 3] ?? G484
}

const operationFor = (size: number, group: Group, isLast: boolean, generator: BlakeGenerator): SuperscalarOperation => {
  const pick = (...operations: readonly SuperscalarOperation[]): SuperscalarOperation =>
    operations[generator.byte() & (operations.length - 1)] ?? 'subtract'
  if (size === 3)
    return isLast ? pick('subtract', 'xor', 'multiplyHigh', 'multiplyHighSigned') : pick('subtract', 'xor')
  if (size === 4) return group === G4444 && !isLast ? 'multiply' : pick('rotate', 'addShifted')
  return size === 10 ? 'multiplyReciprocal' : pick('xorConstant', 'addConstant')
}

/**
 * Generates the next program.
 *
 * @example
 * import { BlakeGenerator } from './blakeGenerator.ts'
 * superscalarProgram(new BlakeGenerator(Uint8Array.of(1))).instructions.length > 100 // true
 */
export const superscalarProgram = (generator: BlakeGenerator): SuperscalarProgram => {
  const ports = new Ports()
  const registers = REGISTERS.map((): Register => ({ ready: 0, group: undefined, operand: -1 }))
  const instructions: SuperscalarInstruction[] = []
  let draft: Draft | undefined
  let at = 0
  let cycle = 0
  let dependsUntil = 0
  let isSaturated = false
  let multiplications = 0
  let discarded = 0
  const readyAt = (when: number): number[] => REGISTERS.filter((i) => (registers[i]?.ready ?? 0) <= when)

  for (let decoded = 0; decoded < LATENCY && !isSaturated && instructions.length < MAX_INSTRUCTIONS; decoded++) {
    const group = nextGroup(draft?.operation, decoded, multiplications, generator)
    let slot = 0
    while (slot < group.length) {
      const top = cycle
      if (draft === undefined || at >= draft.shape.steps.length) {
        if (isSaturated || instructions.length >= MAX_INSTRUCTIONS) break
        draft = new Draft(operationFor(group[slot] ?? 0, group, slot === group.length - 1, generator), generator)
        at = 0
      }
      const { shape } = draft
      const step: Step = shape.steps[at] ?? MOVE
      const earliest = ports.find(step, step.waits === true ? Math.max(cycle, dependsUntil) : cycle)
      if (earliest === undefined) {
        isSaturated = true
        break
      }
      let scheduled: number = earliest
      /** Tries a selection in this cycle and the following ones. */
      const wait = (chooses: () => boolean): boolean => {
        for (let i = 0; i < LOOK_AHEAD; i++) {
          if (chooses()) return true
          scheduled++
          cycle++
        }
        return false
      }
      const drafted: Draft = draft
      const isComplete =
        (at !== shape.from || wait(() => drafted.chooseSource(readyAt(scheduled), generator))) &&
        (at !== shape.to || wait(() => drafted.chooseTarget(readyAt(scheduled), registers, discarded > 0, generator)))
      if (!isComplete) {
        if (discarded < MAX_DISCARDED) {
          discarded++
          at = shape.steps.length
          continue
        }
        draft = undefined
        break
      }
      discarded = 0
      const taken = ports.take(step, step.waits === true ? Math.max(scheduled, dependsUntil) : scheduled)
      if (taken === undefined) {
        isSaturated = true
        break
      }
      dependsUntil = taken + step.latency
      if (at === shape.result) registers[draft.to] = { ready: dependsUntil, group: shape.group, operand: draft.operand }
      slot++
      at++
      if (taken >= LATENCY) isSaturated = true
      cycle = top
      if (at >= shape.steps.length) {
        const { operation, to, from, constant } = draft
        instructions.push({ operation, to, from, constant })
        if (isMultiplication(operation)) multiplications++
      }
    }
    cycle++
  }
  return { instructions, addressRegister: slowest(instructions) }
}

/** Returns the register with the longest latency on a machine with unlimited ports. */
const slowest = (instructions: readonly SuperscalarInstruction[]): number => {
  const latencies = REGISTERS.map(() => 0)
  for (const { to, from } of instructions) {
    const own = (latencies[to] ?? 0) + 1
    latencies[to] = from === -1 || from === to ? own : Math.max(own, (latencies[from] ?? 0) + 1)
  }
  return latencies.indexOf(Math.max(...latencies))
}
