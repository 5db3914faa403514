// Texts of tables, and of what is done with a payment.
import type { tables as english } from '../en/tables.ts'
import type { TranslationOf } from '../translation.ts'

export const tables: TranslationOf<typeof english, 'es'> = {
  table: {
    actions: 'Acciones',
    actionsOf: 'Acciones para «{{ name }}»',
    columns: 'Columnas',
    filter: 'Filtro',
    filterOf: '{{ name }}: {{ value }}',
    filterRemove: 'Quitar el filtro «{{ name }}»',
    searchClear: 'Borrar la búsqueda',
    selection: 'Selección',
    selectNone: 'Quitar la selección',
  },
  payment: {
    what: 'Concepto',
    amount: 'Importe',
    amountIn: 'Importe, {{ ticker }}',
    id: 'ID',
    value: 'Valor actual',
    valueNow: 'Ahora, {{ currency }}',
    months: 'Meses',
    showRecipients: 'Mostrar los destinatarios',
    hideRecipients: 'Ocultar los destinatarios',
    details: 'Detalles',
    editNote: 'Editar la nota',
    prove: 'Demostrar',
    again: 'Pagar de nuevo',
    copy: 'Copiar',
    copyId: 'Copiar ID',
    copyAmount: 'Copiar importe',
    copyAddress: 'Copiar dirección',
    copyNote: 'Copiar nota',
    copyDate: 'Copiar fecha',
  },
  export: {
    open: 'Exportar',
    title: 'Exportar pagos',
    form: 'Para',
    csv: 'Una hoja de cálculo',
    csvHint: 'CSV con todo lo que sabe esta cartera, una fila por destinatario.',
    koinlyHint: 'Su plantilla universal, una fila por pago.',
    coinTrackingHint: 'Su importación CSV, una fila por pago. Elige allí UTC como zona horaria.',
    extent: 'Pagos',
    all: 'Todos',
    filtered: {
      one: 'El que se muestra',
      many: 'Los {{ count }} de pagos que se muestran',
      other: 'Los {{ count }} que se muestran',
    },
    selected: {
      one: 'El seleccionado',
      many: 'Los {{ count }} de pagos seleccionados',
      other: 'Los {{ count }} seleccionados',
    },
    waiting: 'Con los pagos que esperan un bloque',
    failed: 'Con los pagos fallidos',
    confirmedOnly:
      'Solo se guardan los pagos confirmados. Por qué pagaste o recibiste algo, por ejemplo una compra o un regalo, lo indicas allí.',
    save: 'Guardar',
  },
}
