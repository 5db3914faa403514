// Texts and codes of errors.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorCode, errorText } from '../../../src/app/format/error.ts'
import { en } from '../../../src/app/text/en.ts'
import { FabaError } from '../../../src/errors/fabaError.ts'

class WrongPasswordError extends FabaError {
  override readonly name = 'WrongPasswordError'
  readonly code = 'wrong-password'
}

class OddCaseError extends FabaError {
  override readonly name = 'OddCaseError'
  readonly code = 'odd-case'
}

/** An error as it arrives from a worker that sends name, message and stack only. */
const fromWorker = (name: string, message: string): Error => Object.assign(new Error(message), { name })

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)

afterEach(() => {
  consoleError.mockClear()
})

describe('errorText', () => {
  it('translates a known code', () => {
    expect(errorText(new WrongPasswordError('decryption failed'))).toBe(en.error.wrongPassword)
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('uses the name of an error that crossed from a worker without its code', () => {
    expect(errorText(fromWorker('WrongPasswordError', 'decryption failed'))).toBe(en.error.wrongPassword)
    expect(errorText(fromWorker('NodeUnreachableError', 'no response'))).toBe(en.error.nodeUnreachable)
  })

  it('returns the message of an expected error with an unknown code as a sentence', () => {
    expect(errorText(new OddCaseError('the case is odd'))).toBe('The case is odd.')
    expect(errorText(fromWorker('NotEnoughMoneyError', 'not enough money'))).toBe('Not enough money.')
    expect(consoleError).not.toHaveBeenCalled()
  })

  it.each([
    ['a foreign error', new TypeError('x is undefined')],
    ['a plain error', new Error('secret detail')],
    ['an error of the platform', new DOMException('denied', 'NotAllowedError')],
    ['a value that is not an error', 'oops'],
    ['undefined', undefined],
  ])('hides the message of %s and reports it to the console', (_, thrown) => {
    expect(errorText(thrown)).toBe(en.error.internal)
    expect(consoleError).toHaveBeenCalledWith(thrown)
  })
})

describe('errorCode', () => {
  it('derives the code from the name', () => {
    expect(errorCode(fromWorker('UnknownPreparedTransferError', ''))).toBe('unknown-prepared-transfer')
  })

  it('prefers the code of the error', () => {
    expect(errorCode(new OddCaseError(''))).toBe('odd-case')
    expect(errorCode(Object.assign(fromWorker('Error', ''), { code: 'sent-along' }))).toBe('sent-along')
  })

  it('returns undefined for errors that are not expected', () => {
    expect(errorCode(new RangeError('out of range'))).toBeUndefined()
    expect(errorCode(null)).toBeUndefined()
  })
})
