// Texts of the tool for multisig wallets: their key exchange, and their payments.
import type { multisig as english } from '../en/multisig.ts'
import type { TranslationOf } from '../translation.ts'

export const multisig: TranslationOf<typeof english, 'de'> = {
  multisig: {
    guide: {
      about:
        'Mehrere Personen teilen sich eine Wallet, und eine Zahlung braucht die Signaturen von einigen: zum Beispiel 2 von 3. Niemand kann allein etwas ausgeben, und die Wallet übersteht den Verlust einzelner Geräte.',
      needs:
        'Eine neue, leere Wallet für jeden Teilnehmer: Die Wallet bekommt neue Adressen, wenn sie zur gemeinsamen wird\nDie Wiederherstellungswörter deiner Wallet, aufgeschrieben\nEinen privaten Weg für Nachrichten, zum Beispiel einen verschlüsselten Messenger: Die erste Nachricht enthält ein Geheimnis',
      steps:
        'Einigt euch, wie viele Personen teilnehmen und wie viele signieren müssen.\nAlle geben ihre erste Nachricht an alle anderen und geben deren Nachrichten ein.\nWiederholt das mit den Nachrichten der nächsten Runde, bis die Wallet sagt, dass ihre Adresse feststeht.\nVergleicht die Adresse miteinander: Sie muss bei allen gleich sein.\nAlle sichern ihren eigenen Teil.',
      final:
        'Wenn so viele Teilnehmer ihren Teil verlieren, dass zu wenige zum Signieren bleiben, sind die Coins verloren. Die Umwandlung dieser Wallet in eine gemeinsame lässt sich nicht rückgängig machen: Ihre jetzigen Adressen, ihr Verlauf und ihre Bezeichnungen sind dann nicht mehr darin.',
    },
    notWatchOnly: 'Eine Beobachtungs-Wallet kann keine gemeinsame werden',
    notWatchOnlyHint: 'Nimm eine Wallet mit eigenen Wiederherstellungswörtern.',
    make: 'Diese Wallet zur gemeinsamen machen',
    hasCoins:
      'Diese Wallet hat Coins. Sie bleiben an den jetzigen Adressen und sind dann nur noch mit den Wiederherstellungswörtern zugänglich. Nimm besser eine neue, leere Wallet.',
    total: 'Teilnehmer, dich eingeschlossen',
    threshold: 'Signaturen für eine Zahlung',
    loss: 'Die Coins sind verloren, wenn mehr als {{ spare }} der {{ total }} Teilnehmer ihren Teil verlieren.',
    lossAll: 'Alle müssen signieren: Wenn ein Teilnehmer seinen Teil verliert, sind die Coins verloren.',
    first: 'Deine erste Nachricht',
    firstBody:
      'Sie enthält ein Geheimnis: Wer alle ersten Nachrichten hat, sieht die Zahlungen der gemeinsamen Wallet. Sende sie nur den Teilnehmern, und nur privat.',
    firstShow: 'Meine erste Nachricht anzeigen',
    message: 'Deine Nachricht für Runde {{ round }}',
    messageBody: 'Sende sie allen anderen Teilnehmern, bevor du weitermachst.',
    copy: 'Nachricht kopieren',
    others: 'Nachrichten der anderen',
    othersBody: 'Ein Feld für jeden der anderen Teilnehmer, in beliebiger Reihenfolge.',
    other: 'Nachricht von Teilnehmer {{ index }}',
    otherMissing: 'Füge die Nachricht dieses Teilnehmers ein.',
    twice: 'Diese Nachricht steht schon oben. Jeder Teilnehmer hat eine eigene.',
    understand: 'Ich habe die Wiederherstellungswörter dieser Wallet aufgeschrieben',
    understandMissing: 'Schreib zuerst die Wiederherstellungswörter auf: Einstellungen, Wörter und Schlüssel anzeigen.',
    go: 'Gemeinsame Wallet erstellen',
    round: 'Runde {{ round }} des Schlüsselaustauschs',
    roundBody:
      'Alle brauchen die Nachrichten dieser Runde von allen anderen. Nachrichten früherer Runden passen nicht.',
    roundGo: 'Diese Runde abschließen',
    notYet: 'Die Adresse steht noch nicht fest: Empfange vor der letzten Runde keine Coins.',
    ready: 'Die gemeinsame Wallet ist bereit',
    readyBody: '{{ threshold }} von {{ total }} Teilnehmern signieren jede Zahlung.',
    address: 'Adresse der gemeinsamen Wallet',
    compare:
      'Vergleiche sie mit allen anderen Teilnehmern, bevor du Coins empfängst. Wenn sie abweicht, hat jemand eine falsche Nachricht eingegeben: Dann fangen alle mit neuen Wallets von vorn an.',
    lastMessage: 'Deine letzte Nachricht',
    lastMessageBody: 'Vielleicht brauchen andere sie noch, um ihre letzte Runde abzuschließen.',
    backup: 'Sichere deinen Teil',
    backupBody:
      'Jeder Teilnehmer sichert den Seed seines eigenen Teils: Einstellungen, Wörter und Schlüssel anzeigen. Die Wiederherstellungswörter von vorher stellen die gemeinsame Wallet nicht wieder her, und der Seed eines anderen Teilnehmers auch nicht.',
    infos: 'Signierdaten austauschen',
    infosBody:
      'Kein Teilnehmer sieht allein, welche Coins einer gemeinsamen Wallet ausgegeben sind. Vor einer Zahlung, und um das richtige Guthaben zu sehen, exportieren alle ihre Signierdaten und geben die der anderen ein.',
    infosNeeded: 'Neue Coins sind eingegangen: Tauscht vor der nächsten Zahlung Signierdaten aus.',
    infoExport: 'Meine Signierdaten exportieren',
    infoFile: 'Signierdaten eines Teilnehmers',
    infoReplaces: 'Sende sie den anderen. Sie ersetzen die zuvor exportierten, die nicht mehr verwendet werden dürfen.',
    info: 'Signierdaten von Teilnehmer {{ index }}',
    infoGo: 'Signierdaten eingeben',
    infoTooFew: {
      one: 'Gib die Signierdaten von mindestens 1 anderen Teilnehmer ein.',
      other: 'Gib die Signierdaten von mindestens {{ count }} anderen Teilnehmern ein.',
    },
    infoDone: 'Die Signierdaten sind eingegeben. Enthaltene Coins: {{ count }}.',
    faults: {
      none: 'Füge zuerst die Nachrichten der anderen ein.',
      threshold: 'Diese Anzahl von Signaturen passt nicht zur Anzahl der Teilnehmer.',
      count: 'Diese Anzahl von Teilnehmern ist nicht möglich.',
      round: 'Eine Nachricht gehört zu einer anderen Runde. Bitte ihren Absender um die Nachricht dieser Runde.',
      duplicate:
        'Zwei verschiedene Nachrichten kommen vom selben Teilnehmer. Bitte um die richtige und verwende jede Nachricht nur einmal.',
      missing: 'Eine Nachricht fehlt. Es muss von jedem anderen Teilnehmer eine geben.',
      foreign:
        'Eine Nachricht gehört zu einer anderen Runde oder zu einer anderen gemeinsamen Wallet. Bitte ihren Absender um die richtige.',
      keys: 'Ein Teilnehmer hat Schlüssel gesendet, die nicht seine eigenen sind. Bitte alle Teilnehmer um neue Nachrichten.',
      disagreement:
        'Die Teilnehmer sind sich nicht einig: Jemand hat andere Nachrichten eingegeben als du. Alle fangen mit neuen Wallets von vorn an.',
      finished: 'Der Schlüsselaustausch ist schon abgeschlossen.',
    },
    badMessage:
      'Das ist keine Nachricht eines Teilnehmers für diese Runde, oder sie ist unvollständig. Kopiere sie ganz.',
  },
  multisigPayment: {
    guide: {
      about:
        'Ein Teilnehmer schlägt eine Zahlung vor. Die anderen signieren sie nacheinander, bis genug signiert haben. Dann sendet sie einer von ihnen. Zwischen den Teilnehmern wird sie als kleine Datei oder als Text weitergegeben.',
      needs:
        'Signierdaten der signierenden Teilnehmer, seit der letzten Zahlung exportiert\nSo viele Teilnehmer, wie signieren müssen, jeder mit seinem Teil der Wallet\nEinen Weg, Dateien oder Texte weiterzugeben, zum Beispiel einen Messenger',
      steps:
        'Alle exportieren unten ihre Signierdaten und geben die der anderen ein.\nEin Teilnehmer bereitet die Zahlung unter „Senden“ vor und speichert sie. Damit hat er sie signiert.\nDer nächste Teilnehmer öffnet sie unten, liest, was sie zahlt, signiert sie und speichert die neue Datei. Das wiederholt sich, bis genug signiert haben.\nEin beliebiger Teilnehmer öffnet unten die letzte Datei und sendet sie.\nVor der nächsten Zahlung exportieren alle neue Signierdaten.',
      final:
        'Lies Empfänger und Beträge, bevor du signierst: Deine eigene Wallet hat sie berechnet. Nutze deinen Teil nur auf einem Gerät: Wenn zwei Kopien davon mit denselben Signierdaten signieren, können die anderen Teilnehmer aus den Signaturen deinen Schlüssel berechnen.',
    },
    prepareBody: 'Die Zahlung wird hier erstellt und signiert. Danach signieren sie andere Teilnehmer nacheinander.',
    proposed: 'Die Zahlung ist vorgeschlagen',
    proposedBody:
      'Noch ist nichts gesendet. Du hast sie signiert; {{ threshold }} von {{ total }} Teilnehmern müssen signieren. Gib sie dem nächsten, der sie unter Tools, Gemeinsame Wallet signiert.',
    file: 'vorgeschlagene Zahlung',
    signedFile: 'Zahlung, signiert von {{ signatures }} von {{ threshold }}',
    keep: 'Speichere oder kopiere sie, bevor du diesen Bildschirm verlässt: Die Wallet bewahrt sie nicht auf und signiert sie kein zweites Mal.',
    open: 'Gemeinsame Wallet öffnen',
    propose: 'Weitere Zahlung vorbereiten',
    read: 'Zahlung signieren oder senden',
    readBody:
      'Von einem anderen Teilnehmer. Was sie bewirkt, wird hier berechnet, aus den Coins und Schlüsseln dieser Wallet.',
    set: 'Zahlung eines Teilnehmers',
    signatures: 'Signaturen',
    count: '{{ signatures }} von {{ threshold }}, ohne deine',
    countOwn: '{{ signatures }} von {{ threshold }}, mit deiner',
    keepComplete:
      'Sende oder speichere sie, bevor du diesen Bildschirm verlässt: Die Wallet bewahrt sie nicht auf und signiert sie kein zweites Mal.',
    handOn: 'Du hast diese Zahlung signiert',
    handOnBody: 'Gib sie dem nächsten Teilnehmer, der sie auch signiert.',
    complete: 'Genug Teilnehmer haben signiert. Jeder von ihnen kann sie senden, einmal.',
    handOnInstead: 'Einen anderen Teilnehmer senden lassen',
    another: 'Andere Zahlung öffnen',
    after: 'Vor der nächsten Zahlung exportieren alle neue Signierdaten und geben die der anderen ein.',
  },
}
