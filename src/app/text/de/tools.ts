// Texts of the tools: what they share, and offline signing.
import type { tools as english } from '../en/tools.ts'
import type { TranslationOf } from '../translation.ts'

export const tools: TranslationOf<typeof english, 'de'> = {
  tools: {
    title: 'Tools',
    about: 'Was du nur manchmal brauchst.',
    back: 'Zurück zu den Tools',
    guide: 'So funktioniert es',
    needs: 'Was du brauchst',
    steps: 'Die Schritte',
    offline: 'Offline-Signieren',
    offlineHint: 'Behalte den Spend Key auf einem Gerät ohne Netz und zahle trotzdem.',
    names: 'Namen',
    namesHint: 'Namen von Session und Lokinet kaufen, verlängern und ändern.',
    stakes: 'Stakes',
    stakesHint: 'Service-Node registrieren, bei einem staken und Stakes freigeben.',
    multisig: 'Gemeinsame Wallet (Multisig)',
    multisigHint: 'Eine Wallet, die nur ausgibt, wenn mehrere Personen zustimmen.',
    signsAlone: 'Diese Wallet kann nicht allein signieren. Aufträge erteilt eine Wallet mit eigenem Spend Key.',
    notHere: 'Für diese Währung nicht verfügbar',
    notHereHint: 'Es gibt das in Netzwerken mit Service-Nodes, zum Beispiel Oxen.',
  },
  data: {
    hint: 'Füge den Text ein, wähle die Datei aus oder zieh sie hierher.',
    choose: 'Datei auswählen',
    chooseFor: 'Datei: {{ label }}',
    remove: 'Datei entfernen',
    missing: 'Füge zuerst den Text ein oder wähle die Datei aus.',
    notHex: 'Dieser Text ist unvollständig oder enthält andere Zeichen als 0–9 und a–f. Kopiere ihn vollständig.',
    large: 'Diese Datei ist zu groß. Wähle die Datei aus, die die andere Wallet gespeichert hat.',
    size: '{{ name }}, {{ size }}',
    save: 'Als Datei speichern',
    again: 'Noch einmal exportieren',
    copy: 'Als Text kopieren',
  },
  set: {
    amount: 'Betrag',
    fee: 'Gebühr',
    sum: 'Summe mit Gebühr',
    change: 'Wechselgeld, zurück an diese Wallet',
    locked: 'Gesperrt bis',
    paymentId: 'Zahlungs-ID',
    transactions: 'Transaktionen',
    prepare: 'Zahlung vorbereiten',
    read: 'Zeigen, was sie zahlt',
    what: 'Was du signierst',
    nothingElse: 'Alles andere, was sie ausgibt, kehrt in diese Wallet zurück.',
    signGo: 'Diese Zahlung signieren',
    sendGo: 'Diese Zahlung senden',
    sendWhat: 'Was du sendest',
  },
  offline: {
    guide: {
      about:
        'Eine Beobachtungs-Wallet auf diesem oder einem anderen Gerät sieht deine Coins, kann sie aber nicht ausgeben. Die Wallet mit dem Spend Key bleibt auf einem Gerät ohne Netz und signiert dort jede Zahlung. Wer in das verbundene Gerät eindringt, kann deine Coins nicht nehmen.',
      needs:
        'Eine Beobachtungs-Wallet, mit einem Node verbunden: mit „Schlüssel nutzen oder beobachten“ aus der Hauptadresse und dem View Key erstellt\nDieselbe Wallet mit ihrem Spend Key auf dem anderen Gerät, das kein Netz braucht\nEine Kamera an beiden Geräten, die QR-Codes vom Bildschirm des anderen liest; oder einen Weg, eine kleine Datei zu übertragen, zum Beispiel einen USB-Stick',
      steps:
        'Bereite in der Beobachtungs-Wallet unter „Senden“ eine Zahlung vor und zeige sie als QR-Codes an oder speichere sie als Datei.\nScanne in der Wallet mit dem Spend Key hier die Codes oder öffne die Datei, lies, was sie zahlt, und signiere sie.\nZurück in der Beobachtungs-Wallet: Scanne oder öffne hier die signierte Zahlung und sende sie.',
      final:
        'Lies Empfänger und Beträge auf dem Gerät mit dem Spend Key: Nur was es zeigt, ist sicher. Eine signierte Zahlung kann jeder senden, der sie hat, und eine gesendete lässt sich nicht rückgängig machen.',
    },
    prepareBody: 'Die Zahlung wird hier erstellt und in der Wallet mit dem Spend Key signiert.',
    ready: 'Die Zahlung ist bereit zum Signieren',
    readyBody:
      'Noch ist nichts gesendet. Übertrage sie zur Wallet mit dem Spend Key und signiere sie dort unter Tools, Offline-Signieren.',
    another: 'Weitere Zahlung vorbereiten',
    file: 'unsignierte Zahlung',
    signedFile: 'signierte Zahlung',
    outputsFile: 'Coins',
    keyImagesFile: 'Key-Images',
    sign: 'Zahlung signieren',
    signBody:
      'Aus deiner Beobachtungs-Wallet. Was sie bewirkt, wird hier berechnet, aus den Coins und Schlüsseln dieser Wallet.',
    unsigned: 'Unsignierte Zahlung',
    more: 'Weitere Zahlung signieren',
    connected:
      'Dieses Gerät ist mit einem Netz verbunden. Behalte die Wallet mit dem Spend Key auf einem Gerät im Flugmodus: Zum Signieren braucht es kein Netz.',
    disconnected: 'Dieses Gerät ist im Flugmodus, wie es sein soll.',
    signed: 'Die Zahlung ist signiert',
    signedBody: 'Übertrage sie zurück zur Beobachtungs-Wallet und sende sie dort. Wer sie hat, kann sie senden.',
    send: 'Signierte Zahlung senden',
    sendBody: 'Aus deiner Wallet mit dem Spend Key. Sie wird vor dem Senden mit den Coins dieser Wallet verglichen.',
    signedSet: 'Signierte Zahlung',
    copies: 'Beide Wallets auf denselben Stand bringen',
    copiesHot:
      'Eine Zahlung enthält alles Nötige. Wenn das Guthaben hier Coins zählt, die anderswo ausgegeben wurden, übertrage die Liste der Coins zur Wallet mit dem Spend Key und deren Key-Images zurück.',
    copiesCold:
      'Eine Zahlung enthält alles Nötige. Wenn die Beobachtungs-Wallet ein falsches Guthaben zeigt, importiere ihre Liste der Coins und gib ihr die Key-Images.',
    outputs: 'Liste der Coins aus der Beobachtungs-Wallet',
    exportOutputs: 'Liste der Coins exportieren',
    importOutputs: 'Liste der Coins importieren',
    imported: { one: 'Diese Wallet kennt jetzt 1 Coin.', other: 'Diese Wallet kennt jetzt {{ count }} Coins.' },
    exportKeyImages: 'Key-Images exportieren',
    keyImages: 'Key-Images aus der Wallet mit dem Spend Key',
    importKeyImages: 'Key-Images importieren',
    importedKeyImages: 'Das Guthaben ist jetzt {{ owned }}. Ausgegeben: {{ spent }}.',
    privacy: 'Beide Listen zeigen, welche Coins deine sind. Sie sind mit dem View Key der Wallet verschlüsselt.',
    older: 'Die andere Wallet ist Monero vor 0.18.1.1',
    olderHint:
      'Zahlungen und Listen von Coins werden in der Form geschrieben, die sie liest. Programme seit 2022 brauchen dies ausgeschaltet.',
    multisig: 'Eine gemeinsame Wallet wird nicht offline signiert',
    multisigHint: 'Ihre Teilnehmer signieren ihre Zahlungen nacheinander.',
  },
}
