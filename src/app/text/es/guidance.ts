// Texts of short messages, and of the tour for a new user, in Spanish.
import type { guidance as english } from '../en/guidance.ts'
import type { TranslationOf } from '../translation.ts'

export const guidance: TranslationOf<typeof english, 'es'> = {
  toast: {
    label: 'Mensajes',
    undo: 'Deshacer',
    undoKeys: 'Ctrl Z lo deshace.',
    dismiss: 'Descartar',
    notSaved: 'No se guardó, así que todo sigue como antes. {{ reason }}',
    contactRemoved: 'Se quitó a {{ name }}.',
    addressHidden: '{{ name }} está oculta. Se muestra de nuevo cuando recibe algo.',
    nodeRemoved: 'Se quitó el nodo: {{ node }}',
    frozen: {
      one: 'La moneda está congelada: los pagos no la usan.',
      many: '{{ count }} de monedas están congeladas: los pagos no las usan.',
      other: '{{ count }} monedas están congeladas: los pagos no las usan.',
    },
    thawed: {
      one: 'La moneda está descongelada: los pagos pueden usarla.',
      many: '{{ count }} de monedas están descongeladas: los pagos pueden usarlas.',
      other: '{{ count }} monedas están descongeladas: los pagos pueden usarlas.',
    },
  },
  tour: {
    label: 'Primeros pasos',
    step: '{{ step }} de {{ steps }}',
    keepTitle: 'Guarda tus palabras',
    keep: 'Las palabras semilla restauran esta cartera en cualquier dispositivo. Guárdalas en papel, donde solo tú las encuentres. Si se pierden, nadie puede recuperarlas.',
    payTitle: 'Recibir y enviar',
    pay: 'Recibir muestra una dirección para dar a quien te paga. Enviar muestra primero el pago completo con su comisión, y nada sale antes de que lo confirmes.',
    findTitle: 'Encuéntralo todo',
    find: 'La seguridad, los nodos y el idioma están en Ajustes. Con un teclado, Ctrl K encuentra cada pantalla, cuenta y contacto. El candado de arriba bloquea la cartera al instante.',
    back: 'Atrás',
    next: 'Siguiente',
    skip: 'Omitir',
    done: 'Listo',
    again: 'Mostrar los primeros pasos',
  },
}
