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
  lookup: {
    title: 'Transacciones y direcciones',
    hint: 'Busca un pago por su id, envía una transacción en bruto o mira de quién es una dirección.',
  },
  findTx: {
    title: 'Buscar una transacción',
    about:
      'Para un pago tuyo que falta aquí, por ejemplo de antes de restaurar la cartera. Si esta cartera no lo tiene, se pregunta a tu nodo, que se entera de que te interesa este id.',
    txid: 'Id de la transacción',
    missing: 'Introduce el id de la transacción.',
    bad: 'Un id de transacción tiene 64 caracteres, 0–9 y a–f.',
    go: 'Buscar',
    known: 'Esta cartera ya la tiene.',
    found: 'Encontrada. Ya está en el historial.',
    foreign: 'Esta transacción existe, pero no paga ni gasta nada de esta cartera.',
    missed: 'Está en el bloque {{ height }}. Pueden faltar también otros pagos desde entonces.',
    scanFrom: 'Analizar de nuevo desde ahí',
    older:
      'Esta transacción no se ha añadido: la cartera conoce otra igual de reciente o más nueva, que podría haber gastado sus monedas.',
  },
  rawTx: {
    title: 'Enviar una transacción en bruto',
    about:
      'Para una transacción firmada en dígitos hexadecimales, de este u otro programa. Se envía a través de tu nodo.',
    text: 'Transacción en bruto',
    read: 'Mostrar qué es',
    go: 'Enviarla',
    sent: 'El nodo la ha aceptado.',
    already: 'El nodo ya la tenía.',
    form: 'Forma',
    formValue: '{{ size }}, versión {{ version }}',
    inputs: 'Entradas',
    inputsValue: {
      one: '1, en un anillo de {{ ring }}',
      many: '{{ count }}, cada una en un anillo de {{ ring }}',
      other: '{{ count }}, cada una en un anillo de {{ ring }}',
    },
    outputs: 'Salidas',
    own: {
      one: 'Gasta 1 moneda de esta cartera.',
      many: 'Gasta {{ count }} de monedas de esta cartera.',
      other: 'Gasta {{ count }} monedas de esta cartera.',
    },
    foreign: 'No gasta ninguna moneda de esta cartera. Solo sus destinatarios ven a quién paga y cuánto.',
    isKnown: 'Está en el historial de esta cartera.',
    refused: 'El nodo ha rechazado esta transacción y no se ha enviado nada. Prueba con otro nodo.',
    refusedBecause: 'El nodo ha rechazado esta transacción y no se ha enviado nada ({{ reason }}).',
    doubleSpend: 'El nodo ha rechazado esta transacción: otra gasta sus monedas.',
    faults: {
      hex: 'Esto no es una transacción en bruto: tiene caracteres distintos de 0–9 y a–f, o falta uno.',
      form: 'Esto no es una transacción completa de esta red. Cópiala entera.',
      coinbase: 'Esta transacción crea monedas para un minero. Solo existe en su bloque.',
    },
  },
  isMine: {
    title: '¿Es mía esta dirección?',
    about: 'Se averigua en este dispositivo; no se pregunta a ningún nodo.',
    address: 'Dirección o enlace de pago',
    missing: 'Introduce una dirección.',
    go: 'Comprobar',
    yes: 'Sí, esta dirección es tuya',
    no: 'No, esta cartera no vigila esta dirección',
    noHint: {
      one: 'No es la dirección que vigila esta cartera.',
      many: 'No es ninguna de los {{ count }} de direcciones que vigila esta cartera. Una tuya más allá de estas aparece cuando la cartera busca más lejos: Ajustes, Avanzado.',
      other:
        'No es ninguna de las {{ count }} direcciones que vigila esta cartera. Una tuya más allá de estas aparece cuando la cartera busca más lejos: Ajustes, Avanzado.',
    },
    integrated: 'Dirección principal con un id de pago',
    ahead: 'Aún no se ha creado aquí, pero los pagos a ella llegan.',
  },
}
