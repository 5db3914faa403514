// From which coins a payment is made.
import { type JSX, Show } from 'solid-js'
import { sumAmounts } from '../../../coin/amount.ts'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import type { PaymentForm } from '../../state/payments/paymentForm.ts'
import { t, tCount } from '../../text/text.ts'

export const SourceField = (props: { readonly form: PaymentForm }): JSX.Element => (
  <div class="list-line">
    <p>
      <span class="muted">{t('coins.from')}</span>{' '}
      <Show when={props.form.coins()} fallback={t('coins.fromAll')}>
        {(coins) => (
          <>
            {tCount('coins.chosen', coins().length)}, <Amount amount={sumAmounts(coins())} />
          </>
        )}
      </Show>
    </p>
    <div class="buttons">
      <Show when={props.form.coins()}>
        <Button variant="quiet" onClick={props.form.useAllCoins}>
          {t('coins.all')}
        </Button>
      </Show>
      <ButtonLink variant="quiet" href="/send/coins">
        {t(props.form.coins() === undefined ? 'coins.choose' : 'coins.change')}
      </ButtonLink>
    </div>
  </div>
)
