// Key exchanges against every recorded round of oxen-wallet-rpc and monero-wallet-rpc, and against messages that do not belong to them.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { aggregatedKeyMessages } from '../../../../src/coin/multisig/aggregatedKeyMessages.ts'
import { type KeyMessageForm, parseKeyMessage } from '../../../../src/coin/multisig/keyMessage.ts'
import { formatMultisigSeed, parseMultisigSeed } from '../../../../src/coin/multisig/multisigSeed.ts'
import { summedKeyMessages } from '../../../../src/coin/multisig/summedKeyMessages.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import type { JsonValue } from '../../../../src/jsonrpc/json.ts'
import {
  exchangeMultisigKeys,
  firstMultisigMessage,
  makeMultisigAccount,
} from '../../../../src/wallet/multisig-keys/keyExchange.ts'
import { sortKeys } from '../../../../src/wallet/multisig-keys/keySets.ts'
import type { MultisigAccount, OwnSecrets } from '../../../../src/wallet/multisig-keys/multisigAccount.ts'
import { textOf, vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(7)

const addressOf = (network: Network, { spendPublic, viewPublic }: MultisigAccount): string =>
  formatAddress(network, { kind: 'standard', spendKey: spendPublic, viewKey: viewPublic, paymentId: undefined })

const secretsOf = ({ spend_key, view_key }: { readonly spend_key: string; readonly view_key: string }): OwnSecrets => ({
  spendSecret: fromHex(spend_key),
  viewSecret: fromHex(view_key),
})

/** Returns all of a message except its signature, with its keys sorted: their order is arbitrary. */
const contentOf = (form: KeyMessageForm, text: string) => {
  const message = parseKeyMessage(form, text, /^Multisig(V1|xV2R1)/.test(text) ? 'first' : 'round')
  return message.kind === 'first' ? message : { ...message, keys: sortKeys(message.keys) }
}

/** Returns a seed with its lists sorted: their order is arbitrary. */
const seedOf = (text: string) => {
  const seed = parseMultisigSeed(text)
  return { ...seed, shares: sortKeys(seed.shares), signers: sortKeys(seed.signers) }
}

const strings = (value: JsonValue | undefined): string[] => (Array.isArray(value) ? value.map(String) : [])

const messageOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'none'
}

const ROUND_METHODS = ['exchange_multisig_keys', 'finalize_multisig']
const { schemes } = vector('oxen/multisig.json')
const { cases } = vector('monero/multisig.json')

describe('the recorded exchanges of oxen-wallet-rpc', () => {
  it('are of every kind', () => {
    expect(schemes.map(({ scheme }) => scheme)).toEqual(expect.arrayContaining(['2/2', '2/3', '3/3', '2/4']))
  })

  for (const [at, { scheme, signers, calls }] of schemes.entries()) {
    it(`give the same keys, addresses and errors: ${scheme} (${at})`, () => {
      const accounts = new Map<string, MultisigAccount>()
      for (const { wallet, request, answer } of calls) {
        const signer = signers[Number(wallet.slice('signer '.length))]
        if (signer === undefined) continue
        const own = secretsOf(signer.before)
        const { method, params = {} } = request
        const messages = strings(params['multisig_info'])
        if (method === 'prepare_multisig' && answer.result !== undefined) {
          const text = textOf(answer.result, 'multisig_info')
          expect(contentOf(summedKeyMessages, firstMultisigMessage(oxenMainnet, own, random))).toEqual(
            contentOf(summedKeyMessages, text),
          )
          const { message, signature } = summedKeyMessages.parse(text, 'first')
          expect(summedKeyMessages.format(message, signature)).toBe(text)
        }
        if (method === 'make_multisig' || ROUND_METHODS.includes(method)) {
          const account = accounts.get(wallet)
          const step = (): MultisigAccount =>
            method === 'make_multisig' || account === undefined
              ? makeMultisigAccount(oxenMainnet, own, { messages, threshold: Number(params['threshold']) }, random)
              : exchangeMultisigKeys(oxenMainnet, account, messages, random)
          if (answer.error !== undefined) {
            // The RPC method itself rejects calls of finished wallets, and repeats the wrong message.
            if (account === undefined) expect(answer.error.message.startsWith(messageOf(step))).toBe(true)
            continue
          }
          const made = step()
          accounts.set(wallet, made)
          expect(addressOf(oxenMainnet, made)).toBe(textOf(answer.result, 'address') || addressOf(oxenMainnet, made))
          if (method === 'finalize_multisig') continue
          const recorded = textOf(answer.result, 'multisig_info')
          expect(made.message === '').toBe(recorded === '')
          if (recorded !== '')
            expect(contentOf(summedKeyMessages, made.message)).toEqual(contentOf(summedKeyMessages, recorded))
        }
      }
      for (const [i, { after }] of signers.entries()) {
        const account = accounts.get(`signer ${i}`)
        if (after === undefined || account === undefined) continue
        expect(account.isReady).toBe(true)
        expect(toHex(account.signerSecret)).toBe(after.spend_key)
        expect(toHex(account.viewSecret)).toBe(after.view_key)
        expect(addressOf(oxenMainnet, account)).toBe(after.address)
        expect(seedOf(formatMultisigSeed(account))).toEqual(seedOf(after.mnemonic))
        expect(formatMultisigSeed(parseMultisigSeed(after.mnemonic))).toBe(after.mnemonic)
      }
    })
  }
})

describe('the recorded exchanges of monero-wallet-rpc', () => {
  for (const { M, N, wallets, prepare_multisig, make_multisig, exchange } of cases) {
    it(`give the same keys and addresses: ${M}/${N}`, () => {
      for (const [i, wallet] of wallets.entries()) {
        const own = secretsOf(wallet)
        const others = (texts: readonly string[]): string[] => texts.filter((_, at) => at !== i)
        expect(contentOf(aggregatedKeyMessages, firstMultisigMessage(moneroMainnet, own, random))).toEqual(
          contentOf(aggregatedKeyMessages, prepare_multisig[i] ?? ''),
        )
        const rounds = [make_multisig, ...exchange]
        const received = { messages: others(prepare_multisig), threshold: M }
        let account = makeMultisigAccount(moneroMainnet, own, received, random)
        for (const [at, recorded] of rounds.entries()) {
          const { address, multisig_info } = recorded[i] ?? { address: '', multisig_info: '' }
          if (at > 0) {
            const sent = rounds[at - 1]?.map((answer) => answer.multisig_info) ?? []
            account = exchangeMultisigKeys(moneroMainnet, account, others(sent), random)
          }
          expect(addressOf(moneroMainnet, account)).toBe(address || addressOf(moneroMainnet, account))
          expect(contentOf(aggregatedKeyMessages, account.message)).toEqual(
            contentOf(aggregatedKeyMessages, multisig_info),
          )
          const { message, signature } = aggregatedKeyMessages.parse(multisig_info, 'round')
          expect(aggregatedKeyMessages.format(message, signature)).toBe(multisig_info)
        }
        expect(account.isReady).toBe(true)
        expect(toHex(account.viewSecret)).toBe(wallet.final_view_key)
        expect(toHex(account.signerSecret)).toBe(wallet.final_spend_key)
        expect(addressOf(moneroMainnet, account)).toBe(wallet.final_address)
        expect(seedOf(formatMultisigSeed(account))).toEqual(seedOf(wallet.final_mnemonic))
      }
    })
  }
})
