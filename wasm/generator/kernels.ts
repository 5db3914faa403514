// All kernels of the relaxed-SIMD level, and the module that holds them. wasm/assembly/lanes/kernels.ts declares the same functions
// for AssemblyScript.

import { encodeModule, type FunctionBody, INSTRUCTIONS } from './binary.ts'
import {
  addColumns,
  addElements,
  type Columns,
  carry,
  columnsOf,
  loadElement,
  multiply,
  splitLimbs,
  square,
  storeElement,
  subtractColumns,
  subtractElements,
} from './field.ts'
import { twoRounds } from './keccak.ts'
import {
  addEntries,
  compareSum,
  completeAdd,
  completeAddEach,
  completeDouble,
  completeSubtract,
  takeEntries,
  takeSum,
  takeSumWithT,
  toAddend,
} from './points.ts'
import { Constants, Program, repeat } from './program.ts'

/** Address of the constants: below all data of AssemblyScript, above address 0. */
const CONSTANTS = 1024
/** Address of AssemblyScript's data. */
export const DATA = 4096

const constants = new Constants(CONSTANTS)

const kernel = (name: string, parameters: number, write: (program: Program) => void, times?: number): FunctionBody => {
  const program = new Program(constants)
  write(program)
  return program.finish(name, parameters, times)
}

const integers = (program: Program, parameter: number): Columns => columnsOf(program, loadElement(program, parameter))

const squareInPlace = (program: Program, parameters: readonly number[]): void => {
  for (const parameter of parameters)
    storeElement(program, parameter, 0, square(program, loadElement(program, parameter)))
}

const STRAIGHT: readonly FunctionBody[] = [
  kernel('splitLimbs', 3, splitLimbs),
  kernel('multiply', 3, (program) =>
    storeElement(program, 0, 0, multiply(program, loadElement(program, 1), loadElement(program, 2))),
  ),
  kernel('square', 2, (program) => storeElement(program, 0, 0, square(program, loadElement(program, 1)))),
  kernel('add', 3, (program) =>
    storeElement(program, 0, 0, addElements(program, loadElement(program, 1), loadElement(program, 2))),
  ),
  kernel('subtract', 3, (program) =>
    storeElement(program, 0, 0, subtractElements(program, loadElement(program, 1), loadElement(program, 2))),
  ),
  kernel('addCarried', 3, (program) =>
    storeElement(program, 0, 0, carry(program, addColumns(program, integers(program, 1), integers(program, 2)))),
  ),
  kernel('subtractCarried', 3, (program) =>
    storeElement(program, 0, 0, carry(program, subtractColumns(program, integers(program, 1), integers(program, 2)))),
  ),
  // Two interleaved pairs: one waits for its carries while the other multiplies.
  kernel('squareTimes', 3, (program) => squareInPlace(program, [0, 1]), 2),
  kernel('completeDouble', 2, completeDouble),
  kernel('completeAdd', 3, completeAdd),
  kernel('completeSubtract', 3, completeSubtract),
  kernel('completeAddEach', 9, completeAddEach),
  kernel('addEntries', 8, addEntries),
  kernel('takeEntries', 9, takeEntries),
  kernel('takeSum', 2, takeSum),
  kernel('takeSumWithT', 2, takeSumWithT),
  kernel('toAddend', 3, toAddend),
  kernel('compareSum', 4, compareSum),
  kernel('doubleRounds', 4, twoRounds, 3),
]

/** Creates a function that calls others, each with some of its parameters, repeated parameter `times` times. */
const sequence = (
  name: string,
  parameters: number,
  calls: readonly (readonly [name: string, ...parameters: readonly number[]])[],
  times: number,
): FunctionBody => {
  const { 'local.get': get, call } = INSTRUCTIONS
  const code = calls.flatMap(([called, ...passed]) => [
    ...passed.flatMap((parameter) => [...get, parameter]),
    ...call,
    STRAIGHT.findIndex((body) => body.name === called),
  ])
  return { name, parameters, locals: 0, code: repeat(code, times) }
}

const SEQUENCES: readonly FunctionBody[] = [
  // (point, completed, times): the two halves of a doubling, repeated inside the module.
  sequence(
    'doubleTimes',
    3,
    [
      ['completeDouble', 1, 0],
      ['takeSum', 0, 1],
    ],
    2,
  ),
  // (point, completed, other point, other completed, times): two interleaved doublings.
  sequence(
    'doubleBothTimes',
    5,
    [
      ['completeDouble', 1, 0],
      ['completeDouble', 3, 2],
      ['takeSum', 0, 1],
      ['takeSum', 2, 3],
    ],
    4,
  ),
]

/** Encodes the module with `pages` pages of its own memory. */
export const encodeKernels = (pages: number): Uint8Array => {
  const data = constants.bytes()
  if (CONSTANTS + data.length > DATA) throw new RangeError(`${data.length} bytes of constants do not fit below ${DATA}`)
  return encodeModule([...STRAIGHT, ...SEQUENCES], { pages, dataAddress: CONSTANTS, data })
}
