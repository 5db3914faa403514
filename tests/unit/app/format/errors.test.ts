// Texts of errors.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatAmount } from '../../../../src/app/format/amount.ts'
import { invalidText } from '../../../../src/app/format/destination.ts'
import { errorText } from '../../../../src/app/format/error.ts'
import { networkName } from '../../../../src/app/state/nodes/networks.ts'
import { en } from '../../../../src/app/text/en.ts'
import { languages, offeredLanguages } from '../../../../src/app/text/languages/languages.ts'
import { showTexts } from '../../../../src/app/text/text.ts'
import { NodeTimeoutError } from '../../../../src/daemon/errors.ts'
import { type ErrorDetails, FabaError } from '../../../../src/errors/fabaError.ts'
import { RemoteError, RemoteInternalError } from '../../../../src/rpc/calls/errorTransfer.ts'
import { StoreFullError } from '../../../../src/store/errors.ts'
import { MultisigSetError, type MultisigSetFault } from '../../../../src/wallet/multisig/multisigWallet.ts'
import { StaleNonceError } from '../../../../src/wallet/multisig/nonces.ts'
import { NameOrderError } from '../../../../src/wallet/names/nameOrders.ts'
import { PaymentRefusedError } from '../../../../src/wallet/node/relay.ts'
import { MultisigInfoNeededError } from '../../../../src/wallet/spend/paymentContext.ts'
import { NothingToSweepError } from '../../../../src/wallet/spend/plan.ts'
import { NotEnoughMoneyError, NotEnoughUnlockedMoneyError } from '../../../../src/wallet/spend/select.ts'
import '../../../support/english-texts.ts'

class WrongPasswordError extends FabaError {
  override readonly name = 'WrongPasswordError'
  readonly code = 'wrong-password'
}

class OddCaseError extends FabaError {
  override readonly name = 'OddCaseError'
  readonly code = 'odd-case'
}

/** An error as it arrives from a worker. */
const fromWorker = (name: string, code: string, message: string, details: ErrorDetails = {}): RemoteError =>
  new RemoteError({ name, code, message, details, stack: undefined })

const ofSet = (fault: MultisigSetFault): RemoteError => {
  const { name, code, message, details } = new MultisigSetError(fault, 'the set is refused: its ring is odd')
  return fromWorker(name, code, message, details)
}

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)

afterEach(() => {
  consoleError.mockClear()
  showTexts('en', en)
})

