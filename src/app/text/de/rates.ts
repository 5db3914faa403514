// Texts of values in a currency.
import type { rates as english } from '../en/rates.ts'
import type { TranslationOf } from '../translation.ts'

export const rates: TranslationOf<typeof english, 'de'> = {
  rates: {
    title: 'Wert in einer Währung',
    what: 'Zeigt, was Beträge wert sind. Der Kurs kommt von einem Dienst, den du nennst: Faba hat keinen eigenen und fragt nichts ab, bevor du einen nennst.',
    whatKnown:
      'Zeigt, was Beträge wert sind, zum Kurs von {{ service }} ({{ host }}). Nichts wird angefragt, bevor du es hier erlaubst.',
    allow: 'Kurs von {{ service }} holen',
    useOwn: 'Anderen Dienst verwenden',
    useKnown: '{{ service }} verwenden',
    learns:
      'Der Dienst erfährt deine IP-Adresse und dass dort jemand {{ ticker }} verwendet: jetzt und alle zehn Minuten, solange diese Wallet geöffnet ist. Guthaben, Adressen und Zahlungen erfährt er nie.',
    url: 'Adresse des Kurses, für {{ network }}',
    urlHint:
      'Jede Adresse, die mit JSON antwortet und Seiten anderer Websites die Antwort lesen lässt. {{ currency }} und {{ ticker }} stehen für die Währung und die Kryptowährung.',
    urlBad: 'Gib eine Adresse ein, die mit https:// beginnt.',
    path: 'Stelle des Kurses in der Antwort',
    pathHint:
      'Namen und Positionen mit Punkten dazwischen, zum Beispiel monero.eur oder data.0.price. Leer: Die Antwort ist der Kurs.',
    currency: 'Währung',
    currencyHint: 'Drei Buchstaben, zum Beispiel EUR.',
    currencyBad: 'Gib die drei Buchstaben einer Währung ein, zum Beispiel EUR.',
    save: 'Speichern und Kurs holen',
    turnOff: 'Ausschalten',
    turnedOff: 'Aus. Es wird nichts mehr abgefragt.',
    price: '1 {{ ticker }} = {{ price }}, {{ time }}',
    typeIn: 'Betrag in {{ unit }} eingeben',
    about: '≈ {{ value }}',
    stale: '≈ {{ value }}, zum Kurs von {{ time }}',
    lessThan: 'weniger als {{ value }}',
    aboutNow: '≈ {{ value }} zum aktuellen Kurs',
    missing: 'Kein Kurs: Der Dienst nennt gerade keinen.',
    faults: {
      unreachable: 'Der Dienst antwortet nicht oder lässt Seiten anderer Websites seine Antwort nicht lesen.',
      status:
        'Der Dienst hat die Anfrage abgelehnt. Vielleicht begrenzt er, wie oft er gefragt wird: Versuche es später noch einmal.',
      format: 'Die Antwort des Dienstes ist kein JSON. Prüfe die Adresse.',
      path: 'An dieser Stelle der Antwort steht keine Zahl. Prüfe die Stelle.',
    },
  },
}
