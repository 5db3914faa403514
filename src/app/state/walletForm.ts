// The fields every new wallet needs, however it comes about: name, password, network, node.
import { type Accessor, createResource, createSignal } from 'solid-js'
import type { NewWallet } from '../../wallet/engine/engineApi.ts'
import { MINIMUM_PASSWORD_LENGTH } from '../format/password.ts'
import { probeOriginNode } from '../host/nodeProbe.ts'
import { t } from '../text/text.ts'
import { DEVELOPMENT_NETWORK, isNetworkId, type NetworkId } from './networks.ts'
import { createNodeChoice, type NodeChoice } from './nodeChoice.ts'

export type NewPassword = {
  readonly password: Accessor<string>
  readonly repeat: Accessor<string>
  setPassword(value: string): void
  setRepeat(value: string): void
  readonly passwordProblem: Accessor<string>
  readonly repeatProblem: Accessor<string>
  /** the password, or undefined with a problem to show */
  validate(): string | undefined
  clear(): void
}

/** A password typed twice. Problems show after the first try, then follow the typing. */
export const createNewPassword = (): NewPassword => {
  const [password, setPassword] = createSignal('')
  const [repeat, setRepeat] = createSignal('')
  const [tried, setTried] = createSignal(false)
  const short = (): boolean => password().length < MINIMUM_PASSWORD_LENGTH
  const differs = (): boolean => password() !== repeat()
  return {
    password,
    repeat,
    setPassword,
    setRepeat,
    passwordProblem: () => (tried() && short() ? t('wallet.passwordShort', { minimum: MINIMUM_PASSWORD_LENGTH }) : ''),
    repeatProblem: () => (tried() && differs() ? t('wallet.passwordDiffers') : ''),
    validate: () => {
      setTried(true)
      return short() || differs() ? undefined : password()
    },
    clear: () => {
      setTried(false)
      setPassword('')
      setRepeat('')
    },
  }
}

export type WalletForm = {
  readonly name: Accessor<string>
  setName(name: string): void
  readonly nameProblem: Accessor<string>
  readonly networkId: Accessor<NetworkId>
  setNetworkId(id: NetworkId): void
  readonly newPassword: NewPassword
  readonly node: NodeChoice
  /** what the engine needs, or undefined with problems to show */
  validate(): NewWallet | undefined
}

export const createWalletForm = (): WalletForm => {
  const [name, setName] = createSignal(t('wallet.nameDefault'))
  const [chosen, setNetworkId] = createSignal<NetworkId>()
  const [origin] = createResource(probeOriginNode)
  /** Until one is chosen, that of the node which came with the page. */
  const networkId = (): NetworkId => {
    const served = origin()?.networkId
    return chosen() ?? (served !== undefined && isNetworkId(served) ? served : DEVELOPMENT_NETWORK)
  }
  const newPassword = createNewPassword()
  const node = createNodeChoice(networkId)
  const nameProblem = (): string => (name().trim() === '' ? t('wallet.nameMissing') : '')
  return {
    name,
    setName,
    nameProblem,
    networkId,
    setNetworkId,
    newPassword,
    node,
    validate: () => {
      const password = newPassword.validate()
      const nodes = node.validate()
      if (password === undefined || nodes === undefined || nameProblem() !== '') return undefined
      return { name: name().trim(), password, networkId: networkId(), nodes }
    },
  }
}
