// Every error that can reach the page has a text in words of its own, by its code.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { errorText } from '../../../../src/app/format/error.ts'
import type { ErrorDetails } from '../../../../src/errors/fabaError.ts'
import { RemoteError } from '../../../../src/rpc/calls/errorTransfer.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Codes of errors that never reach the page, or only with a text of the page as their message; with the reason. */
const WITHOUT_TEXT: { readonly [reason: string]: readonly string[] } = {
  'its message is a text of the page': ['name-taken', 'rpc-call-stopped', 'rpc-unreachable'],
  'ends the sync of a wallet that closes': ['stopped'],
  'the wallet RPC answers it to its caller': [
    'bodies-in-flight',
    'body-too-long',
    'daemon-choice',
    'filename',
    'incomplete-body',
    'metadata',
    'permission-denied',
    'unknown-entry',
    'unsupported-by-host',
    'wallet-file-exists',
    'wallet-file-missing',
  ],
  'only the command line sends JSON-RPC as a client': ['json-rpc-transport'],
  'only the command line stores wallets in a database of several processes': [
    'database-url',
    'store-read-only',
    'vault-key-changed',
  ],
  'only the command line makes compact chains and reads them': ['chunk-folder', 'chunk-order', 'compact-host'],
  'the page calls the methods of development nodes only': ['development-method'],
  'the worker of the development node, or the service worker, answers it over HTTP': [
    'chain-record',
    'not-engine-owner',
  ],
  'the worker cannot start without its own scripts': ['foreign-script'],
  'wrong code throws it, never what a user or a node sends': [
    'duplicate-method',
    'key-count',
    'output-key',
    'range-proof',
    'ring',
    'scalar-rows',
    'scan-batch',
    'short-input',
    'store-name',
    'unbalanced-transaction',
    'undescribed-schema',
    'vault-exists',
  ],
}

const EXEMPT = new Set(Object.values(WITHOUT_TEXT).flat())

/** Details without which a code has no text. The other obstacles are those of RPC requests. */
const DETAILS: { readonly [code: string]: ErrorDetails } = {
  'nothing-to-sweep': { obstacle: 'fee' },
  stake: { fault: 'full' },
  'raw-transaction': { fault: 'form' },
  'raw-transaction-refused': { reason: 'no', doubleSpend: false },
}

/** The command line and the development node run outside of the page. */
const isOfThePage = (path: string): boolean => !/^src\/(cli|devnet)\//.test(path)

/** Returns the codes of all classes of errors in the source files, each with its file. */
const declaredCodes = (): ReadonlyMap<string, string> => {
  const paths = globSync('{src,workers}/**/*.{ts,tsx}', { cwd: ROOT }).filter(isOfThePage)
  return new Map(
    paths.flatMap((path) =>
      [
        ...readFileSync(`${ROOT}/${path}`, 'utf8').matchAll(
          /^ +(?:override )?readonly code(?:: [^=\n]+)? = '([a-z-]+)'/gm,
        ),
      ].map(([, code = '']) => [code, path] as const),
    ),
  )
}

const MESSAGE = 'Message of the engine.'

const textOf = (code: string): string =>
  errorText(new RemoteError({ name: code, code, message: MESSAGE, details: DETAILS[code] ?? {}, stack: undefined }))

const codes = declaredCodes()

describe('codes of errors', () => {
  it('are found in the source files', () => {
    expect(codes.size).toBeGreaterThan(120)
    expect(codes.get('wrong-password')).toBe('src/store/errors.ts')
  })

  it('each have a text without the message of the engine, unless they never reach the page', () => {
    const untranslated = [...codes.keys()].filter((code) => !EXEMPT.has(code) && textOf(code).includes(MESSAGE))
    expect(untranslated).toEqual([])
  })

  it('of exemptions exist, and have no text', () => {
    const wrong = [...EXEMPT].filter((code) => !codes.has(code) || !textOf(code).includes(MESSAGE))
    expect(wrong).toEqual([])
  })
})
