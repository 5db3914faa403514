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

/** Returns the register with the longest latency on a machine with unlimited ports. */
const slowest = (instructions: readonly SuperscalarInstruction[]): number => {
  const latencies = REGISTERS.map(() => 0)
  for (const { to, from } of instructions) {
    const own = (latencies[to] ?? 0) + 1
    latencies[to] = from === -1 || from === to ? own : Math.max(own, (latencies[from] ?? 0) + 1)
  }
  return latencies.indexOf(Math.max(...latencies))
}

/** Generates one program: decodes groups of instructions and schedules their steps, cycle by cycle. */
class ProgramBuilder {
  readonly #generator: BlakeGenerator
  readonly #ports = new Ports()
  readonly #registers = REGISTERS.map((): Register => ({ ready: 0, group: undefined, operand: -1 }))
  readonly #instructions: SuperscalarInstruction[] = []
  #draft: Draft | undefined
  /** the next step of the draft */
  #at = 0
  #cycle = 0
  /** the cycle in which the result of the last step is ready */
  #dependsUntil = 0
  #isSaturated = false
  #multiplications = 0
  /** consecutive drafts without fitting operands */
  #discarded = 0

  constructor(generator: BlakeGenerator) {
    this.#generator = generator
  }

  build(): SuperscalarProgram {
    for (let decoded = 0; decoded < LATENCY && !this.#isFull; decoded++) {
      this.#decode(nextGroup(this.#draft?.operation, decoded, this.#multiplications, this.#generator))
      this.#cycle++
    }
    return { instructions: this.#instructions, addressRegister: slowest(this.#instructions) }
  }

  get #isFull(): boolean {
    return this.#isSaturated || this.#instructions.length >= MAX_INSTRUCTIONS
  }

  /** Fills the slots of a group of instructions that are decoded together. */
  #decode(group: Group): void {
    let slot = 0
    while (slot < group.length) {
      if (this.#draft === undefined || this.#at >= this.#draft.shape.steps.length) {
        if (this.#isFull) return
        const operation = operationFor(group[slot] ?? 0, group, slot === group.length - 1, this.#generator)
        this.#draft = new Draft(operation, this.#generator)
        this.#at = 0
      }
      const outcome = this.#schedule(this.#draft)
      if (outcome === 'stopped') return
      if (outcome === 'scheduled') slot++
    }
  }

  /** Schedules the next step of the draft, unless it is discarded or the ports are saturated. */
  #schedule(draft: Draft): 'scheduled' | 'discarded' | 'stopped' {
    const { steps, result, group } = draft.shape
    const top = this.#cycle
    const step: Step = steps[this.#at] ?? MOVE
    const earliest = this.#ports.find(step, this.#startOf(step, this.#cycle))
    if (earliest === undefined) return this.#saturate()
    const selected = this.#selectOperands(draft, earliest)
    if (selected === undefined) return this.#discard(draft)
    this.#discarded = 0
    const taken = this.#ports.take(step, this.#startOf(step, selected))
    if (taken === undefined) return this.#saturate()
    this.#dependsUntil = taken + step.latency
    if (this.#at === result) this.#registers[draft.to] = { ready: this.#dependsUntil, group, operand: draft.operand }
    this.#at++
    if (taken >= LATENCY) this.#isSaturated = true
    this.#cycle = top
    if (this.#at >= steps.length) this.#complete(draft)
    return 'scheduled'
  }

  /** Returns the first cycle in which a step may start: some wait for the previous result. */
  #startOf(step: Step, cycle: number): number {
    return step.waits === true ? Math.max(cycle, this.#dependsUntil) : cycle
  }

  /** Selects the operands that the next step needs, in this cycle or one of the following. Returns that cycle; undefined if none fits. */
  #selectOperands(draft: Draft, cycle: number): number | undefined {
    const { from, to } = draft.shape
    let selected: number | undefined = cycle
    if (this.#at === from) selected = this.#retry(selected, (ready) => draft.chooseSource(ready, this.#generator))
    if (this.#at === to && selected !== undefined)
      selected = this.#retry(selected, (ready) =>
        draft.chooseTarget(ready, this.#registers, this.#discarded > 0, this.#generator),
      )
    return selected
  }

  /** Tries a selection in a cycle and the following ones. Returns the cycle in which it succeeds. */
  #retry(cycle: number, select: (ready: readonly number[]) => boolean): number | undefined {
    for (let i = 0; i < LOOK_AHEAD; i++) {
      if (select(this.#readyAt(cycle + i))) return cycle + i
      this.#cycle++
    }
    return undefined
  }

  #readyAt(cycle: number): number[] {
    return REGISTERS.filter((i) => (this.#registers[i]?.ready ?? 0) <= cycle)
  }

  #saturate(): 'stopped' {
    this.#isSaturated = true
    return 'stopped'
  }

  /** Discards a draft without fitting operands; the group is ended after too many. */
  #discard(draft: Draft): 'discarded' | 'stopped' {
    if (this.#discarded < MAX_DISCARDED) {
      this.#discarded++
      this.#at = draft.shape.steps.length
      return 'discarded'
    }
    this.#draft = undefined
    return 'stopped'
  }

  #complete({ operation, to, from, constant }: Draft): void {
    this.#instructions.push({ operation, to, from, constant })
    if (isMultiplication(operation)) this.#multiplications++
  }
}

/**
 * Generates the next program.
 *
 * @example
 * import { BlakeGenerator } from './blakeGenerator.ts'
 * superscalarProgram(new BlakeGenerator(Uint8Array.of(1))).instructions.length > 100 // true
 */
export const superscalarProgram = (generator: BlakeGenerator): SuperscalarProgram =>
  new ProgramBuilder(generator).build()
