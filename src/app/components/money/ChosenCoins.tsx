// Says, on every screen, that the next payment is made from chosen coins only.
import { type JSX, Show } from 'solid-js'
import { sumAmounts } from '../../../coin/amount.ts'
import { createChosenCoins } from '../../state/payments/chosenCoins.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { Button, ButtonLink } from '../controls/Button.tsx'
import { focusAfterRemoval } from '../controls/focus.ts'
import { Icon } from '../controls/Icon.tsx'
import { Amount } from './Amount.tsx'
import './chosenCoins.css'

export const ChosenCoins = (): JSX.Element => {
  const { send } = useOpenWallet()
  const coins = createChosenCoins(send.coins)
  const release = (): void => {
    focusAfterRemoval(undefined)
    send.chooseCoins(undefined)
  }
  return (
    <Show when={coins()}>
      {(chosen) => (
        <aside class="chosen-coins" aria-label={t('coins.strip')}>
          <Icon name="tag" />
          <p>
            {tCount('coins.payingFrom', chosen().length)}, <Amount amount={sumAmounts(chosen())} />
          </p>
          <div class="buttons">
            <ButtonLink variant="quiet" href="/coins">
              {t('coins.change')}
            </ButtonLink>
            <Button variant="quiet" onClick={release}>
              {t('coins.all')}
            </Button>
          </div>
        </aside>
      )}
    </Show>
  )
}
