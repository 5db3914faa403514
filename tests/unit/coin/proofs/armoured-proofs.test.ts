// Proofs between marked lines: the example of Feather's documentation, and signed messages as wallets copy them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../../src/coin/addresses/address.ts'
import { moneroMainnet, moneroRegtest, moneroStagenet, moneroTestnet } from '../../../../src/coin/networks/monero.ts'
import {
  type ArmouredProof,
  beginsArmouredProof,
  formatArmouredProof,
  parseArmouredProof,
} from '../../../../src/coin/proofs/armouredProof.ts'
import { parsePaymentProof } from '../../../../src/coin/proofs/paymentProof.ts'

/** The example of docs/formatted-tx-proofs.md of Feather: a payment of Monero's main network. */
const FROM_FEATHER = `-----BEGIN OUTPROOF-----
Network: Monero Mainnet
Txid: 46d9f3eaf8d25b6a5d0847ad0beaece8b153d1b8c25ce317934ec17223025806
Address: 463o7kTG4n2AEHNhhV91BK7kZsKd4vRh78xt6LM7Px7o3cp5eZgyuyLHVAWeEkfLcoC78WMZuJ3xZ1SiM4RhbciCB8b8pGS

A small donation.
-----BEGIN OUTPROOF SIGNATURE-----

OutProofV2SWYVZHfqBwYGNYxDRZryBdXomxA9hS3VLWiRiQZ9YNutAGoq1QxB7j
AYwRrhoxJBQ8jj7XCNNfvSwgQaVFjWY5EQHJRW3LgPtV3UmefmQ2wFJPh2iTaCH8
zETWpxTrf2RiVY
-----END OUTPROOF SIGNATURE-----`

const PROOF: ArmouredProof = {
  network: 'Monero Mainnet',
  txid: '46d9f3eaf8d25b6a5d0847ad0beaece8b153d1b8c25ce317934ec17223025806',
  address: '463o7kTG4n2AEHNhhV91BK7kZsKd4vRh78xt6LM7Px7o3cp5eZgyuyLHVAWeEkfLcoC78WMZuJ3xZ1SiM4RhbciCB8b8pGS',
  message: 'A small donation.',
  proof:
    'OutProofV2SWYVZHfqBwYGNYxDRZryBdXomxA9hS3VLWiRiQZ9YNutAGoq1QxB7jAYwRrhoxJBQ8jj7XCNNfvSwgQaVFjWY5EQHJRW3LgPtV3UmefmQ2wFJPh2iTaCH8zETWpxTrf2RiVY',
}

