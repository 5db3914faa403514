// Texts of errors of payments, names, nodes and the storage. Those that several screens share with their hints are in frame.ts.
import type { errors as english } from '../en/errors.ts'
import type { TranslationOf } from '../translation.ts'

export const errors: TranslationOf<typeof english, 'de'> = {
  paymentError: {
    notEnough:
      'Das Guthaben von {{ available }} reicht nicht für Betrag und Gebühr von zusammen {{ needed }}. Sende weniger oder empfange erst Coins.',
    notYetEnough:
      'Zurzeit sind nur {{ unlocked }} verfügbar, Betrag und Gebühr sind aber zusammen {{ needed }}. Warte, bis mehr verfügbar ist, oder sende weniger.',
    feeTooHigh: 'Diese Coins reichen nicht für Betrag und Gebühr. Sende weniger oder wähle ein langsameres Tempo.',
    nothingAvailable: 'Zurzeit lassen sich keine Coins ausgeben. Warte, bis welche verfügbar sind.',
    nothingWorthFee: 'Kein Coin ist seine Gebühr wert. Wähle ein langsameres Tempo oder empfange zuerst weitere Coins.',
    chainTooYoung:
      'Auf dieser Blockchain gibt es zu wenige Coins, um deine darunter zu verbergen. Warte auf weitere Blöcke und versuche es dann noch einmal.',
    feeLimit:
      'Der Node verlangt eine höhere Gebühr, als du erlaubst. Wähle einen anderen Node oder erhöhe die Grenze in den Einstellungen.',
    feeFromAmounts:
      'Die Gebühr kann von diesen Beträgen nicht abgezogen werden. Bezahle weniger Empfänger auf einmal oder zahle die Gebühr zusätzlich.',
    integratedAlone:
      'Eine integrierte Adresse kann nicht zusammen mit anderen Empfängern bezahlt werden. Bezahle sie einzeln.',
    address: 'Das ist keine Adresse dieser Währung: Vielleicht fehlt ein Zeichen, ist zu viel oder falsch.',
    frozen: 'Einer dieser Coins wurde nach dem Vorbereiten der Zahlung eingefroren. Taue ihn zuerst auf.',
    outdated: 'Coins dieser Zahlung wurden nach ihrem Vorbereiten ausgegeben. Bereite sie neu vor.',
    selfCheck:
      'Die fertige Zahlung hat die Prüfung dieser Wallet nicht bestanden, es wurde nichts gesendet. Versuche es noch einmal oder wähle in den Einstellungen einen anderen Node.',
    notWaiting: 'Diese Zahlung wartet nicht mehr. Bereite sie neu vor.',
    refused:
      'Der Node hat die Zahlung abgelehnt, und es wurde nichts gesendet. Bereite sie neu vor oder wähle einen anderen Node.',
    refusedBecause:
      'Der Node hat die Zahlung abgelehnt, und es wurde nichts gesendet ({{ reason }}). Bereite sie neu vor oder wähle einen anderen Node.',
    doubleSpend:
      'Es wurde nichts gesendet: Coins dieser Zahlung hat eine andere Kopie dieser Wallet schon ausgegeben. Lass diese Wallet synchronisieren und bereite die Zahlung dann neu vor.',
    amountText: 'Das ist kein Betrag in dieser Währung. Gib Ziffern und ein Komma ein, zum Beispiel 12,5.',
    outputs: 'Eine Zahlung von allem kann in höchstens {{ max }} Teile geteilt werden, nicht in {{ count }}.',
    speed: 'Dieses Tempo gibt es für diese Art von Zahlung gerade nicht. Wähle ein anderes.',
    instant:
      'Zurzeit kann keine Sofortzahlung genehmigt werden, und es wurde nichts gesendet. Zahle gewöhnlich, das kostet weniger.',
    coinGone:
      'Einer dieser Coins ist nicht mehr in dieser Wallet. Geh zurück zur Liste der Coins und wähle noch einmal.',
  },
  nodeError: {
    refused: 'Der Node bedient diese Anfrage nicht. Wähle in den Einstellungen einen anderen Node.',
    refusedBecause:
      'Der Node hat diese Anfrage abgelehnt: „{{ reason }}“. Versuche es noch einmal oder wähle in den Einstellungen einen anderen Node.',
    login:
      'Der Node verlangt eine Anmeldung, die diese Seite nicht vornehmen kann. Wähle in den Einstellungen einen anderen Node.',
    timeout:
      'Der Node braucht zu lange für eine Antwort. Versuche es noch einmal oder wähle in den Einstellungen einen anderen Node.',
    busy: 'Der Node ist überlastet oder synchronisiert noch. Versuche es später noch einmal oder wähle in den Einstellungen einen anderen Node.',
    wrongData:
      'Der Node hat Daten gesendet, die nicht zusammenpassen, und es ist nichts geschehen. Versuche es noch einmal. Geschieht es wieder, wähle in den Einstellungen einen anderen Node.',
    wrongNetwork:
      'Der Node gehört zu einem anderen Netzwerk als diese Wallet. Wähle in den Einstellungen einen anderen Node.',
    noTransaction: 'Der Node kennt diese Transaktion nicht. Prüfe ihre ID.',
  },
  nameError: {
    notFound: 'Unter diesem Namen gibt es keine Adresse. Prüfe die Schreibweise.',
    notPublished: '{{ name }} hat keine {{ ticker }}-Adresse.',
    notSigned: 'Dieser Name ist nicht verwendbar: Seine Adresse hat keine gültigen DNSSEC-Signaturen.',
    service:
      'Der DNS-Dienst hat nicht geantwortet, wie er sollte. Versuche es noch einmal oder wähle in den Einstellungen einen anderen Dienst.',
  },
  storageError: {
    blocked: 'In einem anderen Tab läuft eine ältere Version dieser Seite. Schließ ihn und versuche es noch einmal.',
    lost: 'Die Verbindung zum Speicher ist verloren gegangen, und es wurde nichts gespeichert. Lade die Seite neu.',
    cleared:
      'Die Daten dieser Seite wurden gelöscht, während die Wallet offen war, und es wurde nichts gespeichert. Versuche es noch einmal.',
    newer:
      'Eine neuere Version dieser Seite hat den Speicher geändert. Lade die Seite neu, um diese Version zu verwenden.',
    full: 'Der Speicher des Browsers ist voll. Gib Speicherplatz frei und versuche es noch einmal.',
    unreadable: 'Der Speicher des Browsers ist nicht verwendbar. Lade die Seite neu und versuche es noch einmal.',
    damaged:
      'Gespeicherte Daten dieser Wallet sind beschädigt. Stelle die Wallet aus ihren Wiederherstellungswörtern oder einer Backup-Datei wieder her.',
    network: 'Diese Version von Faba kennt das Netzwerk {{ id }} nicht. Aktualisiere Faba, um diese Wallet zu öffnen.',
    reload:
      'Dieser Browser kann eine Wallet nicht offen halten, während die Seite neu lädt. Entsperre sie nach jedem Neuladen wieder.',
  },
  keysError: {
    mismatch: 'Diese Schlüssel gehören nicht zu dieser Adresse. Prüfe jeden Schlüssel und verwende die Hauptadresse.',
    multisigSeed: 'Das ist nicht der Seed eines Teils einer gemeinsamen Wallet. Gib ihn vollständig ein.',
    invalid:
      'Hier ist ein ungültiger Schlüssel enthalten: Er ist beschädigt, oder ein Zeichen ist falsch. Vergleiche ihn mit seiner Quelle.',
    notShared: 'Das kann nur eine gemeinsame Wallet, und diese ist keine.',
  },
  stoppedError: {
    request: 'Diese Anfrage wartet nicht mehr.',
    file: 'Eine Datei der Seite konnte nicht geladen werden. Lade die Seite neu.',
    engine: 'Die Wallet wurde in diesem Tab beendet. Lade die Seite neu.',
    webAssembly:
      'Dieser Browser kann die Kryptografie von Faba nicht ausführen: WebAssembly ist ausgeschaltet oder veraltet. Erlaube es für diese Website oder verwende einen anderen Browser.',
    memory: 'Der Browser hat zu wenig freien Arbeitsspeicher. Schließ andere Tabs und lade die Seite neu.',
    random:
      'Der Browser hat keine brauchbaren Zufallszahlen geliefert, deshalb ist nichts geschehen. Starte den Browser neu und versuche es noch einmal.',
    scanner: 'Der Teil der Seite, der nach Zahlungen sucht, wurde beendet. Lade die Seite neu.',
    devnet: 'Der Entwicklungs-Node dieser Seite wurde beendet. Lade die Seite neu.',
  },
  urlError: {
    login:
      'Die Adresse enthält eine Anmeldung (Name:Passwort@), die eine Webseite nicht senden kann. Nimm einen Node ohne Anmeldung.',
    port: 'Der Port, die Zahl hinter dem Doppelpunkt, ist höchstens 65535.',
  },
  destinationError: {
    coin: 'Das ist ein Zahlungslink oder eine Adresse von {{ coin }}. Diese Wallet hat eine andere Währung: Bitte um eine Adresse dafür.',
    page: 'Das ist die Adresse einer Webseite. Öffne sie und kopiere dort die Adresse oder den Zahlungslink.',
    network:
      'Diese Adresse gehört zu einem anderen Netzwerk: {{ network }}. Bitte um eine Adresse aus dem Netzwerk dieser Wallet.',
    link: 'Dieser Zahlungslink ist beschädigt. Bitte um einen neuen oder füge die Adresse selbst ein.',
    paymentId:
      'Diese Anforderung hat neben der Adresse eine alte Zahlungs-ID, die nicht gesendet werden kann. Bitte um eine integrierte Adresse oder eine Unteradresse.',
  },
  seedError: {
    words: 'Wort {{ position }} steht nicht in der Wortliste. Prüfe die Schreibweise.',
    wrong: 'Diese Wörter sind kein Seed. Ein Seed hat 25 Wörter: Vergleiche jedes mit deinen Notizen.',
    old: 'Diese Wörter stammen aus der alten englischen Liste, die bis 2014 in Gebrauch war. Stelle sie in der Kommandozeilen-Wallet von Monero wieder her und nutze hier deren neue Wörter.',
    check: 'Das ist nicht Wort {{ position }} deiner Wiederherstellungswörter. Vergleiche es mit deinen Notizen.',
    gone: 'Die neuen Wiederherstellungswörter sind weg, weil die Seite neu geladen oder beendet wurde. Erstelle andere.',
    language: 'In dieser Sprache gibt es keine Wiederherstellungswörter. Wähle eine andere.',
  },
  stakeError: {
    full: 'Dieser Service-Node nimmt keine weiteren Coins von dieser Wallet an.',
    contributors: 'Dieser Service-Node hat schon so viele Beteiligte, wie er haben kann.',
    minimum: 'Dieser Service-Node nimmt mindestens {{ minimum }} an.',
    unknown:
      'Der Node kennt keinen Service-Node mit diesem Schlüssel. Prüfe den Schlüssel, und ob der Service-Node registriert ist.',
    registered: 'Dieser Service-Node ist schon registriert.',
    options:
      'Dieser Befehl hat eine Option, die hier nicht möglich ist. Kopiere die Zeile so, wie der Service-Node sie ausgegeben hat.',
  },
  unlockError: {
    none: 'Diese Wallet hat keinen Stake bei diesem Service-Node.',
    requested: 'Die Freigabe wurde schon angefordert. Der Stake ist etwa bei Block {{ height }} frei.',
    foreign: 'Diese Wallet kann diesen Stake nicht freigeben.',
  },
  registrationError: {
    form: 'Dieser Befehl ist unvollständig oder wurde verändert. Kopiere die ganze Zeile, die der Service-Node ausgegeben hat.',
    expired: 'Dieser Befehl ist abgelaufen. Erstelle am Service-Node einen neuen.',
    foreign:
      'Betreiber in diesem Befehl ist eine andere Wallet: Die erste Adresse ist nicht deine Hauptadresse. Erstelle ihn neu mit der Adresse dieser Wallet.',
    signature: 'Dieser Befehl wurde nicht von seinem Service-Node signiert. Erstelle am Service-Node einen neuen.',
  },
  entryError: {
    fileTooLarge: 'Diese Datei ist zu groß: höchstens {{ limit }}.',
    contact: 'Die Kontakte haben sich inzwischen geändert. Prüfe sie und versuche es noch einmal.',
    walletName: 'Dieser Name ist zu lang oder steht für einen Ordner. Wähle einen anderen.',
    hex: 'Dieser Text hat eine falsche Länge oder andere Zeichen als 0–9 und a–f. Kopiere ihn noch einmal vollständig.',
    data: 'Diese Daten sind unvollständig oder wurden unterwegs verändert. Kopiere, exportiere oder scanne sie noch einmal.',
    decryption:
      'Diese Daten lassen sich nicht entschlüsseln: Sie wurden für eine andere Wallet oder mit einem anderen Passwort erstellt oder unterwegs verändert.',
    paymentId: 'Eine Zahlungs-ID hat 16 Zeichen, 0–9 und a–f, und nicht alle sind 0.',
    address: 'Ein solches Konto oder eine solche Adresse hat diese Wallet nicht. Wähle etwas anderes.',
    tag: 'Kein Konto hat dieses Etikett mehr. Gib es zuerst einem Konto.',
    settings:
      'Diese Einstellungen wurden nicht gespeichert: Ein Wert ist nicht möglich, oder die Adresse eines Nodes fehlt. Prüfe sie alle.',
  },
}
