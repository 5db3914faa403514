// Texts of tables, and of what is done with a payment.
import type { tables as english } from '../en/tables.ts'
import type { TranslationOf } from '../translation.ts'

export const tables: TranslationOf<typeof english, 'de'> = {
  table: {
    actions: 'Aktionen',
    actionsOf: 'Aktionen für „{{ name }}“',
    columns: 'Spalten',
    filter: 'Filter',
    filterOf: '{{ name }}: {{ value }}',
    filterRemove: 'Filter „{{ name }}“ entfernen',
    searchClear: 'Suche leeren',
    selection: 'Auswahl',
    selectAll: 'Alle auswählen',
    selectNone: 'Auswahl aufheben',
  },
  payment: {
    what: 'Vorgang',
    amount: 'Betrag',
    amountIn: 'Betrag, {{ ticker }}',
    id: 'ID',
    value: 'Wert jetzt',
    valueNow: 'Jetzt, {{ currency }}',
    months: 'Monate',
    showRecipients: 'Empfänger anzeigen',
    hideRecipients: 'Empfänger ausblenden',
    details: 'Einzelheiten',
    editNote: 'Notiz bearbeiten',
    prove: 'Nachweisen',
    again: 'Noch einmal zahlen',
    copy: 'Kopieren',
    copyId: 'ID kopieren',
    copyAmount: 'Betrag kopieren',
    copyAddress: 'Adresse kopieren',
    copyNote: 'Notiz kopieren',
    copyDate: 'Datum kopieren',
  },
  export: {
    open: 'Exportieren',
    title: 'Zahlungen exportieren',
    form: 'Für',
    csv: 'Eine Tabellenkalkulation',
    csvHint: 'CSV mit allem, was diese Wallet weiß, eine Zeile je Empfänger.',
    koinlyHint: 'Dessen allgemeine Vorlage, eine Zeile je Zahlung.',
    coinTrackingHint: 'Dessen CSV-Import, eine Zeile je Zahlung. Wähle dort UTC als Zeitzone.',
    extent: 'Zahlungen',
    all: 'Alle',
    filtered: {
      one: 'Die angezeigte',
      other: 'Die {{ count }} angezeigten',
    },
    selected: {
      one: 'Die ausgewählte',
      other: 'Die {{ count }} ausgewählten',
    },
    waiting: 'Mit Zahlungen, die auf einen Block warten',
    failed: 'Mit fehlgeschlagenen Zahlungen',
    confirmedOnly:
      'Nur bestätigte Zahlungen werden gespeichert. Wofür du gezahlt oder etwas empfangen hast, zum Beispiel Waren oder ein Geschenk, gibst du dort an.',
    save: 'Speichern',
  },
}
