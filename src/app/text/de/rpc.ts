// Texts about the wallet RPC: approval requests of pages, and the console.
import type { rpc as english } from '../en/rpc.ts'
import type { TranslationOf } from '../translation.ts'

export const rpc: TranslationOf<typeof english, 'de'> = {
  approval: {
    tab: 'Zustimmung nötig · Faba',
    from: 'Eine Seite dieser Website hat diese Anfrage gesendet ({{ method }}). Erlaube sie nur, wenn du weißt, warum.',
    payTitle: 'Darf eine Seite diese Zahlung ausführen?',
    signSetTitle: 'Darf eine Seite diese Zahlung signieren lassen?',
    signSet:
      'Sobald sie alle nötigen Signaturen hat, kann sie jeder senden, der sie erhält. Dann lässt sie sich nicht mehr rückgängig machen.',
    feeOnTop: 'Die Gebühr kommt hinzu. Eine Zahlung lässt sich nicht rückgängig machen.',
    feeTakenOut: 'Die Gebühr wurde vom Betrag abgezogen. Eine Zahlung lässt sich nicht rückgängig machen.',
    payer: 'Aus Wallet',
    transactions: 'Transaktionen',
    fromAddresses: 'Von Adress-Indizes',
    unlockTime: 'Gesperrt bis',
    sweepTitle: 'Darf eine Seite alles senden?',
    sweepAll: 'Das sendet alles, was Konto {{ account }} jetzt ausgeben kann.',
    sweepGiven:
      'Das sendet alles, was die Adressen mit den Indizes {{ addresses }} von Konto {{ account }} ausgeben können.',
    sweepOne:
      'Das sendet alles, was eine Adresse von Konto {{ account }} ausgeben kann. Die Adresse wird zufällig gewählt.',
    below: 'Nur Coins unter',
    revealTitle: 'Einer Seite ein Geheimnis geben?',
    revealWords:
      'Die Seite erhält deine Wiederherstellungswörter. Wer sie hat, kann alle deine Coins nehmen, jetzt und später.',
    revealView:
      'Die Seite erhält deinen Ansichtsschlüssel. Wer ihn hat, sieht deine eingehenden Zahlungen, jetzt und später.',
    revealSpend:
      'Die Seite erhält deinen Ausgabeschlüssel. Wer ihn hat, kann alle deine Coins nehmen, jetzt und später.',
    revealTxKey:
      'Die Seite erhält den geheimen Schlüssel dieser Zahlung. Wer ihn hat, kann Empfänger und Betrag nachweisen.',
    nodeTitle: 'Darf eine Seite deinen Node wählen?',
    node: 'Der Node liefert der Wallet die Blockchain und sieht deine IP-Adresse. Nutze nur einen Node, dem du vertraust.',
    nodeName: 'Node',
    walletTitle: 'Darf eine Seite eine Wallet erstellen?',
    wallet:
      'Die neue Wallet öffnet sich anstelle dieser. Die Seite kennt vielleicht ihre Wiederherstellungswörter und ihr Passwort: Bewahre keine Coins darin auf.',
    forgetTitle: 'Darf eine Seite deine Aufzeichnungen löschen?',
    forget:
      'Das löscht die Empfänger und geheimen Schlüssel deiner Zahlungen. Erneutes Durchsuchen stellt sie nicht wieder her. Notizen, Bezeichnungen und Kontakte bleiben.',
    passwordTitle: 'Darf eine Seite dein Passwort ändern?',
    password: 'Die Seite bestimmt das neue Passwort. Ohne es kannst du diese Wallet hier nicht wieder öffnen.',
    multisigPrepareTitle: 'Darf eine Seite eine Multisig-Wallet vorbereiten?',
    multisigPrepare:
      'Die Seite erhält eine Nachricht für die anderen Teilnehmer. Sie enthält einen Anteil am Ansichtsschlüssel der Multisig-Wallet: Nur sie dürfen ihn haben.',
    multisigMakeTitle: 'Darf eine Seite diese Wallet in eine Multisig-Wallet umwandeln?',
    multisigMake:
      'Die Wallet bekommt neue Adressen, ihr Verlauf und ihre Bezeichnungen werden entfernt. Coins an den jetzigen Adressen sind dann nur noch mit den Wiederherstellungswörtern zugänglich: Notiere sie zuerst. Coins, die die Multisig-Wallet erhält, können nur gemeinsam mit den anderen Teilnehmern ausgegeben werden.',
    multisigThreshold: 'Signaturen für eine Zahlung',
    multisigOthers: 'Nachrichten anderer Teilnehmer',
    multisigExchangeTitle: 'Schlüsselaustausch dieser Multisig-Wallet fortsetzen?',
    multisigExchange:
      'Die Nachrichten der anderen Teilnehmer bestimmen die Adressen dieser Wallet. Stell sicher, dass sie von ihnen stammen.',
    openTitle: 'Darf eine Seite eine andere Wallet öffnen?',
    open: 'Diese Wallet öffnet sich anstelle der jetzigen, und ihre Adressen werden angezeigt. Eine Seite kennt vielleicht ihre Wiederherstellungswörter.',
    signTitle: 'Einen Text für eine Seite signieren?',
    sign: 'Alle können prüfen, dass der Inhaber dieser Adresse den Text signiert hat. Lies ihn: Eine Signatur kann jemanden anmelden oder ein Versprechen sein.',
    signView:
      'Alle können prüfen, dass jemand mit dem Ansichtsschlüssel dieser Adresse den Text signiert hat. Lies ihn: Eine Signatur kann jemanden anmelden.',
    signed: 'Text',
    address: 'Adresse',
    proofTitle: 'Einer Seite etwas nachweisen?',
    provePayment: 'Wer den Nachweis hat, weiß, dass diese Transaktion an diese Adresse gezahlt hat, und den Betrag.',
    proveSpend: 'Wer den Nachweis hat, weiß, dass diese Wallet die Transaktion erstellt hat.',
    proveReserveAll:
      'Wer den Nachweis hat, kennt deine Hauptadresse und dein ganzes Guthaben und sieht, wann du es ausgibst.',
    proveReserve:
      'Wer den Nachweis hat, kennt deine Hauptadresse, weiß, dass Konto {{ account }} mindestens {{ amount }} enthält, und sieht, wann du es ausgibst.',
    message: 'Nachricht',
    exportTitle: 'Daten an eine Seite exportieren?',
    exportKeyImages:
      'Die Seite erhält signierte Key-Images. Wer sie hat, sieht, welche Coins deine sind und wann du sie ausgibst.',
    exportMultisigInfo:
      'Die Seite erhält, was die anderen Teilnehmer dieser Multisig-Wallet von dir brauchen, um ausgegebene Coins zu finden und Zahlungen vorzubereiten. Was du zuvor exportiert hast, gilt nicht mehr.',
    exportOutputs: 'Die Seite erhält eine Liste deiner Coins. Wer sie hat, sieht, welche Coins deine sind.',
    importTitle: 'Coins von einer Seite importieren?',
    importOutputs:
      'Die Wallet hält die Coins dieser Liste für ihre eigenen: Eine falsche Liste zeigt ein falsches Guthaben.',
    scanTitle: 'Den Node nach Transaktionen fragen?',
    scan: 'Der Node erfährt, dass diese Transaktionen für dich wichtig sind.',
    freezeTitle: 'Coins einfrieren?',
    freeze: 'Eingefrorene Coins werden weder gezählt noch ausgegeben, bis du sie auftaust.',
    thawTitle: 'Coins auftauen?',
    thaw: 'Die Coins werden wieder gezählt und ausgegeben.',
    keyImage: 'Key-Image',
    addContactTitle: 'Darf eine Seite einen Kontakt hinzufügen?',
    addContact:
      'Zahlungen an diesen Kontakt gehen an diese Adresse. Prüfe, ob man dir genau diese Adresse gegeben hat.',
    editContactTitle: 'Darf eine Seite einen Kontakt ändern?',
    editContact:
      'Zahlungen an diesen Kontakt gehen an die neue Adresse. Prüfe, ob man dir genau diese Adresse gegeben hat.',
    deleteContactTitle: 'Darf eine Seite einen Kontakt löschen?',
    deleteContact: 'Der Kontakt wird entfernt. Deine Zahlungen an ihn bleiben im Verlauf.',
    contact: 'Kontakt',
    contactBefore: 'Vorher',
    contactAfter: 'Nachher',
    stakeTitle: 'Darf eine Seite Coins staken?',
    stake:
      'Die Coins sind gesperrt, bis der Service-Node ausläuft. Nach einer Anforderung zur Freigabe dauert das {{ blocks }} Blöcke; nach einer Abmeldung doppelt so viele.',
    register:
      'Der Service-Node wird mit diesen Bedingungen registriert, und die Coins sind gesperrt, bis er ausläuft: {{ blocks }} Blöcke nach einer Anforderung zur Freigabe, doppelt so viele nach einer Abmeldung.',
    serviceNode: 'Service-Node',
    requirement: 'Insgesamt nötig',
    operatorCut: 'Anteil des Betreibers an den Belohnungen',
    reserved: 'Reserviert',
    registrationExpires: 'Registrierung gültig bis',
    staked: 'Stake',
    unlockTitle: 'Darf eine Seite einen Stake freigeben?',
    unlock: {
      one: 'Der Service-Node stoppt etwa bei Block {{ height }}: Dann ist dein Stake frei, und auch der des anderen Beteiligten. Es gibt kein Zurück.',
      other:
        'Der Service-Node stoppt etwa bei Block {{ height }}: Dann ist dein Stake frei, und auch die der {{ count }} anderen Beteiligten. Es gibt kein Zurück.',
    },
    nameTitle: 'Darf eine Seite einen Namen bestellen?',
    nameBuy: 'Der Preis wird vernichtet. Der Inhaber des Namens kann ihn ändern oder weitergeben.',
    nameRenew: 'Der Preis wird vernichtet. Der Name gilt länger; Inhaber und Wert bleiben.',
    nameUpdate: 'Ein neuer Inhaber kann den Namen sofort ändern. Prüfe, ob es der ist, den du meinst.',
    nameSignTitle: 'Änderung eines Namens signieren?',
    nameSign:
      'Wer die Signatur hat, kann diese Änderung ausführen, bis sich der Name anderweitig ändert. Prüfe einen neuen Inhaber.',
    name: 'Name',
    nameValue: 'Steht für',
    nameOwner: 'Inhaber',
    nameBackupOwner: 'Ersatzinhaber',
    nameBlocks: 'Laufzeit in Blöcken',
    namePrice: 'Preis, wird vernichtet',
    sessionHint:
      'Du kannst alle Zahlungen erlauben, bis die Wallet gesperrt oder geschlossen wird oder du diese Seite neu lädst. Seiten zahlen dann, ohne dich zu fragen.',
    more: { one: 'Eine weitere Anfrage folgt.', other: '{{ count }} weitere Anfragen folgen.' },
    once: 'Einmal erlauben',
    session: 'Zahlungen erlauben, bis die Wallet gesperrt wird',
    reveal: 'Der Seite geben',
    refuse: 'Ablehnen',
    refuseAll: 'Alle ablehnen und Anfragen von Seiten ausschalten',
  },
  console: {
    title: 'RPC-Konsole',
    back: 'Zurück zu den Einstellungen',
    off: 'Anfragen von Seiten dieser Website sind in den Einstellungen ausgeschaltet. Jede Anfrage wird abgelehnt.',
    toSettings: 'Einstellungen öffnen',
    choose: 'Methode',
    search: 'Methoden durchsuchen',
    found: { one: '1 Methode', other: '{{ count }} Methoden' },
    none: 'Keine passenden Methoden.',
    effects: {
      read: 'Liest nur',
      write: 'Ändert Daten',
      spend: 'Gibt Coins aus',
      'export-secret': 'Exportiert ein Geheimnis',
    },
    asks: 'Braucht Zustimmung',
    aliases: 'Auch: {{ names }}',
    params: 'Parameter',
    paramsHint: 'JSON. Für weggelassene Parameter gelten die Vorgaben. Strg+Eingabe sendet.',
    paramsBad: 'Kein gültiges JSON: {{ reason }}',
    paramsForm: 'Parameter müssen ein JSON-Objekt sein.',
    noParams: 'Keine Parameter.',
    explained: 'Referenz der Parameter',
    results: 'Referenz der Ergebnisse',
    required: 'erforderlich',
    fallback: 'Vorgabe {{ value }}',
    maybe: 'optional',
    like: '{{ about }}; dieselben Felder wie {{ name }}',
    nothing: 'Ein leeres Objekt.',
    send: 'Anfrage senden',
    reset: 'Parameter zurücksetzen',
    stop: 'Nicht länger warten',
    answer: 'Antwort',
    waiting: 'Warten auf die Antwort\u00a0…',
    took: '{{ time }}\u00a0ms',
    succeeded: 'Erfolg',
    failed: 'Fehler {{ code }}',
    request: 'Anfrage',
    copyAnswer: 'Antwort kopieren',
    copyCurl: 'Als curl kopieren',
    copyFetch: 'Als fetch kopieren',
    stopped: 'Du wartest nicht länger auf die Antwort. Vielleicht hat die Wallet die Anfrage trotzdem ausgeführt.',
    unreachable:
      'Keine Antwort. Anfragen laufen über den Service Worker dieser Seite: Lade sie neu und versuche es noch einmal.',
  },
}
