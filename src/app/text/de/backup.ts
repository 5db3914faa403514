// Texts about backup files.
import type { backup as english } from '../en/backup.ts'
import type { TranslationOf } from '../translation.ts'

export const backup: TranslationOf<typeof english, 'de'> = {
  backup: {
    title: 'Backup-Datei wiederherstellen',
    link: 'Backup-Datei wiederherstellen',
    linkHint: 'Du hast ein Backup einer Wallet in Faba gespeichert, hier oder auf einem anderen Gerät.',
    body: 'Eine Backup-Datei enthält die ganze Wallet: Schlüssel, Verlauf, Notizen, Bezeichnungen, Kontakte und Einstellungen.',
    file: 'Backup-Datei',
    fileHint: 'Ihr Name endet auf .faba-backup. Wähle sie aus oder zieh sie hierher.',
    fileMissing: 'Wähle zuerst die Backup-Datei aus.',
    passwordHint:
      'Das Passwort, das die Wallet hatte, als das Backup gespeichert wurde. Es wird auch hier ihr Passwort.',
    name: 'Name der Wallet (optional)',
    nameHint: 'Lass das Feld leer, um den Namen aus dem Backup zu behalten.',
    submit: 'Wallet wiederherstellen',
    save: 'Backup-Datei speichern',
    saveBody:
      'Die Datei enthält die ganze Wallet: Schlüssel, Verlauf, Notizen, Bezeichnungen, Kontakte und Einstellungen. Sie ist mit dem Passwort dieser Wallet verschlüsselt. Wer die Datei und das Passwort hat, kann die Coins nehmen. Bewahre auch die Wiederherstellungswörter auf: Sie funktionieren ohne Datei und ohne Faba.',
    saveMultisigBody:
      'Die Datei enthält die ganze Wallet: Schlüssel, Verlauf, Notizen, Bezeichnungen, Kontakte und Einstellungen. Sie ist mit dem Passwort dieser Wallet verschlüsselt. Wer die Datei und das Passwort hat, kann an deiner Stelle signieren. Tauscht nach einer Wiederherstellung neue Signierdaten aus, bevor ihr das nächste Mal zahlt.',
    done: 'Die Backup-Datei wurde gespeichert. Was ab jetzt geschieht, enthält sie nicht.',
    faults: {
      format: 'Das ist keine Backup-Datei von Faba, oder sie ist beschädigt. Versuche es mit einer anderen Kopie.',
      version: 'Dieses Backup wurde mit einer neueren Version von Faba gespeichert. Aktualisiere zuerst Faba.',
      password:
        'Mit diesem Passwort lässt sich das Backup nicht öffnen. Es ist das Passwort, das die Wallet beim Speichern des Backups hatte.',
    },
  },
  storageLoss: {
    phase: 'Die Wallet kann nicht gespeichert werden',
    badge: 'Nicht gespeichert',
    clearedTitle: 'Diese Wallet ist in diesem Browser nicht mehr gespeichert',
    clearedBody:
      'Die Daten dieser Seite wurden gelöscht, während die Wallet offen war: in den Einstellungen des Browsers, von einer anderen Seite dieser Website oder vom Browser, weil der Platz fehlte. Die Wallet ist jetzt nur noch im Arbeitsspeicher dieses Tabs. Wenn du den Tab schließt oder neu lädst, ist sie weg, und nur ihre Wiederherstellungswörter oder ein Backup stellen sie wieder her. Wallets, die nicht offen waren, sind schon weg.',
    saveBackup: 'Jetzt ein Backup speichern',
    writeBack: 'Wieder speichern',
    writtenBack: 'Die Wallet ist wieder in diesem Browser gespeichert.',
    lostTitle: 'Die Wallets sind in diesem Browser nicht mehr gespeichert',
    lostBody:
      'Die Daten dieser Seite wurden gelöscht, während keine Wallet offen war: in den Einstellungen des Browsers, von einer anderen Seite dieser Website oder vom Browser, weil der Platz fehlte. Die Coins liegen sicher in der Blockchain. Stelle jede Wallet aus ihren Wiederherstellungswörtern, einem Backup oder ihren Schlüsseln wieder her.',
    problemTitle: 'Neues wird nicht gespeichert',
    problemBody:
      'Du siehst, was zuletzt gespeichert wurde. Solange Zahlungen nicht gespeichert werden können, werden keine gemacht. Ein Backup auf einem anderen Gerät rettet die Wallet, wenn dieses ausfällt.',
  },
  sheet: {
    print: 'Drucken',
    hint: 'Druckt ein Blatt mit den Wörtern und allem, was zum Wiederherstellen nötig ist. Gemeinsam genutzte Drucker behalten Kopien: Nimm einen eigenen.',
    title: 'Backup-Blatt',
    height: 'Wiederherstellen ab',
    inside: 'Der Monat steckt in den Wörtern',
    needed: 'Nötig. Sie steht nicht auf diesem Blatt.',
    none: 'Keine',
    keptAt: 'Wo dieses Blatt liegt',
    passphraseKeptAt: 'Wo die Passphrase liegt',
    printed: 'Gedruckt am {{ date }}',
    keep: 'Bewahre dieses Blatt trocken auf und dort, wo nur du es erreichst: Wer die Wörter liest, kann die Coins nehmen. Gemeinsam genutzte Drucker behalten Kopien, ebenso Kameras und Clouds.',
  },
}
