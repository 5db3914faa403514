// Names and codes of all error classes, read from the sources.

import { describe, expect, it } from 'vitest'
import { classesIn, classesOfProject, descendantsOf, problemsOf } from '../../support/errors/error-classes.ts'

/** Codes that do not derive from the name of the class: RemoteInternalError stands for any internal error. */
const OWN_CODES: Readonly<Record<string, string>> = { RemoteInternalError: 'internal' }

/** Has the name and code of the error that crossed from another worker. */
const DYNAMIC = 'RemoteError'

/** Errors of JSON-RPC, whose `code` is the number on the wire, of the build tools of the kernels, and one that its own file catches. */
const NOT_FABA_ERRORS = ['BoundError', 'HashNeededError', 'JsonRpcError', 'KernelBuildError']

const planted = (className: string, name: string, code: string): string => `
export class ${className} extends FabaError<{ readonly height: number }> {
  override readonly name = '${name}'
  readonly code = '${code}'
}
`

describe('the project', () => {
  const classes = classesOfProject()

  it('has many error classes', () => {
    expect(descendantsOf('FabaError', classes).length).toBeGreaterThan(120)
    expect(descendantsOf('FabaError', classes).map(({ className }) => className)).toEqual(
      expect.arrayContaining(['WrongPasswordError', 'OldEnglishSeedError', 'NodeUnreachableError']),
    )
  })

  it('extends FabaError everywhere but in the listed classes', () => {
    const direct = classes.filter(({ parent }) => parent === 'Error').map(({ className }) => className)
    expect(direct.sort()).toEqual([...NOT_FABA_ERRORS, 'FabaError'].sort())
  })

  it('has the class name as name, and a kebab-case code that no other class has', () => {
    const own = classes.filter(({ className }) => className !== DYNAMIC)
    expect(own.length).toBe(classes.length - 1)
    expect(problemsOf(own, OWN_CODES)).toEqual([])
  })
})

describe('a planted class', () => {
  const problemsIn = (text: string): readonly string[] => problemsOf(classesIn(text))

  it('passes with its own name and code', () => {
    expect(problemsIn(planted('LowFeeError', 'LowFeeError', 'low-fee'))).toEqual([])
    expect(problemsOf(classesIn(planted('LowFeeError', 'LowFeeError', 'fee')), { LowFeeError: 'fee' })).toEqual([])
  })

  it('fails with the code of another class', () => {
    const text = `${planted('FeeError', 'FeeError', 'fee')}${planted('LowFeeError', 'LowFeeError', 'fee')}`
    expect(problemsIn(text)).toContain('LowFeeError: its code fee is that of FeeError')
  })

  it('fails with the code of its parent', () => {
    const text = `${planted('FeeError', 'FeeError', 'fee')}
class LowFeeError extends FeeError {
  override readonly name = 'LowFeeError'
}
`
    expect(problemsIn(text)).toEqual(['LowFeeError: it has no code'])
  })

  it('fails with the name of another class', () => {
    expect(problemsIn(planted('LowFeeError', 'FeeError', 'low-fee'))).toEqual(['LowFeeError: its name is FeeError'])
  })

  it('fails with a code that is not kebab-case, or that does not derive from the class name', () => {
    expect(problemsIn(planted('LowFeeError', 'LowFeeError', 'lowFee'))).toContain(
      'LowFeeError: its code lowFee is not kebab-case',
    )
    expect(problemsIn(planted('LowFeeError', 'LowFeeError', 'high-fee'))).toEqual([
      'LowFeeError: its code is high-fee instead of low-fee',
    ])
  })
})
