// Seeds of participants of multisig wallets that are encrypted with a passphrase.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { decryptMultisigSeed, MultisigSeedError } from '../../../../src/coin/multisig/multisigSeed.ts'
import { keyringFromWords } from '../../../../src/wallet/open/keyring.ts'

/** A seed of a wallet that monero-wallet-rpc 0.18 made, as `query_key` returned it. */
const PLAIN = [
  '0200000002000000f7e1c4de73109b23012a2ad4b72eddd4473199b06d696a08072f7c195b9e5d0b700a438c3b4fad1fca2f560fc72c729a3037bff6',
  '06e1a497112e1d3b32885bfa2542e891be1e884f6ad210aa48e34774a67f03e94ad8f941ca8f066bb14d63052ea96a95806392063c6e48b81682ea85',
  'fd4898e0285d677baadbcabb668d95fdb49d314701b9602a0103e2b17f3207a86f209729b90672c4a4fc138019014604745479c023c865b7e13f17b7',
  '750d47ca6d0e6f899667eedd558e83c6b6442f1b24d6dc2ee8b40d366673a3046497ffb0b73703e9b777ba867b8cbca8e7ff4728',
].join('')

/** The same seed, encrypted with the passphrase by `encrypted_seed` of monero-wallet-cli 0.18. */
const ENCRYPTED = [
  '46d31c229c779e714743ac222ba07d49d807fef620302a2529d0c99918f705210d36348d547a12e820051d0f45c856648fb8fa4e47df638d3fd9b629',
  '573a750dea9aee881dfe3c765d6acd861af5d6ec2684acfc6dfb36cb1e13a9cbaf2843e03b0c5681336af978e8e25c3de358328abe3096ff5d03e3e9',
  '52d8d988060ee374cf589fc593a9c24fb7d4c4b338d7cbc50225e4181b708934a1d0ce50e13306972c7c9b883833c8bc09bff3b5bc4a6d2f9c347f25',
  '514e5750ccd4c211f92aa33f69a5becc8c1238da0fb90128a02a47a65c707b6e938561d83f777db4b0dc0497090140b4354d367ddaceacc26db5cfe3',
  'ba21e653f1ec6ecd5ae4d207bfc94fd7f71823e333c93dd06a9aab356e9aba098e8129c3e00604484c59a91ddab3468f3794fdf1fc8bd8ae31e6f2bf',
  'c664a201',
].join('')
const PASSPHRASE = 'hunter2'

describe('an encrypted multisig seed', () => {
  it('of monero-wallet-cli is decrypted', async () => {
    expect(await decryptMultisigSeed(ENCRYPTED, PASSPHRASE)).toBe(PLAIN)
    expect(await decryptMultisigSeed(` ${ENCRYPTED.toUpperCase()}\n`, PASSPHRASE)).toBe(PLAIN)
  })

  it('restores the participant', async () => {
    const { keys } = await keyringFromWords(ENCRYPTED, PASSPHRASE)
    expect(keys).toEqual((await keyringFromWords(PLAIN, '')).keys)
    expect(keys.multisig).toMatchObject({ threshold: 2, total: 2, isReady: true })
  })

  it('is refused with another passphrase, without one, or altered', async () => {
    const bytes = fromHex(ENCRYPTED)
    const altered = [0, 8, bytes.length >> 1, bytes.length - 1].map((at) => toHex(bytes.with(at, (bytes[at] ?? 0) ^ 1)))
    for (const [seed, passphrase] of [
      [ENCRYPTED, 'hunter3'],
      [ENCRYPTED, ''],
      [PLAIN, PASSPHRASE],
      ...altered.map((one) => [one, PASSPHRASE] as const),
    ] as const)
      await expect(keyringFromWords(seed, passphrase)).rejects.toThrow(MultisigSeedError)
    await expect(decryptMultisigSeed('00', PASSPHRASE)).rejects.toThrow(MultisigSeedError)
  })
})
