// All kernels of the two SIMD levels, and the modules that hold them. wasm/assembly/lanes/kernels.ts declares the same functions for
// AssemblyScript.

import type { Field } from './backend.ts'
import { encodeModule, type FunctionBody, INSTRUCTIONS } from './binary.ts'
import * as doubles from './field.ts'
import * as integerElements from './integerElements.ts'
import * as integerField from './integerField.ts'
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

/** Writes the code of a function. */
type Write = (program: Program) => void

const kernel = (constants: Constants, name: string, parameters: number, write: Write, times?: number): FunctionBody => {
  const program = new Program(constants)
  write(program)
  return program.finish(name, parameters, times)
}

/** Functions of elements: name, number of parameters, and code. */
const fieldKernels = <E, C>(field: Field<E, C>): readonly (readonly [string, number, Write, times?: number])[] => {
  const store = (program: Program, element: E): void => field.storeElement(program, 0, 0, element)
  const load = (program: Program, parameter: number): E => field.loadElement(program, parameter)
  const columns = (program: Program, parameter: number): C => field.columnsOf(program, load(program, parameter))
  return [
    ['multiply', 3, (program) => store(program, field.multiply(program, load(program, 1), load(program, 2)))],
    ['square', 2, (program) => store(program, field.square(program, load(program, 1)))],
    ['add', 3, (program) => store(program, field.addElements(program, load(program, 1), load(program, 2)))],
    ['subtract', 3, (program) => store(program, field.subtractElements(program, load(program, 1), load(program, 2)))],
    [
      'addCarried',
      3,
      (program) =>
        store(program, field.carry(program, field.addColumns(program, columns(program, 1), columns(program, 2)))),
    ],
    [
      'subtractCarried',
      3,
      (program) =>
        store(program, field.carry(program, field.subtractColumns(program, columns(program, 1), columns(program, 2)))),
    ],
    // Two interleaved pairs: one waits for its carries while the other multiplies.
    [
      'squareTimes',
      3,
      (program) => {
        for (const parameter of [0, 1])
          field.storeElement(program, parameter, 0, field.square(program, field.loadCarried(program, parameter)))
      },
      2,
    ],
  ]
}

/** Functions of points: name, number of parameters, and code. */
const pointKernels = <E, C>(field: Field<E, C>): readonly (readonly [string, number, Write, times?: number])[] => [
  ['completeDouble', 2, (program) => completeDouble(field, program)],
  ['completeAdd', 3, (program) => completeAdd(field, program)],
  ['completeSubtract', 3, (program) => completeSubtract(field, program)],
  ['completeAddEach', 9, (program) => completeAddEach(field, program)],
  ['addEntries', 8, (program) => addEntries(field, program)],
  ['takeEntries', 9, (program) => takeEntries(field, program)],
  ['takeSum', 2, (program) => takeSum(field, program)],
  ['takeSumWithT', 2, (program) => takeSumWithT(field, program)],
  ['toAddend', 3, (program) => toAddend(field, program)],
  ['compareSums', 5, (program) => compareSum(field, program), 4],
]

const straight = <E, C>(constants: Constants, field: Field<E, C>): readonly FunctionBody[] => [
  ...fieldKernels(field).map((row) => kernel(constants, ...row)),
  ...pointKernels(field).map((row) => kernel(constants, ...row)),
  kernel(constants, 'doubleRounds', 4, twoRounds, 3),
]

/** Creates a function that calls others, each with some of its parameters, repeated parameter `times` times. */
const sequence = (
  straight: readonly FunctionBody[],
  name: string,
  parameters: number,
  calls: readonly (readonly [name: string, ...parameters: readonly number[]])[],
  times: number,
): FunctionBody => {
  const { 'local.get': get, call } = INSTRUCTIONS
  const code = calls.flatMap(([called, ...passed]) => [
    ...passed.flatMap((parameter) => [...get, parameter]),
    ...call,
    straight.findIndex((body) => body.name === called),
  ])
  return { name, parameters, locals: 0, code: repeat(code, times) }
}

const sequences = (straight: readonly FunctionBody[]): readonly FunctionBody[] => [
  // (point, completed, times): the two halves of a doubling, repeated inside the module.
  sequence(
    straight,
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
    straight,
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

const encode = (constants: Constants, straight: readonly FunctionBody[], pages: number): Uint8Array => {
  const data = constants.bytes()
  if (CONSTANTS + data.length > DATA) throw new RangeError(`${data.length} bytes of constants do not fit below ${DATA}`)
  return encodeModule([...straight, ...sequences(straight)], { pages, dataAddress: CONSTANTS, data })
}

/** Encodes the module of the relaxed level with `pages` pages of its own memory. */
export const encodeKernels = (pages: number): Uint8Array => {
  const constants = new Constants(CONSTANTS)
  const split = kernel(constants, 'splitLimbs', 3, doubles.splitLimbs)
  return encode(constants, [split, ...straight(constants, doubles)], pages)
}

/** Encodes the module of the simd level with `pages` pages of its own memory. */
export const encodeSimdKernels = (pages: number): Uint8Array => {
  const constants = new Constants(CONSTANTS)
  return encode(constants, straight(constants, { ...integerElements, ...integerField }), pages)
}
