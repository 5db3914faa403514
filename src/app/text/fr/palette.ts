// Texts of the command palette and of keyboard shortcuts.
import type { palette as english } from '../en/palette.ts'
import type { TranslationOf } from '../translation.ts'

export const palette: TranslationOf<typeof english, 'fr'> = {
  palette: {
    title: 'Commandes',
    open: 'Chercher une commande',
    search: 'Chercher',
    none: 'Aucune commande ne correspond.',
    results: { one: '{{ count }} commande', many: '{{ count }} de commandes', other: '{{ count }} commandes' },
    account: 'Afficher le compte {{ name }}',
    contact: 'Payer {{ name }}',
    lock: 'Verrouiller le portefeuille',
    copyAddress: 'Copier l’adresse principale',
    shortcut: 'Ctrl K',
    lockShortcut: 'Ctrl Alt L',
    secretsShortcut: 'Ctrl Alt W',
    passwordShortcut: 'Ctrl Alt P',
    send: 'Envoyer un paiement',
    receive: 'Recevoir un paiement',
    offline: 'Signer hors ligne',
    names: 'Noms',
    stakes: 'Mises',
    multisig: 'Portefeuille partagé',
    nodes: 'Nœuds',
    coins: 'Choisir des pièces',
    contacts: 'Contacts',
    console: 'Console RPC',
  },
}
