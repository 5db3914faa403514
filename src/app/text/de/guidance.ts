// Texts of short messages, and of the tour for a new user, in German.
import type { guidance as english } from '../en/guidance.ts'
import type { TranslationOf } from '../translation.ts'

export const guidance: TranslationOf<typeof english, 'de'> = {
  toast: {
    label: 'Meldungen',
    undo: 'Rückgängig',
    undoKeys: 'Strg Z macht es rückgängig.',
    dismiss: 'Ausblenden',
    notSaved: 'Nicht gespeichert, darum ist alles wie vorher. {{ reason }}',
    contactRemoved: '{{ name }} wurde entfernt.',
    addressHidden: '{{ name }} ist ausgeblendet. Sie erscheint wieder, sobald sie etwas empfängt.',
    nodeRemoved: 'Der Node wurde entfernt: {{ node }}',
    frozen: {
      one: 'Der Coin ist eingefroren: Zahlungen lassen ihn liegen.',
      other: '{{ count }} Coins sind eingefroren: Zahlungen lassen sie liegen.',
    },
    thawed: {
      one: 'Der Coin ist aufgetaut: Zahlungen dürfen ihn verwenden.',
      other: '{{ count }} Coins sind aufgetaut: Zahlungen dürfen sie verwenden.',
    },
  },
  tour: {
    label: 'Erste Schritte',
    step: '{{ step }} von {{ steps }}',
    keepTitle: 'Bewahre deine Wörter auf',
    keep: 'Die Wiederherstellungswörter stellen diese Wallet auf jedem Gerät wieder her. Bewahre sie auf Papier auf, wo nur du sie findest. Sind sie verloren, kann niemand sie zurückbringen.',
    payTitle: 'Empfangen und senden',
    pay: 'Empfangen zeigt eine Adresse zum Weitergeben. Senden zeigt zuerst die ganze Zahlung mit ihrer Gebühr, und nichts geht hinaus, bevor du es bestätigst.',
    findTitle: 'Finde alles',
    find: 'Sicherheit, Nodes und Sprache sind in den Einstellungen. Mit einer Tastatur findet Strg K jeden Bildschirm, jedes Konto und jeden Kontakt. Das Schloss oben sperrt die Wallet sofort.',
    back: 'Zurück',
    next: 'Weiter',
    skip: 'Überspringen',
    done: 'Fertig',
    again: 'Erste Schritte zeigen',
  },
}
