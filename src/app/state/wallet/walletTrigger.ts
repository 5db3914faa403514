// When lists of the open wallet are fetched again.
import { type Accessor, createMemo } from 'solid-js'
import { useOpenWallet } from './openWallet.tsx'

/** Returns a text that changes whenever transfers or coins of the open wallet do. Confirmations and locks follow the chain once it is synced. */
export const createWalletTrigger = (): Accessor<string> => {
  const { wallet } = useOpenWallet()
  return createMemo(() => {
    const { phase, height } = wallet().sync
    return `${wallet().revision} ${phase === 'synced' ? height : ''}`
  })
}
