// Keys, subaddresses, integrated addresses and validation, against recorded responses of real wallets of both families.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import {
  type Address,
  AddressError,
  findAddressNetwork,
  formatAddress,
  parseAddress,
  subaddressAt,
  subaddressesAt,
  toIntegratedAddress,
  toStandardAddress,
} from '../../../src/coin/addresses/address.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { networkById, publicNetworksOf } from '../../../src/coin/networks/networks.ts'
import { paymentIdField } from '../../../src/coin/transactions/extraPaymentId.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { cryptPaymentId } from '../../../src/crypto/ciphers/paymentIdCipher.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { vector } from '../../support/data/vectors.ts'

type OxenNet = {
  readonly primary_address: string
  readonly spend_secret: string
  readonly view_secret: string
  readonly prefix: number
  readonly spend_public: string
  readonly view_public: string
  readonly subaddresses?: readonly {
    readonly major: number
    readonly minor: number
    readonly address: string
    readonly prefix: number
    readonly spend_public: string
    readonly view_public: string
  }[]
  readonly integrated?: readonly {
    readonly payment_id: string
    readonly answer: { readonly result: { readonly integrated_address: string } }
  }[]
  readonly integrated_of_subaddress?: {
    readonly request: { readonly standard_address: string; readonly payment_id: string }
  }
  readonly split_integrated?: readonly {
    readonly request: { readonly integrated_address: string }
    readonly answer: {
      readonly result?: { readonly payment_id: string; readonly standard_address: string }
      readonly error?: { readonly message: string }
    }
  }[]
}

type OxenWallet = {
  readonly language: string
  readonly seed_offset: string
  readonly nets: { readonly [net: string]: OxenNet }
}

const split = (network: Network, text: string) => {
  const address = parseAddress(network, text)
  if (address.kind !== 'integrated') throw new AddressError('not integrated')
  return {
    payment_id: toHex(address.paymentId ?? new Uint8Array()),
    standard_address: formatAddress(network, toStandardAddress(address)),
  }
}

/** The networks of a wallet differ only in their prefixes, so its keys are derived once. */
const checkWallet = (wallet: OxenWallet): void => {
  const anyNet = Object.values(wallet.nets)[0]
  const keys = generateKeys(fromHex(anyNet?.spend_secret ?? ''))
  const derived = new Map<string, Address>()
  const at = (major: number, minor: number): Address => {
    const name = `${major},${minor}`
    const address = derived.get(name) ?? subaddressAt(keys, major, minor)
    derived.set(name, address)
    return address
  }
  for (const [net, recorded] of Object.entries(wallet.nets)) {
    const network = networkById(`oxen-${net}`)
    expect(toHex(keys.viewSecret)).toBe(recorded.view_secret)
    expect(toHex(keys.spendPublic)).toBe(recorded.spend_public)
    expect(toHex(keys.viewPublic)).toBe(recorded.view_public)
    expect(formatAddress(network, at(0, 0))).toBe(recorded.primary_address)
    for (const { major, minor, address, prefix, spend_public, view_public } of recorded.subaddresses ?? []) {
      const ours = at(major, minor)
      expect(formatAddress(network, ours)).toBe(address)
      expect(parseAddress(network, address)).toEqual(ours)
      expect(network.addressPrefixes[ours.kind]).toBe(prefix)
      expect(toHex(ours.spendKey)).toBe(spend_public)
      expect(toHex(ours.viewKey)).toBe(view_public)
    }
    for (const { payment_id, answer } of recorded.integrated ?? []) {
      const ours = toIntegratedAddress(at(0, 0), fromHex(payment_id))
      expect(formatAddress(network, ours)).toBe(answer.result.integrated_address)
      expect(parseAddress(network, answer.result.integrated_address)).toEqual(ours)
    }
    const refused = recorded.integrated_of_subaddress?.request
    if (refused !== undefined)
      expect(() =>
        toIntegratedAddress(parseAddress(network, refused.standard_address), fromHex(refused.payment_id)),
      ).toThrow(AddressError)
    for (const { request, answer } of recorded.split_integrated ?? [])
      if (answer.result === undefined) expect(() => split(network, request.integrated_address)).toThrow(AddressError)
      else
        expect(split(network, request.integrated_address)).toMatchObject({
          payment_id: answer.result.payment_id,
          standard_address: answer.result.standard_address,
        })
  }
}

