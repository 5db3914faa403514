// Texts of the settings of this device: storage, installation, links, notifications.
import type { device as english } from '../en/device.ts'
import type { TranslationOf } from '../translation.ts'

export const device: TranslationOf<typeof english, 'es'> = {
  device: {
    title: 'Este dispositivo',
    storage: 'Almacenamiento',
    used: '{{ used }} de {{ quota }}',
    usedAlone: '{{ used }}',
    kept: 'Se conserva hasta que lo quites',
    keptNot: 'El navegador puede borrarlo si se llena el disco',
    keep: 'Conservar siempre',
    keepRefused:
      'El navegador no aceptó. Suele hacerlo después de instalar la página o de usarla unos días. Conserva tus palabras semilla en cualquier caso.',
    keepDone: 'El navegador conserva las carteras de esta página.',
    install: 'Instalar como aplicación',
    installHint: 'Se abre en su propia ventana y funciona sin red.',
    installLater: 'No, gracias',
    installBy: {
      ios: 'En Safari: Compartir y luego Añadir a pantalla de inicio.',
      safari: 'En Safari: Archivo y luego Añadir al Dock.',
      firefox: 'En Firefox: el menú y luego Instalar o Añadir a la pantalla de inicio.',
    },
    installed: 'Instalada como aplicación.',
    links: 'Abrir enlaces de pago',
    linksHint:
      'Los enlaces de otros sitios, como web+monero:, abren aquí el formulario de un pago. El navegador te pregunta antes.',
    linksDone: 'El navegador te preguntó por cada moneda. Sus ajustes muestran lo que elegiste.',
    arrivals: 'Avisarme de los pagos',
    arrivalsHint: 'Mientras esta página está abierta en segundo plano. Las notificaciones no muestran importes.',
    arrivalsDenied:
      'El navegador no permite notificaciones. Permítelas en los ajustes de este sitio e inténtalo de nuevo.',
    linksDenied: 'Este navegador no deja que las páginas abran enlaces de pago.',
    arrivedTitle: '{{ name }}',
    arrived: {
      one: 'Llegó un pago.',
      many: 'Llegaron {{ count }} de pagos.',
      other: 'Llegaron {{ count }} pagos.',
    },
  },
}
