// The form state of a new wallet: name, password, network, node.
import { type Accessor, createResource, createSignal } from 'solid-js'
import type { NewWallet } from '../../../engine/api/engineViews.ts'
import type { PasswordStrength } from '../../../engine/api/passwordStrength.ts'
import { probeOriginNode } from '../../host/services/nodeProbe.ts'
import { t, tCount } from '../../text/text.ts'
import { DEVELOPMENT_NETWORK, isNetworkId, type NetworkId } from '../nodes/networks.ts'
import { createNodeChoice, type NodeChoice } from '../nodes/nodeChoice.ts'
import { createFetched } from '../requests/fetched.ts'
import { useSession } from '../session/session.tsx'

const MINIMUM_PASSWORD_LENGTH = 8

export type NewPassword = {
  /** undefined while it is estimated, and without a password */
  readonly strength: Accessor<PasswordStrength | undefined>
  readonly password: Accessor<string>
  readonly repeat: Accessor<string>
  setPassword(value: string): void
  setRepeat(value: string): void
  readonly passwordProblem: Accessor<string>
  readonly repeatProblem: Accessor<string>
  /** Returns the password; undefined, with a problem to show, if it is not valid. */
  validate(): string | undefined
  clear(): void
}

/** A password typed twice. Problems show after the first validation, then follow the input. `words` make a password weaker that contains them. */
export const createNewPassword = (words: () => readonly string[] = () => []): NewPassword => {
  const { engine } = useSession()
  const [password, setPassword] = createSignal('')
  const [repeat, setRepeat] = createSignal('')
  const [tried, setTried] = createSignal(false)
  const short = (): boolean => password().length < MINIMUM_PASSWORD_LENGTH
  const estimated = createFetched(password, (typed) => engine.estimatePassword(typed, words()))
  const strength = (): PasswordStrength | undefined => {
    if (password() === '') return undefined
    return short() ? 0 : estimated.value()
  }
  const differs = (): boolean => password() !== repeat()
  return {
    password,
    strength,
    repeat,
    setPassword,
    setRepeat,
    passwordProblem: () => (tried() && short() ? tCount('wallet.passwordShort', MINIMUM_PASSWORD_LENGTH) : ''),
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
  /** Returns the wallet for the engine; undefined, with problems to show, if a field is not valid. */
  validate(): NewWallet | undefined
}

/** Returns whether a wallet has a name; upper and lower case are the same. */
const isTaken = (names: readonly string[], name: string): boolean =>
  names.some((other) => other.toLowerCase() === name.trim().toLowerCase())

/** Returns a name that no wallet has: the default, or with a number behind it. */
export const freeName = (names: readonly string[]): string => {
  const first = t('wallet.nameDefault')
  for (let number = 2, name = first; ; number += 1) {
    if (!isTaken(names, name)) return name
    name = `${first} ${number}`
  }
}

export const createWalletForm = (): WalletForm => {
  const { view } = useSession()
  const names = (): readonly string[] => view.wallets.map((wallet) => wallet.name)
  const [name, setName] = createSignal(freeName(names()))
  const [chosen, setNetworkId] = createSignal<NetworkId>()
  const [origin] = createResource(probeOriginNode)
  /** The default is the network of the origin's node. */
  const networkId = (): NetworkId => {
    const served = origin()?.networkId
    return chosen() ?? (served !== undefined && isNetworkId(served) ? served : DEVELOPMENT_NETWORK)
  }
  const newPassword = createNewPassword(() => [name()])
  const node = createNodeChoice(networkId)
  const nameProblem = (): string => {
    if (name().trim() === '') return t('wallet.nameMissing')
    return isTaken(names(), name()) ? t('wallet.nameTaken') : ''
  }
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