describe('errorText', () => {
  it('translates a known code', () => {
    expect(errorText(new WrongPasswordError('decryption failed'))).toBe(en.error.wrongPassword)
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('translates the code of an error that crossed from a worker', () => {
    expect(errorText(fromWorker('WrongPasswordError', 'wrong-password', 'decryption failed'))).toBe(
      en.error.wrongPassword,
    )
    expect(errorText(fromWorker('NodeUnreachableError', 'node-unreachable', 'no response'))).toBe(
      en.error.nodeUnreachable,
    )
    expect(consoleError).not.toHaveBeenCalled()
  })

  it.each(['signed', 'too-many-signers', 'complete', 'incomplete', 'signers', 'failed'] as const)(
    'returns a text of its own for a multisig set with the fault %s',
    (fault) => {
      expect(errorText(ofSet(fault))).toBe(en.error.multisigSet[fault])
      expect(consoleError).not.toHaveBeenCalled()
    },
  )

  it('returns a text of its own for each fault of wallet files', () => {
    const { keysFile, walletCache } = en.error
    for (const fault of ['password', 'network'] as const)
      expect(errorText(fromWorker('KeysFileError', 'keys-file', 'it is refused', { fault }))).toBe(keysFile[fault])
    for (const fault of ['password', 'format', 'keys'] as const)
      expect(errorText(fromWorker('WalletCacheError', 'wallet-cache', 'no', { fault }))).toBe(walletCache[fault])
    const odd = errorText(fromWorker('KeysFileError', 'keys-file', 'it is odd', { fault: 'unsupported' }))
    expect(odd).toBe(keysFile.unsupported)
  })

  it('says that an unsafe multisig set was not signed, without the message of the engine', () => {
    expect(errorText(ofSet('unsafe'))).toBe(en.error.multisigSet.unsafe)
    expect(en.error.multisigSet.unsafe).toContain('nothing was signed')
  })

  it('says for each fault why sets, lists of coins, signing data, proofs and orders of names are refused', () => {
    const { setError, outputsError, signingDataError, proofError, orderError } = en
    for (const [code, texts] of [
      ['unsafe-transfer-set', setError],
      ['output-import', outputsError],
      ['proof', proofError],
      ['name-order', orderError],
    ] as const)
      for (const [fault, text] of Object.entries(texts))
        expect(errorText(fromWorker('Error', code, 'the ring is odd', { fault }))).toBe(text)
    const stranger = fromWorker('Error', 'multisig-import', 'no member', { fault: 'stranger', signer: '05ab' })
    expect(errorText(stranger)).toBe(signingDataError.stranger.replace('{{ signer }}', '05ab'))
  })

  it('quotes a node that refuses a request, and says what a refusal without a reason means', () => {
    const refused = (details: ErrorDetails): string =>
      errorText(fromWorker('NodeRefusedError', 'node-refused', 'http://node refused send: Failed', details))
    expect(refused({ url: 'http://node', reason: 'Failed' })).toBe(
      en.nodeError.refusedBecause.replace('{{ reason }}', 'Failed'),
    )
    expect(refused({ url: 'http://node', httpStatus: 404 })).toBe(en.nodeError.refused)
    expect(refused({ url: 'http://node', httpStatus: 401, reason: 'Unauthorized' })).toBe(en.nodeError.login)
  })

  it('translates what a payment of a multisig wallet lacks', () => {
    expect(errorText(new StaleNonceError())).toBe(en.error.staleNonce)
    expect(errorText(new MultisigInfoNeededError())).toBe(en.error.multisigInfoNeeded)
  })

  it('hides an internal error of a worker without a second report', () => {
    expect(errorText(new RemoteInternalError('internal error'))).toBe(en.error.internal)
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('returns the message of an expected error with an unknown code as a sentence', () => {
    expect(errorText(new OddCaseError('the case is odd'))).toBe('The case is odd.')
    expect(errorText(fromWorker('OddCaseError', 'odd-case', 'the case is odd'))).toBe('The case is odd.')
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('translates what keeps a payment from being made', () => {
    const { paymentError } = en
    expect(errorText(new NothingToSweepError('fee', 'nothing'))).toBe(paymentError.nothingWorthFee)
    expect(errorText(new NothingToSweepError('below-amount', 'no output is below 1'))).toBe('No output is below 1.')
    expect(errorText(new PaymentRefusedError(''))).toBe(paymentError.refused)
    expect(errorText(new PaymentRefusedError('double spend'))).toContain('nothing was sent (double spend).')
  })

  it.each(offeredLanguages)('returns what is available and what is needed, in %s', async (language) => {
    showTexts(language, await languages[language].load())
    const coin = { decimals: 9, ticker: 'OXEN' }
    const poor = new NotEnoughMoneyError(1_500_000_000n, 2_000_000_000n, coin)
    const locked = new NotEnoughUnlockedMoneyError(1_500_000_000n, 2_000_000_000n, coin)
    for (const { name, code, message, details } of [poor, locked]) {
      const text = errorText(fromWorker(name, code, message, details))
      for (const amount of [1_500_000_000n, 2_000_000_000n])
        expect(text).toContain(formatAmount(amount, coin.decimals, coin.ticker))
      expect(text).not.toContain('{{')
    }
  })

  it('translates errors of nodes, names and the storage, with the details that their texts contain', () => {
    expect(errorText(new NodeTimeoutError('http://node did not respond', { details: { url: 'http://node' } }))).toBe(
      en.nodeError.timeout,
    )
    expect(errorText(new StoreFullError('the disk is full'))).toBe(en.storageError.full)
    expect(errorText(new NameOrderError('unknown', 'the record has expired'))).toBe(en.orderError.unknown)
    const details = { ticker: 'XMR', name: 'example.org' }
    const unpublished = fromWorker('AddressNotPublishedError', 'address-not-published', 'there is none', details)
    expect(errorText(unpublished)).toBe('example.org has no XMR address.')
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('translates why stakes, registrations, seeds and addresses are not possible', () => {
    const ofStake = (details: ErrorDetails) => errorText(fromWorker('StakeError', 'stake', 'refused', details))
    expect(ofStake({ fault: 'full' })).toBe(en.stakeError.full)
    const coin = { decimals: 9, ticker: 'OXEN' }
    expect(ofStake({ fault: 'minimum', minimum: 1_500_000_000n, ...coin })).toContain('1.50\u00a0OXEN or more.')
    expect(errorText(fromWorker('RegistrationCommandError', 'registration-command', 'x', { fault: 'expired' }))).toBe(
      en.registrationError.expired,
    )
    expect(errorText(fromWorker('SeedError', 'seed', 'x', { position: 3 }))).toContain('Word 3 is not')
    expect(errorText(fromWorker('SeedError', 'seed', 'x'))).toBe(en.seedError.wrong)
    const wrong = { valid: false, reason: 'x', network: undefined, coin: undefined, expected: undefined } as const
    expect(invalidText({ ...wrong, fault: 'link' }, String)).toBe(en.destinationError.link)
    const foreign = invalidText({ ...wrong, fault: 'network', network: 'monero-mainnet' }, networkName)
    expect(foreign).toContain('another network: Monero.')
  })

  it.each([
    ['a foreign error', new TypeError('x is undefined')],
    ['a plain error', new Error('secret detail')],
    [
      'an error with a code that is not a FabaError',
      Object.assign(new Error('secret detail'), { code: 'wrong-password' }),
    ],
    [
      'an error with the name of an expected one',
      Object.assign(new Error('secret detail'), { name: 'WrongPasswordError' }),
    ],
    ['an error of the platform', new DOMException('denied', 'NotAllowedError')],
    ['a value that is not an error', 'oops'],
    ['undefined', undefined],
  ])('hides the message of %s and reports it to the console', (_, thrown) => {
    expect(errorText(thrown)).toBe(en.error.internal)
    expect(consoleError).toHaveBeenCalledWith(thrown)
  })
})
