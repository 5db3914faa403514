// The parts of a balance: available, waiting, frozen, staked, and their total.
import type { JSX } from 'solid-js'
import type { Holdings } from '../../state/wallet/holdings.ts'
import { t } from '../../text/text.ts'
import { Ledger, type LedgerLine } from './Ledger.tsx'

/** Lines of 0 are left out, except what can be spent. */
const linesOf = ({ available, waiting, frozen, staked }: Holdings): readonly LedgerLine[] => [
  { name: t('home.available'), amount: available, testId: 'balance-available' },
  ...(waiting === 0n ? [] : [{ name: t('home.waiting'), amount: waiting, testId: 'balance-waiting' }]),
  ...(frozen === 0n ? [] : [{ name: t('home.frozen'), amount: frozen, href: '/coins', testId: 'balance-frozen' }]),
  ...(staked === 0n
    ? []
    : [{ name: t('home.staked'), amount: staked, href: '/tools/stakes', testId: 'balance-staked' }]),
]

export const BalanceLines = (props: { readonly holdings: Holdings }): JSX.Element => (
  <Ledger
    lines={linesOf(props.holdings)}
    total={{ name: t('home.sum'), amount: props.holdings.total, testId: 'balance-sum' }}
  />
)
