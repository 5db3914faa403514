// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.
import type { safety as english } from '../en/safety.ts'
import type { TranslationOf } from '../translation.ts'

export const safety: TranslationOf<typeof english, 'de'> = {
  lookalike: {
    title: 'Vorsicht: Diese Adresse ähnelt einer anderen.',
    contact: 'Sie beginnt und endet wie die von {{ name }}, ist aber eine andere Adresse.',
    paid: 'Sie beginnt und endet wie eine Adresse, an die du schon gezahlt hast, ist aber eine andere Adresse.',
    why: 'Diebe erzeugen solche Adressen und schmuggeln sie in Zwischenablagen und Nachrichten. Frag den Empfänger auf einem anderen Weg, wenn du nicht sicher bist.',
    known: 'Bekannte Adresse',
    this: 'Diese Adresse',
    confirm: 'Ich habe beide verglichen und will an diese Adresse zahlen',
    unconfirmed: 'Vergleiche zuerst beide Adressen.',
  },
  scam: {
    title: 'Vor deiner ersten großen Zahlung',
    words: 'Kein seriöser Dienst fragt nach deinen Wiederherstellungswörtern oder Schlüsseln.',
    final: 'Eine Zahlung lässt sich nicht rückgängig machen.',
    phone: 'Wer dich per Telefon oder Chat hier durchführt, ist ein Betrüger.',
    read: 'Ich habe das gelesen, und niemand drängt mich zu zahlen',
  },
}
