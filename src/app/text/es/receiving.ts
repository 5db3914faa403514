// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.
import type { receiving as english } from '../en/receiving.ts'
import type { TranslationOf } from '../translation.ts'

export const receiving: TranslationOf<typeof english, 'es'> = {
  share: {
    share: 'Compartir',
    save: 'Guardar código QR como imagen',
    failed: 'El navegador no pudo compartirlo. Cópialo.',
  },
  addresses: {
    search: 'Buscar direcciones',
    searchPlaceholder: 'Etiqueta, dirección o número',
    none: 'Ninguna dirección coincide.',
    found: { one: '1 dirección', many: '{{ count }} de direcciones', other: '{{ count }} direcciones' },
    which: 'Qué direcciones',
    shows: { all: 'Todas', unused: 'Sin usar', used: 'Usadas', hidden: 'Ocultas' },
    received: 'Recibido, {{ ticker }}',
    lastUsed: 'Último uso',
    show: 'Mostrar con su código QR',
    label: 'Editar la etiqueta',
    payments: 'Mostrar los pagos a ella',
    sign: 'Firmar un texto con ella',
    copyLabel: 'Copiar etiqueta',
    pin: 'Fijar arriba',
    unpin: 'No fijar',
    hide: 'Ocultar',
    unhide: 'Mostrar de nuevo',
    pinned: 'Fijada',
    hidden: 'Oculta',
    returned: 'Nuevo pago',
    toMain: 'Mostrar la dirección principal',
    reused: 'Los pagadores pueden reconocer esta dirección: ya se usó. Da a cada pagador una nueva.',
    fresh: 'Mostrar una nueva',
  },
  arrivals: {
    list: 'Pagos a esta dirección',
    seen: 'Visto, espera un bloque',
    instant: 'Recibido al instante, puedes confiar en él',
    confirmed: 'Confirmado, {{ count }} de {{ needed }}',
    settled: 'Confirmado, se puede gastar',
    announceSeen: 'Se vio un pago de {{ amount }}.',
    announceInstant: 'Se recibió al instante un pago de {{ amount }}.',
    announceConfirmed: 'Se confirmó un pago de {{ amount }}.',
    full: 'El importe solicitado se pagó por completo.',
    less: 'Faltan {{ missing }} de los {{ amount }} solicitados.',
    more: 'Se pagaron {{ extra }} más de lo solicitado.',
  },
  integrated: {
    name: 'Dirección integrada',
    about:
      'Una dirección integrada es tu dirección principal con un ID de pago, con el que una tienda o una casa de cambio distingue los pagos. Los pagadores pueden reconocer la dirección, así que usa subdirecciones si no necesitas el ID.',
    paymentId: 'ID de pago',
    hint: '16 caracteres de 0–9 y a–f. Si lo dejas vacío, se elige al azar.',
    bad: 'Escribe 16 caracteres de 0–9 y a–f, no todos 0.',
    show: 'Mostrar dirección integrada',
    tag: 'ID de pago {{ id }}',
  },
}
