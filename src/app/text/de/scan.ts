// Texts of QR codes that are shown to a camera, and of the camera that reads them.
import type { scan as english } from '../en/scan.ts'
import type { TranslationOf } from '../translation.ts'

export const scan: TranslationOf<typeof english, 'de'> = {
  scan: {
    show: 'Als QR-Codes anzeigen',
    hide: 'QR-Codes ausblenden',
    code: 'QR-Code',
    parts: 'Halte die Kamera des anderen Geräts vor diesen Code, bis sie {{ count }} Teile gelesen hat.',
    slower: 'Langsamer, größere Punkte',
    faster: 'Schneller',
    open: 'QR-Codes scannen',
    view: 'Kamera',
    hint: 'Halte die Codes, die das andere Gerät zeigt, vor diese Kamera.',
    progress: '{{ percent }}\u00a0% gelesen',
    wrongKind: 'Dieser Code wird hier nicht gebraucht. Er enthält: {{ kind }}.',
    other: 'etwas anderes',
    kinds: {
      output: 'eine Liste von Coins',
      keyimage: 'Key-Images',
      txunsigned: 'eine unsignierte Zahlung',
      txsigned: 'eine signierte Zahlung',
    },
    camera: {
      missing: 'Hier gibt es keine Kamera. Wähle stattdessen eine Datei oder füge den Text ein.',
      denied:
        'Der Browser lässt die Kamera nicht zu. Erlaube sie in den Einstellungen dieser Website und versuche es noch einmal.',
      busy: 'Ein anderes Programm nutzt die Kamera. Schließ es und versuche es noch einmal.',
      paused:
        'Der Browser spielt das Bild der Kamera nicht ab. Erlaube dieser Website die automatische Wiedergabe oder schalte den Energiesparmodus aus, und versuche es noch einmal.',
      ended: 'Die Kamera wurde ausgeschaltet. Schließ sie an oder erlaube sie wieder, und öffne dieses Fenster neu.',
    },
    damaged: 'Dieser Code konnte nicht gelesen werden. Halte die Kamera ruhig.',
  },
}
