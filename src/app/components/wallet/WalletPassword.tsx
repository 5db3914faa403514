// The password of a wallet in a form whose action checks it: a wrong one is reported beside the field, any other error below.
import type { JSX } from 'solid-js'
import type { Action } from '../../state/requests/action.ts'
import { createFieldProblems } from '../../state/requests/fieldProblems.ts'
import { t } from '../../text/text.ts'
import { Problem } from '../feedback/Notice.tsx'
import { PasswordField } from '../form/Field.tsx'

export const WalletPassword = (props: {
  /** default: Password */
  readonly label?: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** another problem of the password */
  readonly problem?: string
  readonly action: Pick<Action<never>, 'error' | 'problem' | 'clear'>
}): JSX.Element => {
  const problems = createFieldProblems(
    { error: () => props.action.error(), problem: () => props.action.problem() },
    ({ code }) => (code === 'wrong-password' ? 'password' : undefined),
  )
  return (
    <>
      <PasswordField
        autofocus
        label={props.label ?? t('wallet.password')}
        value={props.value}
        problem={props.problem || problems.of('password')}
        onInput={(value) => {
          props.action.clear()
          props.onInput(value)
        }}
      />
      <Problem text={problems.rest()} />
    </>
  )
}