describe('a proof of Feather', () => {
  it('is read whole, and written as it was', () => {
    expect(parseArmouredProof(FROM_FEATHER)).toEqual(PROOF)
    expect(formatArmouredProof(PROOF)).toBe(FROM_FEATHER)
    // The parts are those of a real payment.
    expect(parseAddress(moneroMainnet, PROOF.address).kind).toBe('standard')
    expect(parsePaymentProof(moneroMainnet, PROOF.proof)).toMatchObject({ direction: 'out', version: 2 })
  })

  it('names its network as Feather does; the regtest has the addresses of mainnet', () => {
    expect(
      [moneroMainnet, moneroTestnet, moneroStagenet, moneroRegtest].map((each) => each.armouredProofsName),
    ).toEqual(['Monero Mainnet', 'Monero Testnet', 'Monero Stagenet', 'Monero Mainnet'])
  })

  it.each([
    ['other line ends', FROM_FEATHER.replaceAll('\n', '\r\n')],
    ['words around it', `Here it is:\n\n${FROM_FEATHER}\nBest, Ann`],
    ['marks of small letters', FROM_FEATHER.replaceAll('OUTPROOF', 'OutProof')],
    [
      'spaces after its lines',
      FROM_FEATHER.replace('Mainnet', 'Mainnet  ').replace('SIGNATURE-----\n', 'SIGNATURE----- \n'),
    ],
    ['a proof in one line', FROM_FEATHER.replace('xB7j\n', 'xB7j').replace('aCH8\n', 'aCH8')],
    ['no empty lines', FROM_FEATHER.replace('pGS\n\n', 'pGS\n').replace('SIGNATURE-----\n\n', 'SIGNATURE-----\n')],
  ])('is read with %s', (_, text) => {
    expect(parseArmouredProof(text)).toEqual(PROOF)
  })

  it.each([
    ['its first line', FROM_FEATHER.slice(FROM_FEATHER.indexOf('\n') + 1)],
    ['its last line', FROM_FEATHER.slice(0, FROM_FEATHER.lastIndexOf('\n'))],
    ['the line between message and proof', FROM_FEATHER.replace('-----BEGIN OUTPROOF SIGNATURE-----\n', '')],
    ['the same kind in its last line', FROM_FEATHER.replace('END OUTPROOF', 'END INPROOF')],
  ])('is not read without %s', (_, text) => {
    expect(parseArmouredProof(text)).toBeUndefined()
  })

  it('of a spent transaction has no address', () => {
    const text = formatArmouredProof({ ...PROOF, address: '', proof: 'SpendProofV1ab' })
    expect(text).not.toContain('Address')
    expect(parseArmouredProof(text ?? '')).toEqual({ ...PROOF, address: '', proof: 'SpendProofV1ab' })
  })

  it('without a message keeps its empty line, and is read without it too', () => {
    const text = formatArmouredProof({ ...PROOF, message: '' }) ?? ''
    expect(text).toContain('pGS\n\n\n-----BEGIN')
    expect(parseArmouredProof(text)?.message).toBe('')
    expect(parseArmouredProof(text.replace('pGS\n\n\n', 'pGS\n'))).toEqual({ ...PROOF, message: '' })
  })

  it('keeps any message that does not end it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^\r]*$/), fc.constantFrom('OutProofV2', 'InProofV1'), (message, header) => {
        const proof = { ...PROOF, message, proof: header + 'ab'.repeat(message.length) }
        const text = formatArmouredProof(proof)
        if (text !== undefined) expect(parseArmouredProof(text)).toEqual(proof)
      }),
    )
    const marked = { ...PROOF, message: 'Hi\n-----BEGIN OUTPROOF SIGNATURE-----' }
    expect(formatArmouredProof(marked)).toBeUndefined()
    expect(formatArmouredProof({ ...marked, proof: 'InProofV2ab' })).toBeDefined()
  })

  it('exists for no reserve, no signature and no transaction key', () => {
    for (const proof of ['ReserveProofV2ab', 'SigV2ab', 'ab'.repeat(32), ''])
      expect(formatArmouredProof({ ...PROOF, proof })).toBeUndefined()
  })
})

describe('a signed message', () => {
  const message = 'I am Ann.\n\nReally'
  const read = { network: '', txid: '', address: PROOF.address, message, proof: 'SigV2abc' }

  it('is read as Feather copies it: text, address, signature', () => {
    expect(parseArmouredProof(`${message}\n${PROOF.address}\nSigV2abc\n`)).toEqual(read)
    expect(parseArmouredProof(`\n${PROOF.address}\nSigV1abc`)).toMatchObject({ message: '', proof: 'SigV1abc' })
    for (const text of [
      'SigV2abc',
      `${PROOF.address}\nSigV2abc`,
      `Hi\nAnn\nSigV2abc`,
      `Hi\n${PROOF.address}\nOutProofV2a`,
    ])
      expect(parseArmouredProof(text)).toBeUndefined()
  })

  it('is read between marked lines', () => {
    const text = `-----BEGIN MONERO SIGNED MESSAGE-----\n${message}\nAddress: ${PROOF.address}\n-----BEGIN SIGNATURE-----\nSigV2\nabc\n-----END MONERO SIGNED MESSAGE-----`
    expect(parseArmouredProof(text)).toEqual(read)
    expect(parseArmouredProof(text.replace('Address: ', ''))).toBeUndefined()
    expect(parseArmouredProof(text.slice(0, -9))).toBeUndefined()
    expect(beginsArmouredProof(text.slice(0, -9))).toBe(true)
  })
})

it('reads any text, or none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.nat(FROM_FEATHER.length), (noise, at) => {
      parseArmouredProof(FROM_FEATHER.slice(0, at) + noise + FROM_FEATHER.slice(at))
      return !beginsArmouredProof(noise)
    }),
  )
})
