// German texts of the tools that look things up: fees, transactions, and whose an address is.
import type { lookups as english } from '../en/lookups.ts'
import type { TranslationOf } from '../translation.ts'

export const lookups: TranslationOf<typeof english, 'de'> = {
  feesNow: {
    title: 'Gebühren jetzt',
    hint: 'Was eine Zahlung kostet, und was vor ihr wartet.',
    about:
      'Was eine Zahlung jetzt je nach Tempo kostet, und wie viele volle Blöcke vor ihr kommen. Dein Node wird mit jedem Block und alle 20 Sekunden neu gefragt, solange diese Seite offen ist.',
    speed: 'Tempo',
    fee: 'Gebühr',
    before: 'Wartet auf',
    perKb: '{{ fee }} je kB',
    usual: 'jetzt üblich',
    next: 'den nächsten Block',
    atOnce: 'keinen Block',
    blocks: { one: '1 vollen Block', other: '{{ count }} volle Blöcke' },
    unknown: 'unbekannt',
    ordinary: 'Gewöhnliche Zahlung',
    ordinaryValue: '2 Eingänge, 2 Ausgänge, {{ size }}',
    pool: 'Im Pool',
    poolValue: { one: '1 Transaktion, {{ size }}', other: '{{ count }} Transaktionen, {{ size }}' },
    reason: 'Eine höhere Gebühr als die übliche macht eine Zahlung erkennbar. Wähle sie nur, wenn Zahlungen warten.',
  },
  lookup: {
    title: 'Transaktionen und Adressen',
    hint: 'Finde eine Zahlung über ihre ID, sende eine rohe Transaktion, oder sieh nach, wem eine Adresse gehört.',
  },
  findTx: {
    title: 'Transaktion suchen',
    about:
      'Für eine deiner Zahlungen, die hier fehlt, zum Beispiel aus der Zeit vor der Wiederherstellung. Hat diese Wallet sie nicht, wird dein Node gefragt und erfährt, dass dich diese ID interessiert.',
    txid: 'Transaktions-ID',
    missing: 'Gib die ID der Transaktion ein.',
    bad: 'Eine Transaktions-ID hat 64 Zeichen, 0–9 und a–f.',
    go: 'Suchen',
    known: 'Diese Wallet hat sie schon.',
    found: 'Gefunden. Sie steht jetzt im Verlauf.',
    foreign: 'Diese Transaktion gibt es, aber sie zahlt dieser Wallet nichts und gibt nichts von ihr aus.',
    missed: 'Sie ist in Block {{ height }}. Auch andere Zahlungen seitdem können fehlen.',
    scanFrom: 'Von dort neu durchsuchen',
    older:
      'Diese Transaktion wurde nicht aufgenommen: Die Wallet kennt eine ebenso neue oder neuere, die ihre Coins ausgegeben haben könnte.',
  },
  rawTx: {
    title: 'Rohe Transaktion senden',
    about:
      'Für eine signierte Transaktion in hexadezimalen Ziffern, aus diesem oder einem anderen Programm. Sie wird über deinen Node gesendet.',
    text: 'Rohe Transaktion',
    read: 'Zeigen, was sie ist',
    go: 'Senden',
    sent: 'Der Node hat sie angenommen.',
    already: 'Der Node hatte sie schon.',
    form: 'Aufbau',
    formValue: '{{ size }}, Version {{ version }}',
    inputs: 'Eingänge',
    inputsValue: { one: '1, in einem Ring aus {{ ring }}', other: '{{ count }}, jeder in einem Ring aus {{ ring }}' },
    outputs: 'Ausgänge',
    own: { one: 'Sie gibt 1 Coin dieser Wallet aus.', other: 'Sie gibt {{ count }} Coins dieser Wallet aus.' },
    foreign: 'Sie gibt keinen Coin dieser Wallet aus. Nur ihre Empfänger sehen, wem sie wie viel zahlt.',
    isKnown: 'Sie steht im Verlauf dieser Wallet.',
    refused: 'Der Node hat diese Transaktion abgelehnt, und nichts wurde gesendet. Versuche es mit einem anderen Node.',
    refusedBecause: 'Der Node hat diese Transaktion abgelehnt, und nichts wurde gesendet ({{ reason }}).',
    doubleSpend: 'Der Node hat diese Transaktion abgelehnt: Eine andere gibt ihre Coins aus.',
    faults: {
      hex: 'Das ist keine rohe Transaktion: Sie hat andere Zeichen als 0–9 und a–f, oder eines fehlt.',
      form: 'Das ist keine vollständige Transaktion dieses Netzwerks. Kopiere sie ganz.',
      coinbase: 'Diese Transaktion erzeugt Coins für einen Miner. Es gibt sie nur in ihrem Block.',
    },
  },
  isMine: {
    title: 'Ist das meine Adresse?',
    about: 'Das wird auf diesem Gerät ermittelt; kein Node wird gefragt.',
    address: 'Adresse oder Zahlungslink',
    missing: 'Gib eine Adresse ein.',
    go: 'Prüfen',
    yes: 'Ja, diese Adresse gehört dir',
    no: 'Nein, auf diese Adresse achtet diese Wallet nicht',
    noHint: {
      one: 'Sie ist nicht die Adresse, auf die diese Wallet achtet.',
      other:
        'Sie ist keine der {{ count }} Adressen, auf die diese Wallet achtet. Eine eigene jenseits davon wird gefunden, sobald die Wallet weiter vorausschaut: Einstellungen, Erweitert.',
    },
    integrated: 'Hauptadresse mit einer Zahlungs-ID',
    ahead: 'Sie wurde hier noch nicht angelegt, aber Zahlungen an sie kommen an.',
  },
}
