// Signs a payment of the watch-only copy, after showing what it does.
import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import type { UnsignedDescription } from '../../../../wallet/offline/setViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { DataOut } from '../../../components/data/DataOut.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { DescribedTransfer } from '../../../components/payment/DescribedTransfer.tsx'
import { coinNames } from '../../../format/spentCoins.ts'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createDataInput } from '../../../state/tools/dataInput.ts'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { ReadSetCard } from '../cards/ReadSetCard.tsx'

type ReadSet = { readonly bytes: Uint8Array; readonly transfers: readonly UnsignedDescription[] }

export const SignCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet, drafts } = useOpenWallet()
  const [set, setSet] = createSignal<ReadSet>()
  const [signed, setSigned] = createSignal<Uint8Array>()
  const input = createDataInput(() => read.clear(), createTextDraft(drafts, 'offline.unsigned'))
  const read = createAction(async () => {
    const bytes = input.validate()
    if (bytes !== undefined) setSet({ bytes, transfers: await engine.describeUnsignedSet(bytes) })
  })
  const sign = createAction(async ({ bytes }: ReadSet) => {
    setSigned((await engine.signUnsignedSet(bytes)).bytes)
  })
  /** Why the payment is not signed; empty if nothing is known against it. */
  const spentText = ({ transfers }: ReadSet): string => {
    const coins = transfers.flatMap(({ spentCoins }) => spentCoins)
    return coins.length === 0 ? '' : t('setError.spentCoins', { coins: coinNames(coins, wallet()) })
  }
  const restart = (): void => {
    input.clear()
    sign.clear()
    setSet(undefined)
    setSigned(undefined)
  }
  return (
    <Switch>
      <Match when={signed()}>
        {(bytes) => (
          <Card title={t('offline.signed')}>
            <p>{t('offline.signedBody')}</p>
            <DataOut name={t('offline.signedFile')} bytes={bytes()} kind="txsigned" />
            <div class="buttons">
              <Button onClick={restart}>{t('offline.more')}</Button>
            </div>
          </Card>
        )}
      </Match>
      <Match when={set()}>
        {(shown) => (
          <Card title={t('set.what')}>
            <For each={shown().transfers}>{(transfer) => <DescribedTransfer transfer={transfer} />}</For>
            <p class="muted">{t('set.nothingElse')}</p>
            <Problem text={spentText(shown()) || sign.problem()} />
            <div class="buttons">
              <Button onClick={restart}>{t('action.cancel')}</Button>
              <Show when={spentText(shown()) === ''}>
                <Button variant="primary" busy={sign.running()} onClick={() => void sign.run(shown())}>
                  {t('set.signGo')}
                </Button>
              </Show>
            </div>
          </Card>
        )}
      </Match>
      <Match when={set() === undefined}>
        <ReadSetCard
          title={t('offline.sign')}
          hint={t('offline.signBody')}
          label={t('offline.unsigned')}
          kind="txunsigned"
          input={input}
          read={read}
        />
      </Match>
    </Switch>
  )
}
