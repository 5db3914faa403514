// Multisig wallets whose participants are programs: `faba rpc` and monero-wallet-rpc.

import type { Peer } from './monero.ts'

/** The answer to a round of the key exchange. */
export type KeyExchangeAnswer = { readonly multisig_info: string; readonly address: string }

/** Lets all participants do a step at the same time; returns their answers in order. */
export const allDo = <T>(wallets: readonly Peer[], step: (peer: Peer, i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(wallets.map(step))

const others = <T>(items: readonly T[], i: number): T[] => items.filter((_, other) => other !== i)

const messagesOfOthers = (answers: readonly KeyExchangeAnswer[], i: number): string[] =>
  others(answers, i).map(({ multisig_info }) => multisig_info)

/** Lets a wallet watch few subaddresses: the keys of 10,000 are most of the time of an exchange. Monero of 2022 has no such call. */
const watchFewSubaddresses = (peer: Peer): Promise<unknown> =>
  peer.call('set_subaddress_lookahead', { password: '', major_idx: 2, minor_idx: 20 }).catch((error: Error) => {
    if (error.message !== 'set_subaddress_lookahead: -32601 Method not found') throw error
  })

/** Creates a wallet in each program and exchanges keys until all are one multisig wallet. Returns the answers to the last round. */
export const makeMultisigWallet = async (
  wallets: readonly Peer[],
  threshold: number,
  filename: string,
): Promise<KeyExchangeAnswer[]> => {
  await allDo(wallets, (peer) => peer.call('create_wallet', { filename, password: '', language: 'English' }))
  await allDo(wallets, watchFewSubaddresses)
  const first = await allDo(wallets, (peer) =>
    peer.call<KeyExchangeAnswer>('prepare_multisig', { enable_multisig_experimental: true }),
  )
  let answers = await allDo(wallets, (peer, i) =>
    peer.call<KeyExchangeAnswer>('make_multisig', {
      multisig_info: messagesOfOthers(first, i),
      ...{ threshold, password: '' },
    }),
  )
  for (let round = 2; round <= wallets.length - threshold + 2; round++) {
    const sent = answers
    answers = await allDo(wallets, (peer, i) =>
      peer.call<KeyExchangeAnswer>('exchange_multisig_keys', {
        multisig_info: messagesOfOthers(sent, i),
        password: '',
      }),
    )
  }
  return answers
}

/** Lets all participants import the infos of all others; returns the number of outputs that each has reported. */
export const exchangeInfos = async (wallets: readonly Peer[]): Promise<number[]> => {
  const exported = await allDo(wallets, (peer) => peer.call<{ info: string }>('export_multisig_info'))
  const infos = exported.map(({ info }) => info)
  const imported = await allDo(wallets, (peer, i) =>
    peer.call<{ n_outputs: number }>('import_multisig_info', { info: others(infos, i) }),
  )
  return imported.map(({ n_outputs }) => n_outputs)
}
