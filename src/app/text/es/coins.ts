// Texts about coins: those that cannot be spent yet, those to pay from, and what payments cost.
import type { coins as english } from '../en/coins.ts'
import type { TranslationOf } from '../translation.ts'

export const coins: TranslationOf<typeof english, 'es'> = {
  waiting: {
    list: 'Aún no disponible',
    change: '{{ amount }} de cambio vuelven {{ when }}.',
    received: '{{ amount }} que recibiste se pueden gastar {{ when }}.',
    stake: '{{ amount }} quedan libres de su participación {{ when }}.',
    staked: '{{ amount }} están bloqueados como participación.',
    later: '{{ amount }} están bloqueados hasta una fecha posterior.',
    in: {
      one: 'en {{ time }} (1 bloque)',
      many: 'en {{ time }} ({{ count }} de bloques)',
      other: 'en {{ time }} ({{ count }} bloques)',
    },
    others: {
      one: '1 importe más, {{ amount }}, {{ when }}.',
      many: '{{ count }} de importes más, {{ amount }} en total; el último, {{ when }}.',
      other: '{{ count }} importes más, {{ amount }} en total; el último, {{ when }}.',
    },
    soon: 'menos de un minuto',
    minutes: { one: '1 minuto aprox.', many: 'unos {{ count }} de minutos', other: 'unos {{ count }} minutos' },
    hours: { one: '1 hora aprox.', many: 'unos {{ count }} de horas', other: 'unas {{ count }} horas' },
    days: { one: '1 día aprox.', many: 'unos {{ count }} de días', other: 'unos {{ count }} días' },
  },
  fees: {
    about: 'aprox.',
    times: {
      unimportant: 'En el próximo bloque con espacio, normalmente en 2 minutos.',
      normal: 'En uno de los próximos bloques, también cuando la red está ocupada.',
      elevated: 'Antes que la mayoría.',
      priority: 'Antes que todos. Solo hace falta cuando la red está saturada.',
      blink: 'El destinatario puede dar el pago por hecho en segundos. Tu cambio se puede usar después de 10 bloques.',
    },
    arrives: 'Llegan {{ amount }} aprox.',
    leaves: 'Sale de esta cartera',
    short: 'Además de esta cantidad no alcanza para la comisión, de {{ fee }} aprox.',
    allInstead: 'Mejor enviar todo',
    payer: '¿Quién paga la comisión?',
    sender: 'La pago yo, aparte',
    recipients: 'Se descuenta de la cantidad',
  },
  coins: {
    title: 'Monedas',
    about:
      'Las monedas son las distintas cantidades que recibiste. Quien recibe un pago puede relacionar entre sí las monedas que pagan juntas.',
    choose: 'Elegir monedas',
    change: 'Cambiar',
    all: 'Pagar con todas',
    from: 'Pagar con',
    fromAll: 'todas las monedas de la cuenta',
    chosen: {
      one: '1 moneda elegida',
      many: '{{ count }} de monedas elegidas',
      other: '{{ count }} monedas elegidas',
    },
    strip: 'Monedas elegidas',
    payingFrom: {
      one: 'Pago con 1 moneda elegida',
      many: 'Pago con {{ count }} de monedas elegidas',
      other: 'Pago con {{ count }} monedas elegidas',
    },
    namedByDate: '{{ amount }} del {{ date }}',
    list: 'Monedas de la cuenta',
    search: 'Buscar etiquetas e ID de transacción',
    order: 'Orden',
    largest: 'Más grandes',
    oldest: 'Más antiguas',
    newest: 'Más recientes',
    count: { one: '1 moneda', many: '{{ count }} de monedas', other: '{{ count }} monedas' },
    none: 'No hay monedas',
    noneHint: 'Aquí aparecen las monedas recibidas y el cambio en cuanto están en un bloque.',
    use: {
      one: 'Pagar con esta moneda',
      many: 'Pagar con {{ count }} de monedas',
      other: 'Pagar con {{ count }} monedas',
    },
    clear: 'No elegir ninguna',
    frozen: 'Congelada',
    freeze: 'Congelar {{ amount }}',
    thaw: 'Descongelar {{ amount }}',
    pick: 'Pagar con {{ amount }}',
    kinds: { received: 'Recibida', change: 'Cambio', mined: 'Minada', stake: 'Participación' },
    age: { one: '1 confirmación', many: '{{ count }} de confirmaciones', other: '{{ count }} confirmaciones' },
    address: 'Dirección {{ index }}',
    main: 'Dirección principal',
    lockedNow: 'Aún no se puede gastar',
  },
  preparing: {
    begin: 'Preparando…',
    decoys: 'Obteniendo señuelos…',
    sign: 'Calculando pruebas y firmando…',
    signOf: 'Calculando pruebas y firmando {{ transaction }} de {{ transactions }}…',
  },
  fill: {
    scan: 'Escanear código QR',
    scanHint: 'Pon el código QR del destinatario delante de la cámara.',
    image: 'Desde una imagen',
    imageFile: 'Imagen con un código QR',
    noCode: 'En esta imagen no hay ningún código QR legible.',
    faults: {
      large: 'Esta imagen es demasiado grande. Recorta la parte con el código QR.',
      kind: 'Esta imagen no se puede leer aquí. Guárdala como PNG o JPEG.',
      noise:
        'Este navegador oculta a las páginas los píxeles de las imágenes para que no te reconozcan. Permite los datos de imagen a este sitio con el icono de la barra de direcciones e inténtalo de nuevo, o pega el texto.',
    },
    recent: 'Pagados recientemente',
    vouches:
      'El propietario del nombre firmó esta dirección con DNSSEC, y las firmas se comprobaron aquí hasta la raíz. {{ service }} la entregó y no puede cambiarla. Quien controla el nombre sí puede.',
  },
  paid: {
    proof: 'Prueba de pago',
    proofHint:
      'Da la dirección del destinatario, el ID de transacción y esta clave a quien deba poder verificar el pago.',
    again: 'Reintentar ahora',
  },
}