describe('addresses of oxen wallets', () => {
  const wallets: readonly OxenWallet[] = vector('oxen/keys.json').wallets
  it('are recorded for sixteen wallets on four networks each', () => {
    expect(wallets.map((wallet) => Object.keys(wallet.nets).length)).toEqual(Array(16).fill(4))
  })
  for (const wallet of wallets)
    it(`are derived as recorded: ${wallet.language} "${wallet.seed_offset}"`, () => checkWallet(wallet))
})

describe('addresses of monero wallets', () => {
  it('are derived as recorded on three networks', () => {
    const { seeds } = vector('monero/keys.json')
    expect(seeds).toHaveLength(19)
    for (const seed of seeds) {
      const keys = generateKeys(fromHex(seed.secret_spend_key))
      expect(toHex(keys.viewSecret)).toBe(seed.secret_view_key)
      const derived = new Map<string, Address>()
      for (const [net, { subaddresses, integrated }] of Object.entries(seed.networks)) {
        const network = networkById(`monero-${net}`)
        for (const [index, { address, prefix }] of Object.entries(subaddresses)) {
          const [major = 0, minor = 0] = index.split(',').map(Number)
          const ours = derived.get(index) ?? subaddressAt(keys, major, minor)
          derived.set(index, ours)
          expect(formatAddress(network, ours)).toBe(address)
          expect(network.addressPrefixes[ours.kind]).toBe(prefix)
        }
        for (const { payment_id, address } of integrated) {
          const ours = toIntegratedAddress(subaddressAt(keys, 0, 0), fromHex(payment_id))
          expect(formatAddress(network, ours)).toBe(address)
          expect(parseAddress(network, address)).toEqual(ours)
        }
      }
    }
  })

  it('build and split integrated addresses as recorded', () => {
    const mainnet = networkById('monero-mainnet')
    const cases = vector('monero/integrated_addresses.json').cases
    expect(cases).toHaveLength(12)
    const own = '46aPt1SC6bkebQ3bCjyqjNJfrFUTQoS74cMo1LXU6HduaJoCUHnALGeW5MkmXE2XQoUZ4o5z4sbbM7JD7FWpXHA4QoBnbSM'
    for (const { params, split: text, answer } of cases) {
      if (text !== undefined) {
        if (answer.code === undefined)
          expect(split(mainnet, text)).toEqual({
            payment_id: answer.payment_id,
            standard_address: answer.standard_address,
          })
        else expect(() => split(mainnet, text)).toThrow(AddressError)
        continue
      }
      const make = () =>
        formatAddress(
          mainnet,
          toIntegratedAddress(
            parseAddress(mainnet, params?.standard_address ?? own),
            fromHex(params?.payment_id ?? answer.payment_id ?? '', 8),
          ),
        )
      if (answer.code === undefined) expect(make()).toBe(answer.integrated_address)
      else expect(make).toThrow()
    }
  })

  it('decrypt the payment ids of transactions', () => {
    const mainnet = networkById('monero-mainnet')
    for (const { tx_key, dest, extra_hex, plain_payment_id } of vector('monero/encrypted_payment_id.json').cases) {
      const field = paymentIdField(parseExtra(mainnet, fromHex(extra_hex)))
      expect(field?.form).toBe('encrypted')
      const { viewKey } = parseAddress(mainnet, dest)
      const plain = cryptPaymentId(field?.id ?? new Uint8Array(), viewKey, fromHex(tx_key).subarray(0, 32))
      expect(toHex(plain)).toBe(plain_payment_id)
    }
  })
})

/** Computes the fields of wallet2's validate_address. */
const validate = (wallet: Network, text: string, anyNet: boolean) => {
  const candidates = publicNetworksOf(wallet).filter((network) => anyNet || network.netType === wallet.netType)
  const found = findAddressNetwork(candidates, text)
  return {
    integrated: found?.address.kind === 'integrated',
    nettype: found?.network.netType ?? '',
    subaddress: found?.address.kind === 'subaddress',
    valid: found !== undefined,
  }
}

