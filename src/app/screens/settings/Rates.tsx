// The value of coins in a currency: off until the user names a service.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { SelectField, TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { formatPrice } from '../../format/rate.ts'
import { formatShortTime } from '../../format/time.ts'
import type { RateSource } from '../../host/services/rateService.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { urlFaultText, withScheme } from '../../state/nodes/pageUrl.ts'
import {
  isOfPreset,
  PRESET_CURRENCIES,
  presetOf,
  type RatePreset,
  sourceOfPreset,
} from '../../state/rates/ratePresets.ts'
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

/** The form of a service that the user names. */
const OwnService = (): JSX.Element => {
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
  )
}

/** The currency of a service that the page knows. */
const PresetService = (props: { readonly preset: RatePreset }): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const [currency, setCurrency] = createSignal(rate.source()?.currency ?? PRESET_CURRENCIES[0] ?? '')
  const options = (): readonly string[] => [...new Set([...PRESET_CURRENCIES, currency()])]
  const store = (): void => setRateSource(wallet().networkId, sourceOfPreset(props.preset, currency()))
  return (
    <Form onSubmit={store}>
      <SelectField
        label={t('rates.currency')}
        value={currency()}
        options={options().map((code) => ({ value: code, text: code }))}
        onChange={(code) => {
          setCurrency(code)
          if (rate.source() !== undefined) store()
        }}
      />
      <div class="buttons">
        <Show
          when={rate.source()}
          fallback={
            <Button type="submit" busy={rate.isFetching()}>
              {t('rates.allow', { service: props.preset.name })}
            </Button>
          }
        >
          <Button variant="quiet" onClick={() => setRateSource(wallet().networkId, undefined)}>
            {t('rates.turnOff')}
          </Button>
        </Show>
      </div>
    </Form>
  )
}

export const RatesCard = (): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const preset = (): RatePreset | undefined => presetOf(wallet().networkId)
  const [wantsOwn, setWantsOwn] = createSignal<boolean>()
  const isOwn = (): boolean => {
    const [known, source] = [preset(), rate.source()]
    return wantsOwn() ?? (known === undefined || (source !== undefined && !isOfPreset(source, known)))
  }
  return (
    <Card title={t('rates.title')}>
      <Show when={!isOwn() && preset()} fallback={<p class="muted">{t('rates.what')}</p>}>
        {(known) => <p class="muted">{t('rates.whatKnown', { service: known().name, host: known().host })}</p>}
      </Show>
      <p class="muted">{t('rates.learns', { ticker: wallet().ticker })}</p>
      <Show when={!isOwn() && preset()} fallback={<OwnService />}>
        {(known) => <PresetService preset={known()} />}
      </Show>
      <Show when={rate.source()}>
        <RateLine />
      </Show>
      <Show when={preset()}>
        {(known) => (
          <div class="buttons">
            <Button variant="quiet" onClick={() => setWantsOwn(!isOwn())}>
              {isOwn() ? t('rates.useKnown', { service: known().name }) : t('rates.useOwn')}
            </Button>
          </div>
        )}
      </Show>
    </Card>
  )
}
