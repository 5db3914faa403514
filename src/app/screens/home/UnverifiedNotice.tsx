// Says how much of the balance of a watch-only or shared wallet may be spent already, and leads to where it is settled.
import { A } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { Notice } from '../../components/feedback/Notice.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'

export const UnverifiedNotice = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const amountText = createAmountText()
  const amount = (): string => amountText(wallet().balance.unverified)
  return (
    <Show
      when={wallet().balance.unverified > 0n}
      fallback={
        <Show when={wallet().viewOnly}>
          <Notice kind="info">{t('home.watchOnly')}</Notice>
        </Show>
      }
    >
      <Notice kind="warning">
        <Show
          when={wallet().multisig === undefined}
          fallback={
            <>
              {t('unverified.shared', { amount: amount() })} <A href="/tools/multisig">{t('send.infosHow')}</A>
            </>
          }
        >
          {t('unverified.watchOnly', { amount: amount() })} <A href="/tools/offline">{t('offline.copies')}</A>
        </Show>
      </Notice>
    </Show>
  )
}
