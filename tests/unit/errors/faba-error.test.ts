import { describe, expect, it } from 'vitest'
import { FabaError } from '../../../src/errors/fabaError.ts'

class PlainError extends FabaError {
  override readonly name = 'PlainError'
  readonly code = 'plain'
}

class DetailedError extends FabaError<{ readonly height: number }> {
  override readonly name = 'DetailedError'
  readonly code = 'detailed'
}

describe('FabaError', () => {
  it('carries name, code, message, details and cause', () => {
    const cause = new RangeError('inner')
    const error = new DetailedError('no block at height 5', { details: { height: 5 }, cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'DetailedError', code: 'detailed', details: { height: 5 }, cause })
    expect(String(error)).toBe('DetailedError: no block at height 5')
  })

  it('needs neither details nor cause', () => {
    const error = new PlainError('it failed')
    expect(error).toMatchObject({ code: 'plain', details: {} })
    expect('cause' in error).toBe(false)
    expect(new PlainError('it failed', { cause: 1 }).cause).toBe(1)
  })
})
