// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.
import type { receiving as english } from '../en/receiving.ts'
import type { TranslationOf } from '../translation.ts'

export const receiving: TranslationOf<typeof english, 'de'> = {
  share: {
    share: 'Teilen',
    save: 'QR-Code als Bild speichern',
    failed: 'Der Browser konnte es nicht teilen. Kopiere es stattdessen.',
  },
  addresses: {
    search: 'Adressen durchsuchen',
    searchPlaceholder: 'Bezeichnung, Adresse oder Nummer',
    none: 'Keine passenden Adressen.',
    found: { one: '1 Adresse', other: '{{ count }} Adressen' },
    which: 'Welche Adressen',
    shows: { all: 'Alle', unused: 'Unbenutzt', used: 'Benutzt', hidden: 'Ausgeblendet' },
    received: 'Empfangen, {{ ticker }}',
    lastUsed: 'Zuletzt benutzt',
    show: 'Mit QR-Code zeigen',
    label: 'Bezeichnung bearbeiten',
    payments: 'Zahlungen an sie zeigen',
    sign: 'Einen Text mit ihr signieren',
    copyLabel: 'Bezeichnung kopieren',
    pin: 'Oben anheften',
    unpin: 'Nicht mehr anheften',
    hide: 'Ausblenden',
    unhide: 'Wieder zeigen',
    pinned: 'Angeheftet',
    hidden: 'Ausgeblendet',
    returned: 'Neu bezahlt',
    toMain: 'Hauptadresse zeigen',
    reused: 'Zahler können diese Adresse wiedererkennen: Sie wurde schon benutzt. Gib jedem Zahler eine neue.',
    fresh: 'Eine neue anzeigen',
  },
  arrivals: {
    list: 'Zahlungen an diese Adresse',
    seen: 'Gesehen, wartet auf einen Block',
    instant: 'Sofort eingegangen, du kannst dich darauf verlassen',
    confirmed: 'Bestätigt, {{ count }} von {{ needed }}',
    settled: 'Bestätigt, kann ausgegeben werden',
    announceSeen: 'Eine Zahlung über {{ amount }} wurde gesehen.',
    announceInstant: 'Eine Zahlung über {{ amount }} ist sofort eingegangen.',
    announceConfirmed: 'Eine Zahlung über {{ amount }} wurde bestätigt.',
    full: 'Der angeforderte Betrag wurde vollständig bezahlt.',
    less: 'Von den angeforderten {{ amount }} fehlen {{ missing }}.',
    more: 'Es wurden {{ extra }} mehr als angefordert bezahlt.',
  },
  integrated: {
    name: 'Integrierte Adresse',
    about:
      'Eine integrierte Adresse ist deine Hauptadresse mit einer Zahlungs-ID, an der ein Geschäft oder eine Börse Zahlungen unterscheidet. Zahler können die Adresse wiedererkennen, also nimm Unteradressen, wenn du die ID nicht brauchst.',
    paymentId: 'Zahlungs-ID',
    hint: '16 Zeichen aus 0–9 und a–f. Bleibt das Feld leer, wird sie zufällig gewählt.',
    bad: 'Gib 16 Zeichen aus 0–9 und a–f ein, nicht nur Nullen.',
    show: 'Integrierte Adresse anzeigen',
    tag: 'Zahlungs-ID {{ id }}',
  },
}
