// Texts of the settings of this device: storage, installation, links, notifications.
import type { device as english } from '../en/device.ts'
import type { TranslationOf } from '../translation.ts'

export const device: TranslationOf<typeof english, 'de'> = {
  device: {
    title: 'Dieses Gerät',
    storage: 'Speicher',
    used: '{{ used }} von {{ quota }}',
    usedAlone: '{{ used }}',
    kept: 'Bleibt, bis du es entfernst',
    keptNot: 'Der Browser darf es löschen, wenn der Speicherplatz knapp wird',
    keep: 'Immer behalten',
    keepRefused:
      'Der Browser hat nicht zugestimmt. Oft tut er es, wenn die Seite installiert ist oder einige Tage genutzt wurde. Bewahre auf jeden Fall deine Wiederherstellungswörter auf.',
    keepDone: 'Der Browser behält die Wallets dieser Seite.',
    install: 'Als App installieren',
    installHint: 'Sie öffnet sich in einem eigenen Fenster und funktioniert ohne Netz.',
    installLater: 'Nein, danke',
    installBy: {
      ios: 'In Safari: Teilen, dann Zum Home-Bildschirm.',
      safari: 'In Safari: Ablage, dann Zum Dock hinzufügen.',
      firefox: 'In Firefox: das Menü, dann Installieren oder Zum Startbildschirm hinzufügen.',
    },
    installed: 'Als App installiert.',
    links: 'Zahlungslinks öffnen',
    linksHint:
      'Links wie web+monero: auf anderen Websites öffnen hier das Formular für eine Zahlung. Der Browser fragt dich vorher.',
    linksDone:
      'Der Browser hat dich zu jeder Währung gefragt. Was du gewählt hast, steht in den Einstellungen des Browsers.',
    arrivals: 'Über Zahlungen benachrichtigen',
    arrivalsHint: 'Solange diese Seite im Hintergrund offen ist. Mitteilungen zeigen keine Beträge.',
    arrivalsDenied:
      'Der Browser lässt keine Mitteilungen zu. Erlaube sie in den Einstellungen dieser Website und versuche es noch einmal.',
    linksDenied: 'Dieser Browser lässt Seiten keine Zahlungslinks öffnen.',
    arrivedTitle: '{{ name }}',
    arrived: { one: 'Eine Zahlung ist eingegangen.', other: '{{ count }} Zahlungen sind eingegangen.' },
  },
}
