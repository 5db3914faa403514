// Texts of what the wallet refuses to take, sign or make: transfer sets, lists of coins, signing data, proofs, and orders of names.
import type { refusals as english } from '../en/refusals.ts'
import type { TranslationOf } from '../translation.ts'

export const refusals: TranslationOf<typeof english, 'de'> = {
  setError: {
    foreign:
      'Abgelehnt, es wurde nichts ausgeführt: Die Zahlung gibt Coins aus, die nicht aus dieser Wallet sind, oder nennt falsche Beträge. Lass sie mit dieser Wallet neu vorbereiten.',
    unknown:
      'Diese Wallet hat noch nicht alle Coins dieser Zahlung gefunden, es wurde nichts ausgeführt. Lass sie synchronisieren und versuche es noch einmal.',
    spent: 'Coins dieser Zahlung sind schon ausgegeben, es wurde nichts ausgeführt. Lass sie neu vorbereiten.',
    spentCoins:
      'Coins dieser Zahlung sind schon ausgegeben: {{ coins }}. Es wurde nichts signiert oder gesendet. Bring beide Wallets auf denselben Stand und lass die Zahlung dann neu vorbereiten.',
    frozen:
      'Diese Zahlung gibt Coins aus, die du eingefroren hast, es wurde nichts ausgeführt. Taue sie auf oder lass eine andere Zahlung vorbereiten.',
    change:
      'Abgelehnt, es wurde nichts ausgeführt: Das Wechselgeld dieser Zahlung käme nicht in diese Wallet zurück. Frag die Person, die sie vorbereitet hat.',
    recipients:
      'Abgelehnt, es wurde nichts ausgeführt: Diese Zahlung hat keinen gültigen Empfänger oder einen, der nichts bekommt. Lass sie neu vorbereiten.',
    fee: 'Abgelehnt, es wurde nichts ausgeführt: Diese Zahlung hat keine Gebühr oder eine höhere, als diese Wallet erlaubt. Lass sie neu vorbereiten oder erhöhe die Grenze in den Einstellungen.',
    signature:
      'Abgelehnt, es wurde nichts ausgeführt: Eine Signatur oder ein Key-Image dieser Zahlung ist falsch. Lass sie neu signieren.',
    form: 'Abgelehnt, es wurde nichts ausgeführt: Diese Zahlung ist nicht so aufgebaut, wie es in diesem Netzwerk sein muss, oder sie wurde unterwegs verändert. Übertrage sie noch einmal oder lass sie neu vorbereiten.',
  },
  proofError: {
    'watch-only': 'Diese Wallet kann nur beobachten: Erstelle den Nachweis in der Wallet mit dem Spend Key.',
    shared:
      'Eine gemeinsame Wallet kann diesen Nachweis nicht erstellen, weil kein Teilnehmer den ganzen Spend Key hat.',
    'not-ours': 'Diese Wallet hat diese Transaktion nicht erstellt. Wähle eine, die sie gesendet hat.',
    'no-key':
      'Diese Wallet hat den Schlüssel dieser Transaktion nicht. Nur die Wallet, die sie gesendet hat, hat ihn; eine wiederhergestellte nicht.',
    'nothing-received': 'Diese Transaktion hat an diese Adresse nichts gezahlt. Prüfe beide.',
    'no-balance': 'Diese Wallet hat keine Coins, die sie nachweisen könnte.',
    balance: 'Dieses Konto hat weniger als diesen Betrag. Gib einen kleineren ein.',
    amount: 'Der Betrag des Nachweises muss größer als null sein.',
    subaddress: 'Das ist eine Unteradresse. Gib die Hauptadresse des Inhabers ein.',
    address: 'Dieser Nachweis gehört zu einer anderen Adresse. Prüfe die Adresse.',
    unconfirmed: 'Eine Transaktion dieses Nachweises ist noch in keinem Block. Versuche es später noch einmal.',
    old: 'Diese Transaktion gibt Coins aus der Zeit vor verborgenen Beträgen aus. Sie lässt sich nicht nachweisen.',
    form: 'Dieser Nachweis ist unvollständig oder passt nicht zu dieser Transaktion. Kopiere ihn vollständig und prüfe die ID der Transaktion.',
    node: 'Der Node hat eine andere Transaktion geliefert, als der Nachweis braucht. Wähle in den Einstellungen einen anderen Node und versuche es noch einmal.',
    signingKey: 'In diesem Netzwerk werden Nachrichten nur mit dem Spend Key signiert.',
  },
  outputsError: {
    foreign:
      'Die Liste wurde abgelehnt, nichts davon wurde importiert: Sie enthält Coins einer anderen Wallet. Exportiere sie aus einer Kopie dieser Wallet.',
    gap: 'Die Liste beginnt nach Coins, die diese Wallet noch nicht kennt; nichts davon wurde importiert. Exportiere alle Coins.',
    hot: 'Diese Wallet hat die Blockchain selbst gelesen und kennt ihre Coins. Nur eine Wallet, die nie einen Node benutzt hat, nimmt eine Liste an.',
    shared:
      'Eine gemeinsame Wallet nimmt keine Listen von Coins an. Tauscht stattdessen Signierdaten aus: Tools, Gemeinsame Wallet.',
  },
  signingDataError: {
    count: 'Die Zahl der Teilnehmer passt nicht: Gib die Signierdaten jedes anderen Teilnehmers einmal ein.',
    stranger:
      'Diese Signierdaten sind von jemandem, der an dieser Wallet nicht teilnimmt (Schlüssel {{ signer }}); nichts wurde importiert.',
    twice: 'Es gibt verschiedene Signierdaten von einem Teilnehmer (Schlüssel {{ signer }}). Verwende nur die neueren.',
    outdated:
      'Du hast schon neuere Signierdaten dieses Teilnehmers importiert (Schlüssel {{ signer }}). Bitte um die neuesten.',
    contradiction:
      'Die Signierdaten eines Teilnehmers (Schlüssel {{ signer }}) widersprechen denen der anderen; nichts wurde importiert. Lasst alle Wallets synchronisieren und tauscht neue Signierdaten aus. Geschieht es wieder, sendet jemand falsche Daten.',
  },
  orderError: {
    priority: 'Mit diesem Tempo lassen sich keine Namen bestellen. Wähle ein anderes.',
    unknown: 'Dieser Name ist nicht registriert, oder er ist abgelaufen. Prüfe die Schreibweise.',
    foreign: 'Dieser Name gehört nicht dieser Wallet. Ändern kann ihn sein Inhaber oder der Ersatzinhaber.',
    signature: 'Das ist keine Signatur. Sie hat 128 Zeichen, 0–9 und a–f: Kopiere sie vollständig.',
    unchanged: 'An diesem Namen würde sich nichts ändern. Gib einen anderen Wert oder Inhaber ein.',
  },
}
