// Texts of the settings.
import type { settings as english } from '../en/settings.ts'
import type { TranslationOf } from '../translation.ts'

export const settings: TranslationOf<typeof english, 'de'> = {
  settings: {
    title: 'Einstellungen',
    payments: 'Zahlungen',
    sections: 'Bereiche',
    find: 'Einstellung suchen',
    findNone: 'Keine Einstellung heißt so.',
    access: 'Zugang',
    backup: 'Backup',
    backupHint: 'Notizen, Kontakte, Bezeichnungen und die Wallet selbst.',
    passkey: 'Passkey',
    passkeyHint: 'Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel statt des Passworts.',
    walletFile: 'Dateien für andere Programme',
    walletFileHint: 'Für monero-wallet-cli, oxen-wallet-cli und verwandte Programme.',
    removeThis: 'Diese Wallet vom Gerät entfernen',
    removeHint: 'Du brauchst ihre Wörter, um sie zurückzuholen.',
    wallet: 'Wallet',
    name: 'Name der Wallet',
    nameSave: 'Namen speichern',
    network: 'Netzwerk',
    address: 'Hauptadresse',
    restoreHeight: 'Sucht nach Zahlungen ab',
    nodes: 'Nodes und Privatsphäre',
    connection: 'Verbindung',
    reorgLimit: 'Längste Reorganisation',
    reorgLimitHint: 'Wenn der Node mehr Blöcke ersetzt, hält die Wallet an und fragt dich.',
    reorgDepth: { one: '1 Block', other: '{{ count }} Blöcke' },
    feeLimit: 'Höchste Gebühr',
    feeLimitHint: 'Gebühren gibt der Node vor. Verlangt er mehr als das, wird eine Zahlung nicht ausgeführt.',
    feeOrdinary: 'Übliche Gebühr',
    feeRatio: '{{ ratio }}\u00a0× übliche Gebühr',
    relayAll: 'Über alle meine Nodes senden',
    relayAllHint:
      'Eine Zahlung geht an jeden nutzbaren Node deiner Liste, nicht nur an einen: Kein einzelner Node kann sie zurückhalten. Dafür erfahren mehr Nodes deine IP-Adresse.',
    security: 'Sicherheit und Backup',
    lockLabel: 'Bei Nichtnutzung sperren nach',
    lockNever: 'Nie',
    lockMinutes: { one: '1 Minute', other: '{{ count }} Minuten' },
    lockHours: { one: '1 Stunde', other: '{{ count }} Stunden' },
    hiddenLabel: 'Sperren, wenn die Seite verborgen ist',
    hiddenHint:
      'In einem anderen Tab oder Programm oder bei ausgeschaltetem Bildschirm. Auf einem Telefon ist die Seite auch beim Auswählen einer Datei verborgen.',
    hiddenNever: 'Nein',
    hiddenAtOnce: 'Sofort',
    hiddenMinutes: { one: 'Nach 1 Minute', other: 'Nach {{ count }} Minuten' },
    lockReload: 'Beim Neuladen der Seite wird die Wallet gesperrt: Ihre Schlüssel sind nur im Arbeitsspeicher.',
    reloadLabel: 'Beim Neuladen dieses Tabs entsperrt bleiben',
    reloadHint: 'Wenn du selbst neu lädst, binnen einer Minute, und nie länger, als die Wallet entsperrt bliebe.',
    reloadBody:
      'Eine verschlüsselte Kopie des Schlüssels dieser Wallet bleibt dann bis zu einer Minute nach dem Ende der Seite auf diesem Gerät. Dieser Tab öffnet sie einmal; andere Tabs können es nicht. Lass es aus auf einem Gerät, das auch andere benutzen.',
    reloadAllow: 'Entsperrt bleiben',
    lockNow: 'Jetzt sperren',
    password: 'Passwort ändern',
    passwordOld: 'Aktuelles Passwort',
    passwordNew: 'Neues Passwort',
    passwordRepeat: 'Neues Passwort wiederholen',
    passwordDone: 'Das Passwort wurde geändert.',
    passwordDoneNoPasskey:
      'Das Passwort wurde geändert. Der Passkey entsperrt diese Wallet nicht mehr: Richte ihn neu ein.',
    secrets: 'Wörter und Schlüssel anzeigen',
    secretsBody:
      'Achte darauf, dass niemand sonst den Bildschirm sieht. Wer die Wiederherstellungswörter oder Schlüssel hat, kann die Coins nehmen.',
    viewKey: 'View Key anzeigen',
    viewKeyBody:
      'Achte darauf, dass niemand sonst den Bildschirm sieht. Wer den View Key und die Adresse hat, sieht die Zahlungen dieser Wallet, kann aber keine Coins nehmen.',
    secretsShow: 'Anzeigen',
    secretsWords: 'Wiederherstellungswörter',
    secretsView: 'Geheimer View Key',
    secretsSpend: 'Geheimer Spend Key',
    secretsPassphrase:
      'Diese Wörter stellen diese Wallet nur zusammen mit der Passphrase wieder her, die du für sie gewählt hast.',
    watchQr: 'QR-Code für eine Wallet zum Beobachten',
    watchQrBody:
      'Scanne ihn auf einem anderen Gerät unter „Schlüssel nutzen oder beobachten“, oder in einem anderen Wallet-Programm. Wer ihn sieht, kann verfolgen, was diese Wallet empfängt, aber nichts ausgeben.',
    secretsMultisig: 'Seed deines Teils der gemeinsamen Wallet',
    keysFile: 'Schlüsseldatei speichern',
    keysFileBody:
      'Andere Wallet-Programme öffnen diese Datei mit dem Passwort dieser Wallet: monero-wallet-cli, monero-wallet-rpc und verwandte. Wer die Datei und das Passwort hat, kann die Coins nehmen. Bei Monero wird daneben eine zweite Datei ohne Endung gespeichert, mit Bezeichnungen, Notizen, Kontakten, Empfängern und Transaktionsschlüsseln: Beide gehören in einen Ordner.',
    keysFileMultisigBody:
      'Andere Wallet-Programme öffnen diese Datei mit dem Passwort dieser Wallet: monero-wallet-cli, monero-wallet-rpc und verwandte. Wer die Datei und das Passwort hat, kann an deiner Stelle signieren. Bei Monero wird daneben eine zweite Datei ohne Endung gespeichert, mit Bezeichnungen, Notizen, Kontakten, Empfängern und Transaktionsschlüsseln: Beide gehören in einen Ordner.',
    keysFileDone: 'Die Schlüsseldatei wurde gespeichert.',
    secretsNone:
      'Es gibt keine Wiederherstellungswörter anzuzeigen: Die Wallet wurde aus Schlüsseln wiederhergestellt, oder sie ist eine gemeinsame, deren Schlüsselaustausch nicht abgeschlossen ist.',
    rpc: 'Apps auf dieser Website',
    rpcLabel: 'Wallet-Anfragen von Seiten dieser Website beantworten',
    rpcHint:
      'Seiten unter derselben Adresse wie Faba können dann Guthaben, Zahlungen und Kontakte lesen, indem sie Anfragen an {{ path }} senden. Faba fragt dich, bevor sie zahlen, etwas signieren oder nachweisen, einen Schlüssel oder deine einzelnen Coins lesen oder Kontakte, Coins, den Node, die Wallet oder ihren automatischen Abruf ändern. Lass es aus, außer du betreibst selbst so eine Seite.',
    rpcPaying:
      'Seiten dürfen ohne Rückfrage zahlen, bis die Wallet gesperrt oder geschlossen wird oder du diese Seite neu lädst.',
    rpcRevoke: 'Vor jeder Zahlung fragen',
    rpcUnavailable:
      'In diesem Browser läuft kein Service Worker für Faba, wie in manchen privaten Fenstern. Anfragen an {{ path }} bleiben hier ohne Antwort, und ohne Netz öffnet sich Faba nicht.',
    rpcConsole: 'RPC-Konsole öffnen',
    appearance: 'Anzeige',
    language: 'Sprache',
    languageBrowser: 'Sprache des Browsers',
    languageFailed: 'Die Sprache konnte nicht geladen werden. Prüfe die Verbindung.',
    theme: 'Design',
    themeSystem: 'System',
    themeLight: 'Hell',
    themeDark: 'Dunkel',
    advanced: 'Erweitert',
    rescan: 'Blockchain neu durchsuchen',
    rescanBody:
      'Eine neue Suche löscht die Ergebnisse der letzten und liest die Blockchain noch einmal. Notizen, Bezeichnungen, Kontakte und Schlüssel bleiben.',
    rescanGo: 'Neu durchsuchen',
    rescanDone: 'Die Suche hat begonnen.',
    remove: 'Wallet entfernen',
    removeTitle: '„{{ name }}“ entfernen?',
    removeBody:
      'Ihre Schlüssel werden endgültig von diesem Gerät gelöscht. Ohne die Wiederherstellungswörter sind die Coins verloren.',
    removeWatchBody:
      'Ihr View Key und ihre Notizen werden von diesem Gerät gelöscht. Die Coins bleiben, wo sie sind: Die Wallet mit dem Spend Key hat sie.',
    removeWatchUnderstand: 'Ich möchte diese Wallet hier nicht mehr beobachten',
    removeUnderstand: 'Ich habe die Wiederherstellungswörter oder will die Coins verlieren',
    removeConfirm: 'Endgültig entfernen',
    about: 'Über Faba',
    version: 'Version',
    aboutBody:
      'Faba ist freie Software unter der MIT-Lizenz. Es verbindet sich nur mit den Nodes, die du wählst, und mit einem DNS-Dienst und einem Kursdienst, wenn du sie einstellst.',
    checkUpdate: 'Nach Updates suchen',
    upToDate: 'Das ist die neueste Version.',
    updateUnknown: 'Ob es eine neue Version gibt, ließ sich nicht prüfen. Prüfe die Verbindung.',
  },
}
