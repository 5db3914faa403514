// Texts about coins: those that cannot be spent yet, those to pay from, and what payments cost.
import type { coins as english } from '../en/coins.ts'
import type { TranslationOf } from '../translation.ts'

export const coins: TranslationOf<typeof english, 'de'> = {
  waiting: {
    list: 'Noch nicht verfügbar',
    change: '{{ amount }} Wechselgeld kommt {{ when }} zurück.',
    received: '{{ amount }}, die du erhalten hast, kannst du {{ when }} ausgeben.',
    stake: '{{ amount }} werden {{ when }} aus dem Stake frei.',
    staked: '{{ amount }} sind als Stake gesperrt.',
    later: '{{ amount }} sind bis zu einem späteren Zeitpunkt gesperrt.',
    in: { one: 'in {{ time }} (1 Block)', other: 'in {{ time }} ({{ count }} Blöcke)' },
    others: {
      one: '1 weiterer Betrag, {{ amount }}, {{ when }}.',
      other: '{{ count }} weitere Beträge, zusammen {{ amount }}, der letzte {{ when }}.',
    },
    soon: 'weniger als einer Minute',
    minutes: { one: 'etwa 1 Minute', other: 'etwa {{ count }} Minuten' },
    hours: { one: 'etwa 1 Stunde', other: 'etwa {{ count }} Stunden' },
    days: { one: 'etwa 1 Tag', other: 'etwa {{ count }} Tagen' },
  },
  fees: {
    change: 'Ändern',
    about: 'etwa',
    times: {
      unimportant: 'Im nächsten Block mit Platz, meist innerhalb von 2 Minuten.',
      normal: 'In einem der nächsten Blöcke, auch wenn im Netzwerk viel los ist.',
      elevated: 'Vor den meisten anderen.',
      priority: 'Vor allen anderen. Nur nötig, wenn das Netzwerk überlastet ist.',
      blink:
        'Der Empfänger kann sich in Sekunden darauf verlassen. Dein Wechselgeld ist nach 10 Blöcken wieder verfügbar.',
    },
    arrives: 'Etwa {{ amount }} kommen an.',
    leaves: 'Wird abgebucht',
    short: 'Für die Gebühr von etwa {{ fee }} reicht es neben diesem Betrag nicht.',
    allInstead: 'Stattdessen alles senden',
    payer: 'Wer zahlt die Gebühr?',
    sender: 'Ich zahle sie zusätzlich',
    recipients: 'Sie wird vom Betrag abgezogen',
  },
  coins: {
    title: 'Coins',
    about:
      'Coins sind die einzelnen Beträge, die du erhalten hast. Coins, die zusammen zahlen, kann der Empfänger miteinander in Verbindung bringen.',
    choose: 'Coins auswählen',
    change: 'Ändern',
    all: 'Aus allen Coins zahlen',
    from: 'Zahlen aus',
    fromAll: 'allen Coins des Kontos',
    chosen: { one: '1 ausgewählten Coin', other: '{{ count }} ausgewählten Coins' },
    strip: 'Ausgewählte Coins',
    payingFrom: {
      one: 'Zahlung aus 1 ausgewählten Coin',
      other: 'Zahlung aus {{ count }} ausgewählten Coins',
    },
    namedByDate: '{{ amount }} vom {{ date }}',
    list: 'Coins des Kontos',
    search: 'Bezeichnungen und Transaktions-IDs durchsuchen',
    order: 'Reihenfolge',
    largest: 'Größte',
    oldest: 'Älteste',
    newest: 'Neueste',
    count: { one: '1 Coin', other: '{{ count }} Coins' },
    none: 'Keine Coins',
    noneHint: 'Hier stehen empfangene Coins und Wechselgeld, sobald ein Block sie enthält.',
    use: { one: 'Aus diesem Coin zahlen', other: 'Aus {{ count }} Coins zahlen' },
    clear: 'Auswahl aufheben',
    frozen: 'Eingefroren',
    freeze: '{{ amount }} einfrieren',
    thaw: '{{ amount }} auftauen',
    pick: 'Aus {{ amount }} zahlen',
    kinds: { received: 'Empfangen', change: 'Wechselgeld', mined: 'Geschürft', stake: 'Stake' },
    age: { one: '1 Bestätigung', other: '{{ count }} Bestätigungen' },
    address: 'Adresse {{ index }}',
    main: 'Hauptadresse',
    lockedNow: 'Noch nicht verfügbar',
  },
  preparing: {
    begin: 'Wird vorbereitet\u00a0…',
    decoys: 'Decoys werden geladen\u00a0…',
    sign: 'Beweise und Signaturen werden erstellt\u00a0…',
    signOf: 'Beweise und Signaturen werden erstellt: {{ transaction }} von {{ transactions }}\u00a0…',
  },
  suggestions: {
    title: 'Passende Empfänger',
    count: {
      one: '1 Empfänger passt. Die Eingabetaste übernimmt ihn.',
      other: '{{ count }} Empfänger passen. Die Pfeiltasten wählen einen aus, die Eingabetaste übernimmt ihn.',
    },
    choose: 'Wähle unten einen Empfänger aus oder füge eine Adresse ein.',
    hint: 'Füge eine Adresse oder einen Zahlungslink ein, oder tippe den Namen eines Kontakts.',
  },
  fill: {
    scan: 'QR-Code scannen',
    scanHint: 'Halte den QR-Code des Empfängers vor die Kamera.',
    image: 'Aus einem Bild',
    imageFile: 'Bild mit einem QR-Code',
    noCode: 'In diesem Bild ist kein lesbarer QR-Code.',
    faults: {
      large: 'Dieses Bild ist zu groß. Schneide den Teil mit dem QR-Code aus.',
      kind: 'Dieses Bild kann hier nicht gelesen werden. Speichere es als PNG oder JPEG.',
      noise:
        'Dieser Browser verbirgt die Pixel von Bildern vor Websites, damit du nicht wiedererkannt wirst. Erlaube dieser Website die Bilddaten über das Symbol in der Adressleiste und versuche es noch einmal, oder füge den Text ein.',
    },
    recent: 'Zuletzt bezahlt',
    vouches:
      'Der Inhaber des Namens hat diese Adresse mit DNSSEC signiert, und die Signaturen wurden hier bis zur Wurzel geprüft. {{ service }} hat sie übermittelt und kann sie nicht ändern. Wer den Namen kontrolliert, kann es.',
  },
  paid: {
    proof: 'Zahlungsnachweis',
    proofHint:
      'Gib die Adresse des Empfängers, die Transaktions-ID und diesen Schlüssel an jemanden weiter, der die Zahlung prüfen können muss.',
    again: 'Jetzt erneut versuchen',
  },
}
