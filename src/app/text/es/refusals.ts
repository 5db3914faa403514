// Texts of what the wallet refuses to take, sign or make: transfer sets, lists of coins, signing data, proofs, and orders of names.
import type { refusals as english } from '../en/refusals.ts'
import type { TranslationOf } from '../translation.ts'

export const refusals: TranslationOf<typeof english, 'es'> = {
  setError: {
    foreign:
      'Rechazado, y no se hizo nada: el pago gasta monedas que no son de esta cartera o indica importes equivocados. Pide que lo preparen de nuevo con esta cartera.',
    unknown:
      'Esta cartera aún no ha encontrado todas las monedas de este pago, y no se hizo nada. Deja que se sincronice e inténtalo de nuevo.',
    spent: 'Algunas monedas de este pago ya están gastadas, y no se hizo nada. Pide que lo preparen de nuevo.',
    spentCoins:
      'Algunas monedas de este pago ya están gastadas: {{ coins }}. No se firmó ni se envió nada. Pon al día las dos carteras y pide que preparen el pago de nuevo.',
    frozen: 'Este pago gasta monedas que congelaste, y no se hizo nada. Descongélalas o pide que preparen otro pago.',
    change:
      'Rechazado, y no se hizo nada: el cambio de este pago no volvería a esta cartera. Pregunta a quien lo preparó.',
    recipients:
      'Rechazado, y no se hizo nada: este pago no tiene un destinatario válido, o hay uno que no recibe nada. Pide que lo preparen de nuevo.',
    fee: 'Rechazado, y no se hizo nada: este pago no tiene comisión, o es más alta de lo que permite esta cartera. Pide que lo preparen de nuevo o sube el límite en Ajustes.',
    signature:
      'Rechazado, y no se hizo nada: una firma o una imagen de clave de este pago es incorrecta. Pide que lo firmen de nuevo.',
    form: 'Rechazado, y no se hizo nada: este pago no está hecho como debe ser en esta red, o cambió por el camino. Tráelo otra vez o pide que lo preparen de nuevo.',
  },
  proofError: {
    'watch-only': 'Esta cartera es de solo lectura: haz la prueba en la cartera que tiene la clave de gasto.',
    shared:
      'Una cartera compartida no puede hacer esta prueba, porque ningún participante tiene la clave de gasto entera.',
    'not-ours': 'Esta cartera no hizo esta transacción. Elige una que haya enviado.',
    'no-key':
      'Esta cartera no tiene la clave de esta transacción. Solo la tiene la cartera que la envió; una restaurada no.',
    'nothing-received': 'Esta transacción no pagó nada a esta dirección. Comprueba ambas.',
    'no-balance': 'Esta cartera no tiene monedas que demostrar.',
    balance: 'Esta cuenta tiene menos de ese importe. Escribe uno menor.',
    amount: 'El importe que se demuestra debe ser mayor que cero.',
    subaddress: 'Esto es una subdirección. Escribe la dirección principal del propietario.',
    address: 'Esta prueba es de otra dirección. Comprueba la dirección.',
    unconfirmed: 'Una transacción de esta prueba aún no está en un bloque. Inténtalo más tarde.',
    old: 'Esta transacción gasta monedas de antes de que se ocultaran los importes. No se puede demostrar.',
    form: 'Esta prueba está incompleta o no encaja con esta transacción. Cópiala entera y comprueba el ID de la transacción.',
    node: 'El nodo devolvió otra transacción que la que necesita la prueba. Elige otro nodo en Ajustes e inténtalo de nuevo.',
    signingKey: 'En esta red, los mensajes se firman solo con la clave de gasto.',
  },
  outputsError: {
    foreign:
      'Se rechazó la lista y no se importó nada de ella: contiene monedas de otra cartera. Expórtala de una copia de esta cartera.',
    gap: 'La lista empieza después de monedas que esta cartera aún no conoce, y no se importó nada. Exporta todas las monedas.',
    hot: 'Esta cartera ha leído la cadena por sí misma y conoce sus monedas. Solo una cartera que nunca usó un nodo admite una lista.',
    shared:
      'Una cartera compartida no admite listas de monedas. Intercambia en su lugar datos de firma: Herramientas, Cartera compartida.',
  },
  signingDataError: {
    count: 'El número de participantes no encaja: introduce una vez los datos de firma de cada uno de los demás.',
    stranger:
      'Estos datos de firma son de alguien que no participa en esta cartera (clave {{ signer }}), y no se importó ninguno.',
    twice: 'Hay datos de firma distintos de un mismo participante (clave {{ signer }}). Usa solo los más recientes.',
    outdated: 'Ya importaste datos de firma más recientes de este participante (clave {{ signer }}). Pide los últimos.',
    contradiction:
      'Los datos de firma de un participante (clave {{ signer }}) contradicen los de los demás, y no se importó ninguno. Espera a que todas las carteras se sincronicen e intercambia datos nuevos. Si se repite, alguien envía datos incorrectos.',
  },
  orderError: {
    priority: 'Los nombres no se pueden pedir a esta velocidad. Elige otra.',
    unknown: 'Este nombre no está registrado o ha caducado. Comprueba cómo se escribe.',
    foreign: 'Este nombre no es de esta cartera. Lo puede cambiar su propietario o el propietario de respaldo.',
    signature: 'Esto no es una firma. Tiene 128 caracteres, 0–9 y a–f: cópiala entera.',
    unchanged: 'No cambiaría nada de este nombre. Escribe otro valor u otro propietario.',
  },
}
