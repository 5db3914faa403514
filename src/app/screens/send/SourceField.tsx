// Where a payment takes its coins from, unless coins are chosen: then a strip above the screen says so.
import { type JSX, Show } from 'solid-js'
import { ButtonLink } from '../../components/controls/Button.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

export const SourceField = (): JSX.Element => {
  const { send } = useOpenWallet()
  return (
    <Show when={send.coins() === undefined}>
      <div class="list-line">
        <p>
          <span class="muted">{t('coins.from')}</span> {t('coins.fromAll')}
        </p>
        <ButtonLink variant="quiet" href="/coins">
          {t('coins.choose')}
        </ButtonLink>
      </div>
    </Show>
  )
}
