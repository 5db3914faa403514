// The rate of the open wallet's coin, from the service that the user named. Without one, nothing is requested.
import { type Accessor, createEffect, createSignal, on, onCleanup } from 'solid-js'
import type { WalletView } from '../../../engine/api/engineViews.ts'
import { errorText } from '../../format/error.ts'
import type { Rate } from '../../host/services/rate.ts'
import { fetchRate, type RateSource } from '../../host/services/rateService.ts'
import { rateSourceOf } from './rateSources.ts'

/** Between two requests while the page is visible. */
const INTERVAL_MS = 10 * 60_000
/** A rate that is older is not current. */
const STALE_MS = 20 * 60_000
/** A rate that is older is not shown. */
const MAX_AGE_MS = 24 * 3_600_000
const TICK_MS = 60_000

/** A rate that the service reported. */
export type Quote = {
  readonly rate: Rate
  readonly currency: string
  /** UNIX milliseconds */
  readonly at: number
}

/** `current`: as new as can be; `stale`: the service gave no newer one for a while, or cannot be reached now. */
export type QuoteAge = 'current' | 'stale' | 'useless'

/** Returns how far a rate can be relied on. */
export const quoteAge = (quote: Pick<Quote, 'at'>, now: number, hasFailed: boolean): QuoteAge => {
  if (now - quote.at > MAX_AGE_MS) return 'useless'
  return hasFailed || now - quote.at > STALE_MS ? 'stale' : 'current'
}

export type LiveRate = {
  /** undefined if the user named no service for the network */
  readonly source: Accessor<RateSource | undefined>
  /** the last rate; undefined before the first one, and once it is useless */
  readonly quote: Accessor<Quote | undefined>
  /** whether the last rate is not current */
  readonly isStale: Accessor<boolean>
  /** why the last request gave no rate, as text for the user; empty if it did */
  readonly problem: Accessor<string>
  readonly isFetching: Accessor<boolean>
  fetchNow(): Promise<void>
}

/** Follows the rate of the network of a wallet: now, and every ten minutes while the page is visible. Never in offline mode. */
export const createLiveRate = (wallet: Accessor<Pick<WalletView, 'networkId' | 'ticker' | 'offline'>>): LiveRate => {
  const [quote, setQuote] = createSignal<Quote>()
  const [problem, setProblem] = createSignal('')
  const [isFetching, setFetching] = createSignal(false)
  const [now, setNow] = createSignal(Date.now())
  const source = (): RateSource | undefined => rateSourceOf(wallet().networkId)
  let lastRequest = 0
  let latest = 0

  const fetchNow = async (): Promise<void> => {
    const asked = source()
    if (asked === undefined || wallet().offline) return
    latest += 1
    const mine = latest
    lastRequest = Date.now()
    setFetching(true)
    try {
      const rate = await fetchRate(asked, wallet().ticker)
      if (mine !== latest) return
      setQuote({ rate, currency: asked.currency, at: Date.now() })
      setProblem('')
    } catch (error) {
      if (mine === latest) setProblem(errorText(error))
    } finally {
      if (mine === latest) setFetching(false)
      setNow(Date.now())
    }
  }
  const follow = (): void => {
    setNow(Date.now())
    if (!document.hidden && Date.now() - lastRequest >= INTERVAL_MS) void fetchNow()
  }
  createEffect(
    on([source, () => wallet().offline], () => {
      // The rate of another service or currency is not shown.
      latest += 1
      setQuote(undefined)
      setProblem('')
      setFetching(false)
      void fetchNow()
    }),
  )
  const timer = setInterval(follow, TICK_MS)
  document.addEventListener('visibilitychange', follow)
  onCleanup(() => {
    latest += 1
    clearInterval(timer)
    document.removeEventListener('visibilitychange', follow)
  })
  const age = (): QuoteAge => {
    const known = quote()
    return known === undefined ? 'useless' : quoteAge(known, now(), problem() !== '')
  }
  return {
    source,
    quote: () => (age() === 'useless' ? undefined : quote()),
    isStale: () => age() === 'stale',
    problem,
    isFetching,
    fetchNow,
  }
}
