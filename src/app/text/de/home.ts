// Texts of the home screen beyond balance and accounts: hidden amounts, tags, the balance over time, the reminder of a backup.
import type { home as english } from '../en/home.ts'
import type { TranslationOf } from '../translation.ts'

export const home: TranslationOf<typeof english, 'de'> = {
  amounts: {
    hide: 'Beträge verbergen',
    hideHint: 'Verbirgt Guthaben und Beträge auf diesem Gerät, etwa wenn andere auf den Bildschirm sehen.',
    show: 'Beträge zeigen',
    hidden: 'verborgen',
    chartHidden: 'Das Diagramm ist mit den Beträgen verborgen.',
    shortcut: 'Strg Alt H',
  },
  accounts: {
    edit: '{{ name }} bearbeiten',
    tag: 'Etikett (optional)',
    tagHint: 'Konten mit demselben Etikett lassen sich zusammen anzeigen. Nur du siehst es.',
    description: 'Was das Etikett bedeutet (optional)',
    descriptionHint: 'Für alle Konten mit diesem Etikett. Steht dort, wo du das Etikett auswählst.',
    filter: 'Konten anzeigen',
    filterAll: 'Alle',
    filterSum: 'Zusammen',
    filterTag: 'Mit Etikett {{ tag }}',
  },
  balanceChart: {
    title: 'Guthaben im Zeitverlauf',
    label: 'Diagramm des Guthabens im Zeitverlauf',
    series: 'Guthaben',
    table: 'Als Tabelle',
    date: 'Datum',
    watchOnly:
      'Ohne Key-Images weiß eine Beobachtungs-Wallet nicht, was ausgegeben wurde: Das Guthaben kann zu hoch sein.',
  },
  reminder: {
    title: 'Noch kein Backup',
    body: 'Wenn dieses Gerät verloren geht oder die Daten seines Browsers gelöscht werden, ist auch das Guthaben dieser Wallet verloren. Schreib die Wiederherstellungswörter auf oder speichere eine Backup-Datei.',
    multisigBody:
      'Wenn dieses Gerät verloren geht oder die Daten seines Browsers gelöscht werden, ist auch dein Teil dieser gemeinsamen Wallet verloren. Schreib seinen Seed auf oder speichere eine Backup-Datei.',
    go: 'Backup in den Einstellungen machen',
    later: 'Nicht jetzt',
  },
  reading: {
    soFar: 'Guthaben bis jetzt',
    running: 'Wird noch gelesen',
    paused: 'Noch nicht gelesen',
    share: '{{ percent }}\u00a0% der Blockchain sind gelesen.',
    until: 'Zahlungen nach dem {{ date }} zählen noch nicht mit.',
    hint: 'Zahlungen erscheinen hier, sobald die Wallet sie in der Blockchain findet.',
  },
  unverified: {
    watchOnly:
      'Bis zu {{ amount }} davon sind vielleicht schon ausgegeben: Eine Beobachtungs-Wallet sieht Eingänge, aber nicht, was deine Wallet mit dem Spend Key bezahlt hat, bis du deren Key-Images importierst.',
    shared:
      'Bis zu {{ amount }} davon haben andere Teilnehmer vielleicht schon ausgegeben, bis ihr Signierdaten austauscht.',
    beforePaying:
      'Bis zu {{ amount }} des Guthabens sind vielleicht schon ausgegeben, und das Netzwerk lehnt Zahlungen mit ausgegebenen Coins ab. Tu zuerst dies:',
  },
}
