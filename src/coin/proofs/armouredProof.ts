// Proofs with all that is needed to check them, as one text between marked lines: those of Feather, and signed messages in the forms that
// wallets of Monero copy.

/** A proof with what it is about. Parts that the text does not have are empty. */
export type ArmouredProof = {
  /** the network, as `Monero Mainnet` */
  readonly network: string
  readonly txid: string
  readonly address: string
  readonly message: string
  readonly proof: string
}

/** Characters of a proof in a line. */
const LINE = 64

const MARK = /^-----BEGIN ((?:SPEND|OUT|IN)PROOF)-----$/i
const FIELD = /^(Network|Txid|Address):[ \t]*([\w ]*?)[ \t]*$/i
const SIGNED_MARK = '-----BEGIN MONERO SIGNED MESSAGE-----'

const signatureMark = (kind: string): string => `-----BEGIN ${kind.toUpperCase()} SIGNATURE-----`
const endMark = (kind: string): string => `-----END ${kind.toUpperCase()} SIGNATURE-----`

/** Index of the first line from `start` on that is a mark; -1 without one. */
const indexOfMark = (lines: readonly string[], mark: string, start: number): number =>
  lines.findIndex((line, index) => index >= start && line.trim().toUpperCase() === mark)

const joined = (lines: readonly string[]): string => lines.join('').replace(/\s/g, '')

/** Parses a proof of a transaction; undefined if a mark is missing. */
const parseTransactionProof = (lines: readonly string[]): ArmouredProof | undefined => {
  const begin = lines.findIndex((line) => MARK.test(line.trim()))
  const kind = MARK.exec(lines[begin]?.trim() ?? '')?.[1]
  if (kind === undefined) return undefined
  const fields: Record<string, string> = {}
  let next = begin + 1
  for (; next < lines.length; next++) {
    const [, name = '', value = ''] = FIELD.exec(lines[next] ?? '') ?? []
    if (name === '' || name.toLowerCase() in fields) break
    fields[name.toLowerCase()] = value
  }
  // One empty line separates the message.
  if (lines[next] === '') next++
  const middle = indexOfMark(lines, signatureMark(kind), next)
  const end = indexOfMark(lines, endMark(kind), middle + 1)
  if (middle < 0 || end < 0) return undefined
  return {
    network: fields['network'] ?? '',
    txid: fields['txid'] ?? '',
    address: fields['address'] ?? '',
    message: lines.slice(next, middle).join('\n'),
    proof: joined(lines.slice(middle + 1, end)),
  }
}

/** Parses a signed message between marked lines; undefined if a mark or the address is missing. */
const parseMarkedMessage = (lines: readonly string[]): ArmouredProof | undefined => {
  const begin = indexOfMark(lines, SIGNED_MARK, 0)
  const middle = indexOfMark(lines, '-----BEGIN SIGNATURE-----', begin + 1)
  const end = indexOfMark(lines, '-----END MONERO SIGNED MESSAGE-----', middle + 1)
  const address = /^Address:\s*(\S+)\s*$/.exec(lines[middle - 1] ?? '')?.[1]
  if (begin < 0 || middle < 0 || end < 0 || address === undefined) return undefined
  const message = lines.slice(begin + 1, middle - 1).join('\n')
  return { network: '', txid: '', address, message, proof: joined(lines.slice(middle + 1, end)) }
}

/** Parses a signed message as Feather copies it: its text, then the address, then the signature. */
const parseCopiedMessage = (lines: readonly string[]): ArmouredProof | undefined => {
  const end = lines.findLastIndex((line) => line.trim() !== '')
  const [address = '', proof = ''] = [lines[end - 1]?.trim(), lines[end]?.trim()]
  if (end < 2 || !/^SigV[12]\w+$/.test(proof) || !/^[1-9A-HJ-NP-Za-km-z]{95,}$/.test(address)) return undefined
  return { network: '', txid: '', address, message: lines.slice(0, end - 1).join('\n'), proof }
}

/**
 * Parses a proof of Feather (SpendProof, OutProof, InProof; docs/formatted-tx-proofs.md there), or a signed message with its address;
 * undefined for any other text, and for one whose first or last line is missing.
 *
 * @example
 * const marks = ['-----BEGIN SPENDPROOF-----', '-----BEGIN SPENDPROOF SIGNATURE-----', '-----END SPENDPROOF SIGNATURE-----']
 * const text = `${marks[0]}\nNetwork: Monero Mainnet\nTxid: ab\n\nHi\n${marks[1]}\n\nSpendProofV1\nab\n${marks[2]}`
 * parseArmouredProof(text) // { network: 'Monero Mainnet', txid: 'ab', address: '', message: 'Hi', proof: 'SpendProofV1ab' }
 * parseArmouredProof('SpendProofV1ab') // undefined
 */
export const parseArmouredProof = (text: string): ArmouredProof | undefined => {
  const lines = text.split(/\r?\n/)
  return parseTransactionProof(lines) ?? parseMarkedMessage(lines) ?? parseCopiedMessage(lines)
}

/**
 * Returns whether a text has the first line of a proof between marked lines.
 *
 * @example
 * beginsArmouredProof('Here it is:\n-----BEGIN INPROOF-----') // true
 * beginsArmouredProof('InProofV2ab') // false
 */
export const beginsArmouredProof = (text: string): boolean =>
  text.split('\n').some((line) => MARK.test(line.trim()) || line.trim().toUpperCase() === SIGNED_MARK)

/**
 * Formats a SpendProof, OutProof or InProof as Feather does; undefined for another proof, and for a message with a line that would end it.
 * @param network the name of the network in such proofs
 *
 * @example
 * const about = { network: 'Monero Mainnet', txid: 'ab', address: '', message: '', proof: 'SpendProofV1ab' }
 * formatArmouredProof(about).split('\n')[0] // '-----BEGIN SPENDPROOF-----'
 * formatArmouredProof({ ...about, proof: 'SigV1ab' }) // undefined
 */
export const formatArmouredProof = ({ network, txid, address, message, proof }: ArmouredProof): string | undefined => {
  const kind = /^(Spend|Out|In)Proof(?=V\d)/.exec(proof)?.[0].toUpperCase()
  if (kind === undefined || indexOfMark(message.split('\n'), signatureMark(kind), 0) >= 0) return undefined
  return [
    `-----BEGIN ${kind}-----`,
    `Network: ${network}`,
    `Txid: ${txid}`,
    ...(kind === 'SPENDPROOF' ? [] : [`Address: ${address}`]),
    '',
    message,
    signatureMark(kind),
    '',
    ...(proof.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []),
    endMark(kind),
  ].join('\n')
}
