// The histories of chains that were started anew, fetched again on each change of the wallet.
import { createMemo } from 'solid-js'
import type { EarlierChain } from '../../../wallet/history/historyViews.ts'
import { createFetched, type Fetched } from '../requests/fetched.ts'
import { useSession } from '../session/session.tsx'
import { useOpenWallet } from './openWallet.tsx'

export const createEarlierChains = (): Fetched<readonly EarlierChain[]> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  return createFetched(
    createMemo(() => `revision ${wallet().revision}`),
    () => engine.earlierChains(),
  )
}
