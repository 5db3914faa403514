// Registrations and unlock requests against recorded ones of oxen-core and oxen-wallet-rpc.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { oxenRegtest as network } from '../../../src/coin/networks/oxen.ts'
import {
  KEY_IMAGE_UNLOCK_NONCE,
  keyImageUnlockHash,
  keyImageUnlockTransaction,
} from '../../../src/coin/stakes/keyImageUnlock.ts'
import { parseRegistrationCommand, RegistrationCommandError } from '../../../src/coin/stakes/registration.ts'
import { findField } from '../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../src/coin/transactions/serializeExtra.ts'
import { TransactionType } from '../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../src/coin/transactions/transactionHash.ts'
import { verifyHash } from '../../../src/crypto/signatures/signature.ts'
import { vector } from '../../support/data/vectors.ts'

const data = vector('oxen/staking.json')
const transactions = Object.entries(data.tx_hex).map(([txid, hex]) => ({
  txid,
  hex,
  transaction: parseTransaction(network, fromHex(hex)),
}))
const NOW = 1796452653 - 1209600
const moment = { fork: 17, now: NOW, isOwn: () => true }

/** Commands that the recorded node has prepared. */
const commands = data.calls.flatMap(({ label, request, answer }) => {
  const command = answer.result?.['registration_cmd']
  const isCommand = request.method?.startsWith('get_service_node_registration_cmd') && typeof command === 'string'
  if (!isCommand || command === '') return []
  const [line = ''] = command.split('\n').filter((text) => text.startsWith('register_service_node'))
  return [{ label, words: line.split(' ') }]
})

describe('registration commands', () => {
  it('are recorded in many forms', () => {
    expect(commands.length).toBeGreaterThan(10)
  })

  it.each(commands.map((one) => [one.label, one.words] as const))(
    'are parsed, or refused as wallets do: %s',
    (label, words) => {
      const refused = label.includes('24.9%') || label.includes('same address twice')
      if (refused) {
        expect(() => parseRegistrationCommand(network, words, moment)).toThrow('Could not convert registration args')
        return
      }
      const { field, serviceNodeKey, contributors } = parseRegistrationCommand(network, words, moment)
      const written = [
        ...['register_service_node', String(field.operatorPortions)],
        ...contributors.flatMap(({ text, portions }) => [text, String(portions)]),
        ...[String(field.expiration), toHex(serviceNodeKey), toHex(field.signature)],
      ]
      expect(written).toEqual(words)
    },
  )

  it('become the recorded field of extra', () => {
    const registrations = transactions.flatMap(({ transaction }) => {
      const fields = parseExtra(network, transaction.extra)
      return [{ fields, field: findField(fields, 'registration') }].filter(({ field }) => field !== undefined)
    })
    expect(registrations).toHaveLength(2)
    for (const { field, fields } of registrations) {
      const found = commands
        .flatMap(({ words }) => {
          try {
            return [parseRegistrationCommand(network, words, moment)]
          } catch (error) {
            if (error instanceof RegistrationCommandError) return []
            throw error
          }
        })
        .find(({ field: own }) => field !== undefined && toHex(own.signature) === toHex(field.signature))
      if (found === undefined || field === undefined) throw new Error('a registration has no command')
      expect(toHex(serializeExtra([found.field]))).toBe(toHex(serializeExtra([field])))
      expect(toHex(found.serviceNodeKey)).toBe(toHex(findField(fields, 'serviceNodeKey')?.key ?? new Uint8Array()))
    }
  })

  const [{ words: sample } = { words: [] as readonly string[] }] = commands

  it('never pass with another word, whatever it is', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 130 }),
      fc.bigInt({ min: 0n, max: 2n ** 65n }).map(String),
      // Another signature of the same terms is valid too.
      fc.constantFrom(...commands.flatMap(({ words }) => words).filter(({ length }) => length !== 128)),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: sample.length - 1 }), word, (at, other) => {
        fc.pre(other !== sample[at] && other.toLowerCase() !== sample[at])
        expect(() => parseRegistrationCommand(network, sample.with(at, other), moment)).toThrow(
          RegistrationCommandError,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('never pass if they are cut off, or have expired', () => {
    for (let length = 0; length < sample.length; length++)
      expect(() => parseRegistrationCommand(network, sample.slice(0, length), moment)).toThrow(RegistrationCommandError)
    const late = { ...moment, now: NOW + 1209600 - 600 }
    expect(() => parseRegistrationCommand(network, sample, late)).toThrow('The registration timestamp has expired.')
    expect(parseRegistrationCommand(network, sample, { ...late, now: late.now - 1 })).toBeDefined()
  })
})

describe('unlock requests', () => {
  const unlocks = transactions.filter(({ transaction }) => transaction.type === TransactionType.keyImageUnlock)

  it('are recorded twice', () => {
    expect(unlocks).toHaveLength(2)
  })

  it.each(unlocks.map((one) => [one.txid.slice(0, 8), one] as const))(
    'are the recorded bytes, signed by the key of the stake: %s',
    (_, { txid, hex, transaction }) => {
      const fields = parseExtra(network, transaction.extra)
      const unlock = findField(fields, 'keyImageUnlock')
      const key = findField(fields, 'serviceNodeKey')?.key ?? new Uint8Array()
      if (unlock === undefined) throw new Error('no field')
      const made = keyImageUnlockTransaction(key, unlock.proof)
      expect(toHex(serializeTransaction(made))).toBe(hex)
      expect(toHex(transactionId(made))).toBe(txid)
      const stakes = transactions.flatMap(({ transaction: each }) => {
        const proofs = findField(parseExtra(network, each.extra), 'keyImageProofs')?.proofs ?? []
        return proofs.some(({ keyImage }) => toHex(keyImage) === toHex(unlock.proof.keyImage)) ? each.outputs : []
      })
      const hash = keyImageUnlockHash(KEY_IMAGE_UNLOCK_NONCE)
      expect(stakes.some((output) => verifyHash(hash, output.key, unlock.proof.signature))).toBe(true)
    },
  )
})
