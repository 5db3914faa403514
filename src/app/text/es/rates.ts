// Texts of values in a currency.
import type { rates as english } from '../en/rates.ts'
import type { TranslationOf } from '../translation.ts'

export const rates: TranslationOf<typeof english, 'es'> = {
  rates: {
    title: 'Valor en una divisa',
    what: 'Muestra cuánto valen los importes. El precio viene de un servicio que tú indicas: Faba no tiene ninguno propio y no solicita nada antes de que lo indiques.',
    whatKnown:
      'Muestra cuánto valen los importes, al precio de {{ service }} ({{ host }}). No se solicita nada antes de que lo permitas aquí.',
    allow: 'Obtener el precio de {{ service }}',
    useOwn: 'Usar otro servicio',
    useKnown: 'Usar {{ service }}',
    learns:
      'El servicio conoce tu dirección IP y que alguien en ella usa {{ ticker }}: ahora y cada diez minutos mientras esta cartera está abierta. Nunca conoce tu saldo, tus direcciones ni tus pagos.',
    url: 'Dirección del precio ({{ network }})',
    urlHint:
      'Cualquier dirección que responda con JSON y deje que páginas de otros sitios lean la respuesta. {{ currency }} y {{ ticker }} representan la divisa y la criptomoneda.',
    urlBad: 'Escribe una dirección que empiece por https://.',
    path: 'Lugar del precio en la respuesta',
    pathHint:
      'Nombres y posiciones separados por puntos, como monero.eur o data.0.price. Vacío: la respuesta es el precio.',
    currency: 'Divisa',
    currencyHint: 'Tres letras, como EUR.',
    currencyBad: 'Escribe las tres letras de una divisa, como EUR.',
    save: 'Guardar y obtener el precio',
    turnOff: 'Desactivar',
    turnedOff: 'Desactivado. Ya no se consulta nada.',
    price: '1 {{ ticker }} = {{ price }}, {{ time }}',
    typeIn: 'Escribir el importe en {{ unit }}',
    about: '≈ {{ value }}',
    stale: '≈ {{ value }}, al precio de {{ time }}',
    lessThan: 'menos de {{ value }}',
    aboutNow: '≈ {{ value }} al precio actual',
    missing: 'Sin precio: el servicio no da ninguno ahora.',
    faults: {
      unreachable: 'El servicio no responde, o no deja que páginas de otros sitios lean su respuesta.',
      status: 'El servicio rechazó la consulta. Puede que limite la frecuencia de las consultas: inténtalo más tarde.',
      format: 'La respuesta del servicio no es JSON. Comprueba la dirección.',
      path: 'No hay ningún número en ese lugar de la respuesta. Comprueba el lugar.',
    },
  },
}
