// The value of coins in a currency: off until the user names a service.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { formatPrice } from '../../format/rate.ts'
import { formatShortTime } from '../../format/time.ts'
import type { RateSource } from '../../host/services/rateService.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { urlFaultText, withScheme } from '../../state/nodes/pageUrl.ts'
import { checkRateSource, type RateSourceProblem, setRateSource } from '../../state/rates/rateSources.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

const EMPTY: RateSource = { url: '', path: '', currency: '' }

/** The rate as the service reports it now. */
const RateLine = (): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const text = (): string => {
    const quote = rate.quote()
    if (quote === undefined) return ''
    const price = formatPrice(quote.rate, quote.currency)
    return t('rates.price', { ticker: wallet().ticker, price, time: formatShortTime(quote.at / 1000) })
  }
  return (
    <>
      <p class="numerals" role="status" data-testid="rate">
        {text()}
      </p>
      <Problem text={rate.problem()} />
    </>
  )
}

export const RatesCard = (): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const [edited, setEdited] = createSignal<RateSource>()
  const [problem, setProblem] = createSignal<RateSourceProblem>()
  const [done, setDone] = createSignal('')
  const source = (): RateSource => edited() ?? rate.source() ?? EMPTY
  const urlProblem = (): string => {
    const fault = problem()
    return fault === undefined || fault === 'currency' ? '' : urlFaultText(fault, 'rates.urlBad')
  }
  const edit = (change: Partial<RateSource>): void => {
    setEdited({ ...source(), ...change })
    setProblem(undefined)
    setDone('')
  }
  const store = (next: RateSource | undefined): void => {
    setRateSource(wallet().networkId, next)
    setEdited(undefined)
    setProblem(undefined)
    setDone(t(next === undefined ? 'rates.turnedOff' : 'action.saved'))
  }
  const save = (): void => {
    const { url, path, currency } = source()
    const next = { url: withScheme(url), path: path.trim(), currency: currency.trim().toUpperCase() }
    const found = checkRateSource(next)
    setProblem(found)
    if (found === undefined) store(next)
  }
  return (
    <Card title={t('rates.title')}>
      <p class="muted">{t('rates.what')}</p>
      <p class="muted">{t('rates.learns', { ticker: wallet().ticker })}</p>
      <Form onSubmit={save}>
        <TextField
          label={t('rates.url', { network: networkName(wallet().networkId) })}
          hint={t('rates.urlHint', { currency: '{currency}', ticker: '{ticker}' })}
          placeholder="https://…?vs_currencies={currency}"
          inputMode="url"
          value={source().url}
          problem={urlProblem()}
          onInput={(url) => edit({ url })}
        />
        <TextField
          mono
          label={t('rates.path')}
          hint={t('rates.pathHint')}
          placeholder={`${wallet().ticker.toLowerCase()}.{currency}`}
          value={source().path}
          onInput={(path) => edit({ path })}
        />
        <TextField
          label={t('rates.currency')}
          hint={t('rates.currencyHint')}
          value={source().currency}
          problem={problem() === 'currency' ? t('rates.currencyBad') : ''}
          onInput={(currency) => edit({ currency })}
        />
        <div class="buttons">
          <Button type="submit" busy={rate.isFetching()}>
            {t('rates.save')}
          </Button>
          <Show when={rate.source()}>
            <Button variant="quiet" onClick={() => store(undefined)}>
              {t('rates.turnOff')}
            </Button>
          </Show>
          <Done text={done()} />
        </div>
      </Form>
      <Show when={rate.source()}>
        <RateLine />
      </Show>
    </Card>
  )
}
