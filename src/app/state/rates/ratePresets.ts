// Services for rates that the page knows. Choosing one is a consent: nothing is requested before.
import type { RateSource } from '../../host/services/rateService.ts'

export type RatePreset = { readonly name: string; readonly host: string; readonly url: string; readonly path: string }

/** By network. CoinGecko lets pages of other sites read its responses, and asks for no key. */
const PRESETS: Readonly<Record<string, RatePreset>> = {
  'monero-mainnet': {
    name: 'CoinGecko',
    host: 'api.coingecko.com',
    url: 'https://api.coingecko.com/api/v3/simple/price?ids=monero&vs_currencies={currency}&precision=full',
    path: 'monero.{currency}',
  },
}

/** The currencies that the preset offers: those in which most people pay. */
export const PRESET_CURRENCIES: readonly string[] = [
  ...['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'INR', 'RUB', 'BRL', 'MXN', 'CAD', 'AUD', 'ARS', 'TRY', 'PLN'],
  ...['SEK', 'NOK', 'DKK', 'CZK', 'HUF', 'UAH', 'AED', 'SAR', 'ZAR', 'NGN', 'KRW', 'IDR', 'THB', 'VND', 'PHP'],
]

/** Returns the service that is offered for a network; undefined if there is none. */
export const presetOf = (networkId: string): RatePreset | undefined => PRESETS[networkId]

export const sourceOfPreset = ({ url, path }: RatePreset, currency: string): RateSource => ({ url, path, currency })

/** Whether a source is that of a preset, in any currency. */
export const isOfPreset = (source: RateSource, preset: RatePreset): boolean =>
  source.url === preset.url && source.path === preset.path
