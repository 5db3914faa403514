// Texts of the home screen beyond balance and accounts: hidden amounts, tags, the balance over time, the reminder of a backup.
import type { home as english } from '../en/home.ts'
import type { TranslationOf } from '../translation.ts'

export const home: TranslationOf<typeof english, 'es'> = {
  amounts: {
    hide: 'Ocultar importes',
    hideHint: 'Oculta saldos e importes en este dispositivo, por ejemplo si otras personas miran la pantalla.',
    show: 'Mostrar importes',
    hidden: 'oculto',
    chartHidden: 'El gráfico está oculto, como los importes.',
    shortcut: 'Ctrl Alt H',
  },
  accounts: {
    edit: 'Editar {{ name }}',
    tag: 'Grupo (opcional)',
    tagHint: 'Las cuentas del mismo grupo se pueden mostrar juntas. Solo lo ves tú.',
    description: 'Qué significa el grupo (opcional)',
    descriptionHint: 'Para todas las cuentas de este grupo. Se muestra donde eliges el grupo.',
    filter: 'Mostrar cuentas',
    filterAll: 'Todas',
    filterSum: 'En total',
    filterTag: 'Del grupo {{ tag }}',
  },
  balanceChart: {
    title: 'Saldo a lo largo del tiempo',
    label: 'Gráfico del saldo a lo largo del tiempo',
    series: 'Saldo',
    table: 'Como tabla',
    date: 'Fecha',
    watchOnly:
      'Sin imágenes de clave, una cartera de solo lectura no sabe qué se gastó: el saldo puede ser demasiado alto.',
  },
  reminder: {
    title: 'Sin copia de seguridad',
    body: 'Si este dispositivo se pierde o se borran los datos de su navegador, se pierden también las monedas de esta cartera. Anota sus palabras semilla o guarda una copia de seguridad.',
    multisigBody:
      'Si este dispositivo se pierde o se borran los datos de su navegador, se pierde también tu parte de esta cartera compartida. Anota su semilla o guarda una copia de seguridad.',
    go: 'Hacer la copia en Ajustes',
    later: 'Ahora no',
  },
  reading: {
    soFar: 'Saldo hasta ahora',
    running: 'Aún se está leyendo',
    paused: 'Aún sin leer',
    share: 'Leído el {{ percent }}\u00a0% de la cadena.',
    until: 'Los pagos posteriores al {{ date }} aún no cuentan.',
    hint: 'Los pagos aparecen aquí a medida que la cartera los encuentra en la cadena.',
  },
  unverified: {
    watchOnly:
      'Hasta {{ amount }} de este saldo pueden estar ya gastados: una cartera de solo lectura ve lo que llega, pero no lo que pagó tu cartera con la clave de gasto, hasta que importes sus imágenes de clave.',
    shared:
      'Otros participantes pueden haber gastado ya hasta {{ amount }} de este saldo, hasta que intercambies datos de firma con ellos.',
    beforePaying:
      'Hasta {{ amount }} del saldo pueden estar ya gastados, y la red rechaza los pagos con monedas gastadas. Haz esto primero:',
  },
}
