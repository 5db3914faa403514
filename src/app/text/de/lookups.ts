// German texts of the tools that look things up: fees, transactions, and whose an address is.
import type { lookups as english } from '../en/lookups.ts'
import type { TranslationOf } from '../translation.ts'

export const lookups: TranslationOf<typeof english, 'de'> = {
  feesNow: {
    title: 'Gebühren jetzt',
    hint: 'Was eine Zahlung kostet, und was vor ihr wartet.',
    about:
      'Was eine Zahlung jetzt je nach Tempo kostet, und wie viele volle Blöcke vor ihr kommen. Dein Node wird mit jedem Block und alle 20 Sekunden neu gefragt, solange diese Seite offen ist.',
    speed: 'Tempo',
    fee: 'Gebühr',
    before: 'Wartet auf',
    perKb: '{{ fee }} je kB',
    usual: 'jetzt üblich',
    next: 'den nächsten Block',
    atOnce: 'keinen Block',
    blocks: { one: '1 vollen Block', other: '{{ count }} volle Blöcke' },
    unknown: 'unbekannt',
    ordinary: 'Gewöhnliche Zahlung',
    ordinaryValue: '2 Eingänge, 2 Ausgänge, {{ size }}',
    pool: 'Im Pool',
    poolValue: { one: '1 Transaktion, {{ size }}', other: '{{ count }} Transaktionen, {{ size }}' },
    reason: 'Eine höhere Gebühr als die übliche macht eine Zahlung erkennbar. Wähle sie nur, wenn Zahlungen warten.',
  },
}
