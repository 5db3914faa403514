// Texts of the frame: navigation, actions, sync state, errors, and the screens of a tab without a wallet.
import type { frame as english } from '../en/frame.ts'
import type { TranslationOf } from '../translation.ts'

export const frame: TranslationOf<typeof english, 'de'> = {
  app: {
    name: 'Faba',
    installedName: 'Faba Wallet',
    description: 'Eine private Wallet, die in deinem Browser lebt. Die Schlüssel verlassen nie das Gerät.',
    tagline: 'Eine private Wallet, die in deinem Browser lebt.',
    starting: 'Wird gestartet\u00a0…',
    skip: 'Zum Inhalt springen',
    loading: 'Wird geladen\u00a0…',
  },
  nav: {
    label: 'Hauptmenü',
    home: 'Start',
    send: 'Senden',
    receive: 'Emp\u00adfangen',
    history: 'Verlauf',
    coins: 'Coins',
    contacts: 'Kontakte',
    tools: 'Tools',
    settings: 'Einstel\u00adlungen',
    lock: 'Wallet sperren',
    close: 'Wallet schließen',
    nodes: 'Nodes',
    more: 'Mehr',
  },
  networkKind: {
    mainnet: 'Hauptnetz',
    testnet: 'Testnetz',
    stagenet: 'Stagenet',
    devnet: 'Devnet',
    regtest: 'Übung',
  },
  shortcuts: {
    title: 'Tasten',
    search: 'Auf diesem Bildschirm suchen',
    add: 'Neue Zahlung, Adresse oder neuer Kontakt',
    submit: 'Formular absenden',
    hint: 'Die Tasten wirken, solange kein Feld den Fokus hat.',
  },
  more: {
    coins: 'Coins einfrieren, zusammenlegen und wählen',
    contacts: 'Namen für Adressen',
    tools: 'Nachweise, Offline-Signieren, gemeinsame Wallets',
    nodes: 'Woher die Wallet ihre Daten hat',
    settings: 'Sicherheit, Backup, Anzeige',
  },
  action: {
    back: 'Zurück',
    cancel: 'Abbrechen',
    continue: 'Weiter',
    save: 'Speichern',
    saved: 'Gespeichert',
    close: 'Schließen',
    copied: 'Kopiert',
    copyFailed: 'Kopieren nicht möglich',
    copyChanged: 'Ein anderes Programm hat es geändert',
    retry: 'Erneut versuchen',
    home: 'Zur Startseite',
  },
  leaving: {
    title: 'Diese Wallet verlassen?',
    lost: 'Dabei wird verworfen, was du unter {{ places }} eingegeben hast.',
    lockKeeps: 'Gesperrt behält die Wallet es einen Tag lang, verschlüsselt, und zeigt es wieder.',
    discard: 'Verwerfen und verlassen',
  },
  otherTab: {
    title: 'Faba ist in einem anderen Tab geöffnet',
    body: 'Deine Schlüssel können immer nur in einem Tab sein. So wird nicht versehentlich doppelt gezahlt.',
    use: 'Hier nutzen',
    takingOver: 'Der andere Tab wird geschlossen\u00a0…',
  },
  framed: {
    title: 'Faba öffnet sich nicht in einer anderen Seite',
    body: 'Die Seite außen herum könnte deine Klicks lenken. Öffne Faba in einem eigenen Tab und prüfe die Adresse.',
    open: 'Faba in neuem Tab öffnen',
  },
  insecure: {
    title: 'Diese Adresse ist nicht sicher',
    body: 'Browser erlauben Schlüssel und Speicher nicht auf Seiten mit unverschlüsselter Verbindung. Öffne Faba über https:// oder auf diesem Gerät unter http://localhost.',
  },
  unsupported: {
    title: 'Faba läuft in diesem Browser nicht',
    storage:
      'Der Browser lässt Faba keine Wallet speichern. Erlaube dieser Website in den Einstellungen des Browsers, Cookies und Websitedaten zu speichern. Manche privaten Fenster erlauben es nie: Nutze dann ein normales Fenster.',
    webAssembly:
      'WebAssembly ist ausgeschaltet, und Faba braucht es. Sicherheitsmodi wie der Blockierungsmodus von Apple-Geräten schalten es aus: Mach eine Ausnahme für diese Website oder öffne Faba in einem anderen Browser.',
    update:
      'Dem Browser fehlt eine Funktion, die Faba braucht: {{ feature }}. Aktualisiere den Browser oder öffne Faba in einem aktuellen Firefox, Chrome, Edge oder Safari.',
  },
  crashed: {
    title: 'Die Wallet wurde angehalten',
    body: 'Alles bisher Gespeicherte ist sicher. Lade die Seite neu und öffne die Wallet wieder.',
    reload: 'Neu laden',
  },
  failure: {
    title: 'Auf diesem Bildschirm gibt es ein Problem',
    body: 'Deine Wallet ist sicher. Versuche es noch einmal oder öffne einen anderen Bildschirm.',
  },
  update: {
    ready: 'Eine neue Version von Faba ist bereit.',
    waits: 'Eine neue Version von Faba ist bereit. Sie startet, wenn deine Zahlung gesendet oder abgebrochen ist.',
    now: 'Jetzt aktualisieren',
    later: 'Später',
    title: 'Faba wird aktualisiert',
    body: 'Die Wallet schließt sich und die neue Version startet. Das dauert ein paar Sekunden.',
    blocked:
      'Deine Wallet ist geschlossen und sicher. Um die Aktualisierung abzuschließen, stelle eine Internetverbindung her und versuche es noch einmal, oder schließ alle Tabs von Faba und öffne es neu.',
    stay: 'Zurück zu Faba',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    body: 'Unter dieser Adresse gibt es keine Seite.',
    home: 'Zum Anfang',
  },
  sync: {
    label: 'Synchronisierung',
    connecting: 'Verbindung zum Node wird hergestellt\u00a0…',
    syncing: 'Zahlungen werden gesucht',
    synced: 'Aktuell',
    onRequest: 'Abruf aus',
    onRequestHint: 'Der automatische Abruf ist aus oder selten. Neue Zahlungen erscheinen erst, wenn du prüfst.',
    onRequestResume: 'Automatischen Abruf einschalten',
    badgeConnecting: 'Verbindet\u00a0…',
    badgeOffline: 'Offline',
    badgeStopped: 'Wartet auf dich',
    offline: 'Node nicht erreichbar',
    offlineHint:
      'Dein Guthaben ist das vom zuletzt durchsuchten Block. Prüfe die Verbindung oder wähle in den Einstellungen einen anderen Node.',
    blocks: 'Block {{ height }} von {{ target }}',
    block: 'Block {{ height }}',
    blocksLeft: { one: 'noch 1 Block', other: 'noch {{ count }} Blöcke' },
    hoursBehind: { one: '1 Stunde im Rückstand', other: '{{ count }} Stunden im Rückstand' },
    daysBehind: { one: '1 Tag im Rückstand', other: '{{ count }} Tage im Rückstand' },
    refresh: 'Jetzt prüfen',
    stopped: 'Wartet auf deine Entscheidung',
    fork: 'Der Node zeigt einen anderen Verlauf',
    forkBody:
      'Ab Block {{ height }} hat der Node andere Blöcke, als deine Wallet durchsucht hat. Das kann ein betrügerischer Node sein. Deine Wallet bleibt, wie sie ist: Vergleiche in den Einstellungen mit einem anderen Node. Wenn dieser Node recht hat, folge ihm.',
    forkGo: 'Ab Block {{ height }} neu durchsuchen',
    outdated: 'Aktualisierung nötig',
    outdatedBody:
      'Ab Block {{ height }} folgt das Netzwerk dem Hard Fork {{ version }}, den diese Version von Faba nicht kennt. Was du siehst, stammt aus den Blöcken davor, und nichts ist verloren. Aktualisiere Faba, um neue Zahlungen zu sehen und zu zahlen. Wenn es keine Aktualisierung gibt, irrt sich vielleicht der Node: Vergleiche in den Einstellungen mit einem anderen.',
    altered: 'Vielleicht fehlen Zahlungen',
    alteredBody:
      'Ein Node hat Transaktionen verändert. Deine Wallet ignoriert veränderte, hat von den früheren Blöcken dieses Nodes aber nur einen Teil geprüft. Durchsuche die Blockchain neu, mit einem Node, dem du vertraust.',
  },
  duration: {
    seconds: 'noch weniger als eine Minute',
    minutes: { one: 'noch etwa 1\u00a0Min.', other: 'noch etwa {{ count }}\u00a0Min.' },
    hours: { one: 'noch etwa 1\u00a0Std.', other: 'noch etwa {{ count }}\u00a0Std.' },
    days: { one: 'noch etwa 1 Tag', other: 'noch etwa {{ count }} Tage' },
    unknown: 'wird geschätzt\u00a0…',
  },
  time: {
    block: 'Block {{ height }}',
    heightValue: '{{ height }} · etwa {{ date }}',
    heightInSentence: '{{ height }} (etwa {{ date }})',
    unix: 'UNIX-Zeit {{ seconds }}',
  },
  error: {
    title: 'Das hat nicht geklappt',
    wrongPassword: 'Das Passwort ist falsch. Prüfe Groß- und Kleinschreibung und versuche es noch einmal.',
    nodeUnreachable:
      'Der Node antwortet nicht. Prüfe die Verbindung oder wähle in den Einstellungen einen anderen Node.',
    noWallet: 'Die Wallet ist geschlossen oder gesperrt. Öffne sie und versuche es noch einmal.',
    multisigInfo:
      'Das sind keine Signierdaten eines Teilnehmers dieser Wallet, oder sie wurden unterwegs verändert. Bitte noch einmal darum.',
    multisigInfoNeeded:
      'Dieser Wallet fehlen Signierdaten der anderen Teilnehmer. Alle exportieren ihre Signierdaten und geben die der anderen ein: Tools, Gemeinsame Wallet.',
    multisigUnsupported: 'Eine gemeinsame Wallet kann das nicht: Ihre Teilnehmer signieren nur Zahlungen.',
    staleNonce:
      'Diese Zahlung nutzt Signierdaten von dir, die verbraucht oder ersetzt sind. Es wurde nichts signiert. Exportiere neue Signierdaten, gib sie den anderen und lass die Zahlung neu vorbereiten.',
    polyseed: {
      count: 'Ein Polyseed hat 16 Wörter. Prüfe, ob keines fehlt oder doppelt ist.',
      words: 'Wort {{ position }} steht nicht in der Wortliste der Polyseeds. Prüfe die Schreibweise.',
      checksum:
        'Die Wörter passen nicht zusammen: Eines ist anders, als du es notiert hast, zwei sind vertauscht, oder der Seed gehört zu einer anderen Währung.',
      features: 'Dieser Polyseed wurde für ein Programm erstellt, das Faba nicht kennt. Stelle ihn dort wieder her.',
      passphrase: 'Dieser Polyseed ist verschlüsselt. Gib seine Passphrase unter „Weitere Optionen“ ein.',
      language: 'Diese Wörter gibt es in mehreren Sprachen. Schreib sie ganz aus, nicht nur ihre ersten Buchstaben.',
      coin: 'Polyseeds gehören zu Monero. Wähle unten ein Netzwerk von Monero.',
    },
    keysFile: {
      password: 'Das Passwort der Dateien ist falsch, oder das ist nicht die Schlüsseldatei einer Wallet.',
      keys: 'Diese Schlüsseldatei ist beschädigt. Nimm die Wiederherstellungswörter oder eine ältere Kopie der Datei.',
      network: 'Diese Schlüsseldatei gehört zu einer Wallet eines anderen Netzwerks. Wähle unten dieses Netzwerk.',
      unsupported:
        'Schlüsseldateien dieser Art von Wallet, zum Beispiel einer Hardware-Wallet, kann Faba nicht öffnen. Stelle die Wallet aus ihren Wörtern wieder her oder gib ihre Schlüssel ein, wenn das andere Programm sie anzeigt.',
    },
    walletCache: {
      password:
        'Die Datei neben der Schlüsseldatei ist nicht lesbar: Sie ist beschädigt oder hat ein anderes Passwort. Entferne sie, um die Wallet ohne ihre Notizen, Bezeichnungen und Empfänger zu öffnen.',
      format:
        'Die Datei neben der Schlüsseldatei hat das Format einer anderen Version. Öffne und schließe die Wallet einmal mit der neuesten Version ihres Programms, oder entferne die Datei, um die Wallet ohne ihre Notizen, Bezeichnungen und Empfänger zu öffnen.',
      keys: 'Die beiden Dateien gehören zu verschiedenen Wallets. Wähle die beiden, die denselben Namen haben.',
    },
    multisigSet: {
      signed: 'Du hast diese Zahlung schon signiert. Gib sie dem nächsten Teilnehmer.',
      'too-many-candidates':
        'Diese Zahlung verlangt zu viele Signaturen auf einmal, und das ist bei dieser Währung nicht sicher. Signiere nach anderen Teilnehmern oder lass sie neu vorbereiten, nur mit den Signierdaten derer, die signieren werden.',
      'too-many-signers': 'Diese Zahlung haben mehr Teilnehmer signiert als nötig. Lass sie neu vorbereiten.',
      complete: 'Diese Zahlung haben schon genug Teilnehmer signiert. Sie kann gesendet werden.',
      incomplete: 'Diese Zahlung haben zu wenige Teilnehmer signiert. Gib sie dem nächsten.',
      signers:
        'Diese Zahlung wurde ohne deine Signierdaten vorbereitet, du kannst sie also nicht signieren. Gib sie einem anderen Teilnehmer, oder gib deine Signierdaten dem Ersteller, der die Zahlung neu vorbereitet.',
      unsafe:
        'Abgelehnt, es wurde nichts signiert: Eine Signatur könnte deinen Schlüssel verraten. Lass die Zahlung neu vorbereiten.',
      failed:
        'Die Signaturen passen nicht zusammen, es wurde nichts gesendet. Der Teil eines Teilnehmers ist falsch, oder Signierdaten waren es. Tauscht neue Signierdaten aus und bereitet die Zahlung neu vor.',
    },
    unknownFork:
      'Das Netzwerk folgt einem neueren Hard Fork, als diese Version von Faba kennt, deshalb wurde nichts gezahlt. Aktualisiere Faba. Wenn es keine Aktualisierung gibt, irrt sich vielleicht der Node: Vergleiche in den Einstellungen mit einem anderen.',
    nameText:
      'Das ist kein gültiger Name. Session-Namen haben bis zu 64 Buchstaben, Ziffern, Binde- und Unterstriche; Lokinet-Namen haben Buchstaben, Ziffern und Bindestriche und enden auf .loki.',
    nameType: 'Diese Art von Namen gibt es hier noch nicht.',
    nameValue:
      'Darauf kann so ein Name nicht verweisen. Eine Session-ID hat 66 Zeichen, 0–9 und a–f, und beginnt mit 05. Eine Lokinet-Adresse hat 52 Zeichen und endet auf .loki.',
    nameOwner: 'Das ist weder eine Adresse dieser Währung noch ein Schlüssel mit 64 Zeichen.',
    watchOnly: 'Diese Wallet kann nur beobachten: Das muss die Wallet mit dem Spend Key tun.',
    utf8: 'Diese Datei ist kein UTF-8-Text. Speichere sie als UTF-8 und versuche es noch einmal.',
    transferSet:
      'Das ist keine solche Zahlung dieser Wallet, oder sie wurde unterwegs verändert. Prüfe die Datei und übertrage sie noch einmal.',
    outputList:
      'Das ist keine Liste von Coins dieser Wallet, oder sie wurde unterwegs verändert. Exportiere sie noch einmal.',
    keyImageList:
      'Das sind keine Key-Images dieser Wallet, oder sie wurden unterwegs verändert. Exportiere sie noch einmal.',
    keyImagesRefused:
      'Die Key-Images wurden abgelehnt, keines wurde importiert: Eine Signatur ist falsch. Exportiere sie noch einmal aus der Wallet mit dem Spend Key.',
    keyImagesNewer:
      'Die Key-Images passen nicht zu den Coins dieser Wallet. Lass sie synchronisieren, übertrage ihre Liste der Coins und exportiere die Key-Images noch einmal.',
    internal:
      'Ein interner Fehler ist aufgetreten. Versuche es noch einmal. Wenn er wieder auftritt, lade die Seite neu.',
  },
}
