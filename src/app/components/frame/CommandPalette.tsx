// The command palette: finds screens, accounts and contacts by typing. A combobox (WAI-ARIA): the arrow keys choose, Enter runs.
import { type Navigator, useNavigate } from '@solidjs/router'
import { createEffect, createMemo, createSignal, createUniqueId, For, type JSX, on, onCleanup, Show } from 'solid-js'
import { reportInternal } from '../../host/device/reportInternal.ts'
import type { SecurityRequest } from '../../host/navigation/securityRequest.ts'
import { amountsHidden, setAmountsHidden } from '../../state/preferences/preferences.ts'
import { openTour } from '../../state/preferences/tour.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContacts } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { type Command, commandsOf, findCommands } from './commands.ts'
import './commandPalette.css'

const CommandList = (props: {
  readonly id: string
  readonly commands: readonly Command[]
  readonly active: number
  readonly onRun: (command: Command) => void
}): JSX.Element => (
  <div class="palette-list" role="listbox" id={props.id} aria-label={t('palette.title')}>
    <For each={props.commands}>
      {(command, index) => (
        // The field keeps the focus; its keys choose and run.
        // biome-ignore lint/a11y/useFocusableInteractive: options of a combobox are named by aria-activedescendant
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the combobox takes the keys
        <div
          class="palette-command"
          role="option"
          id={`${props.id}-${index()}`}
          aria-selected={index() === props.active}
          onClick={() => props.onRun(command)}
        >
          <Icon name={command.icon} />
          <span>{command.text}</span>
          <Show when={command.shortcut}>{(keys) => <kbd>{keys()}</kbd>}</Show>
        </div>
      )}
    </For>
  </div>
)

/** Opens the dialog with the seed words and keys, which asks for the password, or the one that changes the password. */
const openSecurity = (navigate: Navigator, opens: SecurityRequest['opens']): void => {
  const state: SecurityRequest = { opens }
  navigate('/settings/security', { state })
}

const createCommands = (): (() => readonly Command[]) => {
  const { engine } = useSession()
  const { wallet, selectAccount, leaving } = useOpenWallet()
  const contacts = createContacts()
  const navigate = useNavigate()
  return createMemo(() =>
    commandsOf(wallet(), contacts.items, {
      navigate: (path, state) => navigate(path, state === undefined ? {} : { state }),
      selectAccount,
      lock: () => void engine.lock().catch(reportInternal),
      openTour,
      openSecurity: (opens) => openSecurity(navigate, opens),
      close: () => void leaving.leave.run('/welcome'),
      hideAmounts: setAmountsHidden,
      copy: (text) => void navigator.clipboard.writeText(text).catch(reportInternal),
    }),
  )
}

const Palette = (props: { readonly onClose: () => void }): JSX.Element => {
  const id = createUniqueId()
  const commands = createCommands()
  const [typed, setTyped] = createSignal('')
  const [active, setActive] = createSignal(0)
  const found = createMemo(() => findCommands(commands(), typed()))
  createEffect(on(typed, () => setActive(0)))
  createEffect(() => document.getElementById(`${id}-${active()}`)?.scrollIntoView({ block: 'nearest' }))
  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    props.onClose()
    command.run()
  }
  const move = (step: number): void => {
    const count = found().length
    if (count > 0) setActive((active() + step + count) % count)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => run(found()[active()]),
  }
  return (
    <Dialog title={t('palette.title')} onClose={props.onClose}>
      <input
        class="palette-input"
        type="text"
        role="combobox"
        autofocus
        autocomplete="off"
        spellcheck={false}
        aria-label={t('palette.search')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found().length === 0 ? undefined : `${id}-${active()}`}
        value={typed()}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (act === undefined || event.isComposing) return
          event.preventDefault()
          act()
        }}
      />
      <CommandList id={id} commands={found()} active={active()} onRun={run} />
      <p class="muted" role="status">
        {found().length === 0 ? t('palette.none') : tCount('palette.results', found().length)}
      </p>
    </Dialog>
  )
}

/**
 * Opens the command palette with Ctrl-K, the seed words with Ctrl-Alt-W, and the change of the password with Ctrl-Alt-P; locks the wallet with
 * Ctrl-Alt-L and hides amounts with Ctrl-Alt-H, also while a dialog is open. On a Mac, Command is Ctrl.
 */
export const CommandPalette = (): JSX.Element => {
  const { engine } = useSession()
  const navigate = useNavigate()
  const [open, setOpen] = createSignal(false)
  const take = (event: KeyboardEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return
    // The code of the key: with Alt, some keyboards type other characters.
    if (event.code === 'KeyL' && event.altKey) engine.lock().catch(reportInternal)
    else if (event.code === 'KeyH' && event.altKey) setAmountsHidden(!amountsHidden())
    else if (document.querySelector('dialog[open]') !== null) return
    else if (event.code === 'KeyW' && event.altKey) openSecurity(navigate, 'secrets')
    else if (event.code === 'KeyP' && event.altKey) openSecurity(navigate, 'password')
    else if (event.key.toLowerCase() === 'k' && !event.altKey) setOpen(true)
    else return
    event.preventDefault()
  }
  window.addEventListener('keydown', take)
  onCleanup(() => window.removeEventListener('keydown', take))
  return (
    <Show when={open()}>
      <Palette onClose={() => setOpen(false)} />
    </Show>
  )
}
