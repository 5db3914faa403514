// Spanish texts of the tools that look things up: fees, transactions, and whose an address is.
import type { lookups as english } from '../en/lookups.ts'
import type { TranslationOf } from '../translation.ts'

export const lookups: TranslationOf<typeof english, 'es'> = {
  feesNow: {
    title: 'Comisiones ahora',
    hint: 'Cuánto cuesta un pago y qué espera delante de él.',
    about:
      'Cuánto cuesta ahora un pago a cada velocidad y cuántos bloques llenos se minan antes. Se vuelve a preguntar a tu nodo con cada bloque y cada 20 segundos mientras esta pantalla está abierta.',
    speed: 'Velocidad',
    fee: 'Comisión',
    before: 'Espera',
    perKb: '{{ fee }} por kB',
    usual: 'habitual ahora',
    next: 'al próximo bloque',
    atOnce: 'ningún bloque',
    blocks: { one: '1 bloque lleno', many: '{{ count }} de bloques llenos', other: '{{ count }} bloques llenos' },
    unknown: 'no se sabe',
    ordinary: 'Pago corriente',
    ordinaryValue: '2 entradas, 2 salidas, {{ size }}',
    pool: 'En espera',
    poolValue: {
      one: '1 transacción, {{ size }}',
      many: '{{ count }} de transacciones, {{ size }}',
      other: '{{ count }} transacciones, {{ size }}',
    },
    reason: 'Una comisión superior a la habitual hace reconocible un pago. Elígela solo mientras haya pagos en espera.',
  },
}