describe('address validation', () => {
  it('returns the recorded results of the oxen wallet', () => {
    const cases = vector('oxen/keys.json').validate_address
    expect(cases).toHaveLength(152)
    for (const { label, wallet_net, request, answer } of cases) {
      const { openalias_address: _, ...result } = answer.result
      const ours = validate(networkById(`oxen-${wallet_net}`), request.address, request.any_net_type)
      expect({ label, ...ours }).toEqual({ label, ...result })
    }
  })
  it('returns the recorded results of the monero wallet', () => {
    const { cases } = vector('monero/validate_address.json')
    expect(cases).toHaveLength(32)
    for (const { params, result: recorded } of cases) {
      const { openalias_address: _, ...result } = recorded
      expect(validate(networkById('monero-mainnet'), params.address, params.any_net_type)).toEqual(result)
    }
  })

  const mainnet = networkById('oxen-mainnet')
  const address = 'LAaSKgESeeE6HdTMR2wg1r6SvpDMpFdBrUL9hmUV3WbH4CWH4fpskCrNTKxeMPsb8p4idCPrLJLm1cdKaHTLAgi4Rd3ir4k'
  const bytesOf = (): Address => parseAddress(mainnet, address)
  const reasonOf = (network: Network, text: string): string => {
    try {
      parseAddress(network, text)
    } catch (error) {
      if (error instanceof AddressError) return error.message
      throw error
    }
    return ''
  }
  it('reports the reason of a rejection', () => {
    expect(reasonOf(mainnet, '')).toMatch(/too short/)
    expect(reasonOf(mainnet, `0${address.slice(1)}`)).toMatch(/"0" is not a base58 character/)
    expect(reasonOf(mainnet, address.slice(0, -3))).toMatch(/cannot have 92 characters/)
    expect(reasonOf(mainnet, `${address.slice(0, 40)}z${address.slice(41)}`)).toMatch(/checksum/)
    expect(reasonOf(networkById('oxen-testnet'), address)).toBe('this address belongs to Oxen, not to Oxen testnet')
    const testnet = formatAddress(networkById('oxen-testnet'), bytesOf())
    expect(reasonOf(mainnet, testnet)).toBe('this address belongs to Oxen testnet, not to Oxen')
    const monero = formatAddress(networkById('monero-mainnet'), bytesOf())
    expect(reasonOf(mainnet, monero)).toBe('this address belongs to Monero, not to Oxen')
    const unknownPrefix = formatAddress(
      { ...mainnet, addressPrefixes: { ...mainnet.addressPrefixes, standard: 99 } },
      bytesOf(),
    )
    expect(reasonOf(mainnet, unknownPrefix)).toMatch(/prefix 99/)
    const offCurve = formatAddress(mainnet, { ...bytesOf(), viewKey: new Uint8Array(32).fill(2, 0, 1) })
    expect(reasonOf(mainnet, offCurve)).toMatch(/point of the curve/)
    const short = formatAddress(mainnet, { ...bytesOf(), viewKey: new Uint8Array(31) })
    expect(reasonOf(mainnet, short)).toMatch(/has 64 bytes, this one has 63/)
  })
  it('requires a payment id in integrated addresses only', () => {
    expect(() => formatAddress(mainnet, { ...bytesOf(), paymentId: new Uint8Array(8) })).toThrow(AddressError)
    expect(() => formatAddress(mainnet, { ...bytesOf(), kind: 'integrated' })).toThrow(AddressError)
    expect(() => toIntegratedAddress(toIntegratedAddress(bytesOf(), new Uint8Array(8)), new Uint8Array(8))).toThrow(
      AddressError,
    )
  })
})

it.each([
  ['with the primary one', 0, 0, 70],
  ['of another account', 3, 0, 5],
  ['in the middle', 0, 199, 64],
  ['at the end', 2 ** 32 - 1, 2 ** 32 - 3, 3],
  ['none', 1, 1, 0],
])('are the same one by one and many together: %s', (_, major, minorStart, count) => {
  const keys = generateKeys(new Uint8Array(32).fill(9))
  const single = Array.from({ length: count }, (_, i) => subaddressAt(keys, major, minorStart + i))
  expect(subaddressesAt(keys, major, minorStart, count)).toEqual(single)
})
