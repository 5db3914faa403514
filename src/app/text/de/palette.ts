// Texts of the command palette and of keyboard shortcuts.
import type { palette as english } from '../en/palette.ts'
import type { TranslationOf } from '../translation.ts'

export const palette: TranslationOf<typeof english, 'de'> = {
  palette: {
    title: 'Befehle',
    open: 'Befehle suchen',
    search: 'Suchen',
    none: 'Keine passenden Befehle.',
    results: { one: '1 Befehl', other: '{{ count }} Befehle' },
    account: 'Konto {{ name }} anzeigen',
    contact: '{{ name }} bezahlen',
    lock: 'Wallet jetzt sperren',
    copyAddress: 'Hauptadresse kopieren',
    shortcut: 'Strg K',
    lockShortcut: 'Strg Alt L',
    secretsShortcut: 'Strg Alt W',
    passwordShortcut: 'Strg Alt P',
    send: 'Zahlung senden',
    receive: 'Zahlung empfangen',
    offline: 'Offline signieren',
    names: 'Namen',
    stakes: 'Stakes',
    multisig: 'Gemeinsame Wallet',
    nodes: 'Nodes',
    coins: 'Coins auswählen',
    contacts: 'Kontakte',
    console: 'RPC-Konsole',
  },
}
