import type { Equivalent } from '../equivalent.ts'

const CLSAG = 'src/crypto/signatures/clsag.ts'
const CLSAG_RING = 'src/crypto/signatures/clsagRing.ts'
const RING = 'src/crypto/signatures/ringSignature.ts'
const SCHNORR = 'src/crypto/signatures/signature.ts'

const isMember = 'unreachable: the sizes of the ring are compared before'
const ofNonce = 'the word separates nonces of signatures whose inputs differ anyway'
const isCanonical = 'a canonical scalar has 32 bytes, which is checked next'
const hashIsCanonical = 'the challenge is compared with a hash, which is canonical and not 0'
const verifiedLater = 'the verification of the signature checks the length too'
const improbable = 'happens once in 2^252 signatures'

type Reasons = Readonly<Record<string, readonly (readonly [original: string, replacement: string])[]>>

/** Mutants of one file, by the reason for which they do nothing. */
const inFile = (file: string, reasons: Reasons): Equivalent[] =>
  Object.entries(reasons).flatMap(([why, changes]) =>
    changes.map(([original, replacement]) => ({ file, original, replacement, why })),
  )

const inWallet = (name: string, reasons: Reasons): Equivalent[] => inFile(`src/wallet/proofs/${name}`, reasons)
const inCoin = (name: string, reasons: Reasons): Equivalent[] => inFile(`src/coin/proofs/${name}`, reasons)

export const proofsEquivalents: readonly Equivalent[] = [
  {
    file: CLSAG_RING,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
    original: 'throw new RingError(`the ring of ${keys.length} has no member ${i}`)',
    replacement: ';',
    why: isMember,
  },
  ...[
    ['key === undefined || base === undefined || difference === undefined', 'false'],
    [
      'key === undefined || base === undefined || difference === undefined',
      '(key === undefined || base === undefined) && difference === undefined',
    ],
    ['key === undefined || base === undefined', 'false'],
    ['key === undefined || base === undefined', 'key === undefined && base === undefined'],
    ['key === undefined', 'false'],
    ['base === undefined', 'false'],
    ['difference === undefined', 'false'],
  ].map(([original = '', replacement = '']) => ({ file: CLSAG_RING, original, replacement, why: isMember })),
  {
    file: 'src/crypto/signatures/mlsag.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: isMember,
  },
  { file: CLSAG, original: "'CLSAG'", replacement: '""', why: ofNonce },
  { file: RING, original: "'ring signature'", replacement: '""', why: ofNonce },
  { file: SCHNORR, original: "'signature'", replacement: '""', why: ofNonce },
  {
    file: RING,
    original: 'ring.length === 0',
    replacement: 'false',
    why: 'the sum of no challenges is 0, which is no hash',
  },
  { file: RING, original: 'signature?.length !== SIGNATURE_LENGTH', replacement: 'false', why: isCanonical },
  { file: RING, original: 'signature?.length', replacement: 'signature.length', why: isMember },
  {
    file: 'src/crypto/signatures/sharedSecretProof.ts',
    original: 'proof.length !== SIGNATURE_LENGTH',
    replacement: 'false',
    why: isCanonical,
  },
  { file: SCHNORR, original: 'signature.length !== SIGNATURE_LENGTH', replacement: 'false', why: isCanonical },
  { file: SCHNORR, original: 'c === 0n || !isCanonicalScalar(challenge)', replacement: 'false', why: hashIsCanonical },
  {
    file: SCHNORR,
    original: 'c === 0n || !isCanonicalScalar(challenge)',
    replacement: 'c === 0n && !isCanonicalScalar(challenge)',
    why: hashIsCanonical,
  },
  { file: SCHNORR, original: 'c === 0n', replacement: 'false', why: hashIsCanonical },
  { file: SCHNORR, original: 'bytes.length === SIGNATURE_LENGTH', replacement: 'true', why: verifiedLater },
  {
    file: SCHNORR,
    original: '{\n    if (error instanceof Base58Error) return undefined\n    throw error\n  }',
    replacement: '{}',
    why: 'base58 throws no other error',
  },
  {
    file: SCHNORR,
    original: 'error instanceof Base58Error',
    replacement: 'true',
    why: 'base58 throws no other error',
  },
  {
    file: SCHNORR,
    original: 'version === undefined',
    replacement: 'false',
    why: 'without a version there is no signature either, which is checked next',
  },
  { file: SCHNORR, original: '!isZero(challenge) && !isZero(response)', replacement: 'true', why: improbable },
  {
    file: SCHNORR,
    original: '!isZero(challenge) && !isZero(response)',
    replacement: '!isZero(challenge) || !isZero(response)',
    why: improbable,
  },
  ...inWallet('paymentProof.ts', {
    'without the keys a proof of the sender is refused before': [['keys !== undefined', 'true']],
    'the numbers of secrets and keys are compared before': [['key === undefined', 'false']],
  }),
  ...inWallet('provenTransaction.ts', {
    'one transaction is returned for each id': [
      ['transaction === undefined', 'false'],
      ["throw new ProofError('node', 'Failed to get transaction(s) from daemon')", ';'],
    ],
    'only the words of the error differ': [['!(error instanceof FormatError)', 'false']],
    'the parser of a transaction throws nothing else': [['error instanceof ProofError', 'true']],
  }),
  ...inWallet('reserveProof.ts', {
    'outputs of equal amounts are in any order, and the sort asks only for negative results': [
      ['a.amount < b.amount', 'false'],
      ['a.amount < b.amount', 'a.amount <= b.amount'],
      ['a.amount > b.amount', 'true'],
      ['a.amount > b.amount', 'a.amount >= b.amount'],
    ],
    'a transaction is returned for each output': [['proven === undefined', 'false']],
  }),
  ...inWallet('signedMessages.ts', {
    'a signature of version 1 is one of the spend key': [["verified.signedWith === 'spend'", 'true']],
  }),
  ...inWallet('spendProof.ts', {
    'a transaction with an input that spends no key has no other inputs, and is refused before': [
      ["input.kind !== 'key'", 'false'],
      ['[]', '["Stryker was here"]'],
    ],
    'the index of key images has ids of known outputs': [
      ['output !== undefined', 'true'],
      ['output === undefined', 'false'],
    ],
  }),
  ...inCoin('proofText.ts', { 'base58 throws no other error': [['error instanceof Base58Error', 'true']] }),
  ...inCoin('spendProof.ts', {
    'base58 throws no other error': [
      ['error instanceof Base58Error', 'true'],
      ['{\n    if (error instanceof Base58Error) return undefined\n    throw error\n  }', '{}'],
    ],
  }),
  ...inCoin('reserveProof.ts', {
    'any name tells a class of the archive from the others': [
      "'entries'",
      "'entry'",
      "'hash'",
      "'key image'",
      "'spend keys'",
    ].map((name) => [name, '""'] as const),
    'the words of an error': ["'a reserve proof'", "'an entry'", "'a pair'"].map((words) => [words, '""'] as const),
    'the readers throw nothing else': [['error instanceof FormatError', 'true']],
    'a bound of the effort: reading beyond the end fails too': [
      ['3 * KEY + 2 * SIGNATURE', '3 * KEY - 2 * SIGNATURE'],
      ['3 * KEY', '3 / KEY'],
      ['2 * SIGNATURE', '2 / SIGNATURE'],
      ['KEY + SIGNATURE', 'KEY - SIGNATURE'],
    ],
  }),
]
