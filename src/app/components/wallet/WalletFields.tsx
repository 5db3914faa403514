// The form fields of every new wallet.
import { type JSX, Show } from 'solid-js'
import { networkIds, networkName } from '../../state/nodes/networks.ts'
import type { NewPassword, WalletForm } from '../../state/wallets/walletForm.ts'
import { type TextKey, t } from '../../text/text.ts'
import { PasswordField, SelectField, TextField } from '../form/Field.tsx'
import { NodeField } from '../node/NodeField.tsx'
import './walletFields.css'

const strengthTexts = [
  'wallet.strength0',
  'wallet.strength1',
  'wallet.strength2',
  'wallet.strength3',
] as const satisfies readonly TextKey[]

/** A new password, typed twice, with an estimate of its strength. */
export const NewPasswordFields = (props: {
  readonly form: NewPassword
  readonly label: string
  readonly repeatLabel: string
}): JSX.Element => {
  const hint = (): string => {
    const strength = props.form.strength()
    return strength === undefined ? t('wallet.passwordHint') : t(strengthTexts[strength])
  }
  return (
    <>
      <PasswordField
        isNew
        label={props.label}
        hint={hint()}
        value={props.form.password()}
        problem={props.form.passwordProblem()}
        onInput={props.form.setPassword}
      />
      <div class="strength" data-strength={props.form.strength() ?? 'none'} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <PasswordField
        isNew
        label={props.repeatLabel}
        value={props.form.repeat()}
        problem={props.form.repeatProblem()}
        onInput={props.form.setRepeat}
      />
    </>
  )
}

export const WalletFields = (props: {
  readonly form: WalletForm
  /** why the wallet is not of the chosen network; empty without a problem */
  readonly networkProblem?: string
  /** whether the wallet gets a password that the user entered elsewhere */
  readonly hasPassword?: boolean
}): JSX.Element => (
  <>
    <TextField
      label={t('wallet.name')}
      autocomplete="username"
      value={props.form.name()}
      problem={props.form.nameProblem()}
      onInput={props.form.setName}
    />
    <Show when={!props.hasPassword}>
      <NewPasswordFields form={props.form.newPassword} label={t('wallet.password')} repeatLabel={t('wallet.repeat')} />
    </Show>
    <SelectField
      label={t('network.label')}
      problem={props.networkProblem ?? ''}
      hint={t('network.hint')}
      value={props.form.networkId()}
      options={networkIds.map((id) => ({ value: id, text: networkName(id) }))}
      onChange={props.form.setNetworkId}
    />
    <NodeField choice={props.form.node} offersPublicNodes />
  </>
)
