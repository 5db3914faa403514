// Selects how many accounts and addresses beyond the used ones a restored wallet looks for.
import { type Accessor, createSignal, type JSX } from 'solid-js'
import {
  DEFAULT_LOOK_AHEAD,
  type LookAhead,
  MAX_LOOK_AHEAD_ADDRESSES,
  parseLookAhead,
} from '../../../coin/lookAhead.ts'
import { latinDigits } from '../../format/amount.ts'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import { TextField } from '../form/Field.tsx'

export type LookAheadForm = {
  readonly accounts: Accessor<string>
  setAccounts(count: string): void
  readonly addresses: Accessor<string>
  setAddresses(count: string): void
  readonly problem: Accessor<string>
  /** Returns the lookahead; undefined, with a problem to show, if it is not valid. */
  validate(): LookAhead | undefined
}

export const createLookAheadForm = (): LookAheadForm => {
  const [accounts, setAccounts] = createSignal(String(DEFAULT_LOOK_AHEAD.majors))
  const [addresses, setAddresses] = createSignal(String(DEFAULT_LOOK_AHEAD.minors))
  const [tried, setTried] = createSignal(false)
  const read = (): LookAhead | undefined => {
    const [majors, minors] = [accounts(), addresses()].map((count) => latinDigits(count).trim())
    return parseLookAhead(`${majors}:${minors}`)
  }
  return {
    ...{ accounts, setAccounts, addresses, setAddresses },
    problem: () =>
      tried() && read() === undefined ? t('lookAhead.bad', { limit: formatCount(MAX_LOOK_AHEAD_ADDRESSES) }) : '',
    validate: () => {
      setTried(true)
      return read()
    },
  }
}

export const LookAheadFields = (props: { readonly form: LookAheadForm }): JSX.Element => (
  <>
    <TextField
      label={t('lookAhead.accounts')}
      hint={t('lookAhead.accountsHint')}
      inputMode="numeric"
      value={props.form.accounts()}
      onInput={props.form.setAccounts}
    />
    <TextField
      label={t('lookAhead.addresses')}
      hint={t('lookAhead.addressesHint')}
      inputMode="numeric"
      value={props.form.addresses()}
      problem={props.form.problem()}
      onInput={props.form.setAddresses}
    />
  </>
)
