// Texts of errors of payments, names, nodes and the storage. Those that several screens share with their hints are in frame.ts.
import type { errors as english } from '../en/errors.ts'
import type { TranslationOf } from '../translation.ts'

export const errors: TranslationOf<typeof english, 'es'> = {
  paymentError: {
    notEnough: 'El saldo no alcanza para la cantidad y la comisión. Envía menos o recibe monedas primero.',
    notYetEnough:
      'Las monedas disponibles no alcanzan para la cantidad y la comisión. Espera a que haya más disponibles o envía menos.',
    feeTooHigh:
      'Estas monedas no alcanzan para la cantidad y la comisión. Envía menos o elige una velocidad más lenta.',
    nothingAvailable: 'Ahora no se puede gastar ninguna moneda. Espera a que haya alguna disponible.',
    nothingWorthFee: 'Ninguna moneda vale su comisión. Elige una velocidad más lenta o recibe más primero.',
    chainTooYoung:
      'En esta cadena hay muy pocas monedas para ocultar las tuyas entre ellas. Espera a que haya más bloques e inténtalo de nuevo.',
    feeLimit: 'El nodo pide una comisión más alta de la que permites. Elige otro nodo o sube el límite en Ajustes.',
    feeFromAmounts:
      'La comisión no se puede descontar de estas cantidades. Paga a menos destinatarios a la vez o paga la comisión aparte.',
    integratedAlone: 'No se puede pagar a una dirección integrada junto con otros destinatarios. Hazle un pago aparte.',
    address: 'Esto no es una dirección de esta moneda: puede que falte, sobre o esté mal algún carácter.',
    frozen: 'Una de estas monedas se congeló después de preparar el pago. Descongélala primero.',
    outdated: 'Monedas de este pago se gastaron después de prepararlo. Prepáralo de nuevo.',
    notWaiting: 'Este pago ya no está en espera. Prepáralo de nuevo.',
    refused: 'El nodo rechazó el pago, y no se envió nada. Prepáralo de nuevo o elige otro nodo.',
    refusedBecause: 'El nodo rechazó el pago, y no se envió nada ({{ reason }}). Prepáralo de nuevo o elige otro nodo.',
  },
  nodeError: {
    timeout: 'El nodo tarda demasiado en responder. Inténtalo de nuevo o elige otro nodo en Ajustes.',
    busy: 'El nodo está saturado o aún se está sincronizando. Inténtalo más tarde o elige otro nodo en Ajustes.',
    wrongData:
      'El nodo envió datos que no encajan entre sí, y no se hizo nada. Inténtalo de nuevo. Si se repite, elige otro nodo en Ajustes.',
    wrongNetwork: 'El nodo no es de la red de esta cartera. Elige otro nodo en Ajustes.',
    noTransaction: 'El nodo no conoce esta transacción. Comprueba su ID.',
  },
  nameError: {
    notFound: 'No hay ninguna dirección en este nombre. Comprueba cómo se escribe.',
    notPublished: '{{ name }} no tiene dirección de {{ ticker }}.',
    notSigned: 'Este nombre no se puede usar: su dirección no tiene firmas DNSSEC válidas.',
    service: 'El servicio DNS no respondió como debía. Inténtalo de nuevo o elige otro servicio en Ajustes.',
    order: 'Este pedido no es posible: {{ message }}',
  },
  storageError: {
    blocked: 'Otra pestaña usa una versión anterior de esta página. Ciérrala e inténtalo de nuevo.',
    lost: 'Se perdió la conexión con el almacenamiento, y no se guardó nada. Recarga la página.',
    newer: 'Una versión más reciente de esta página cambió el almacenamiento. Recarga la página para usarla.',
    full: 'El almacenamiento del navegador está lleno. Libera espacio en el disco e inténtalo de nuevo.',
    unreadable: 'El almacenamiento del navegador no se puede usar. Recarga la página e inténtalo de nuevo.',
    damaged:
      'Los datos guardados de esta cartera están dañados. Restaura la cartera con sus palabras semilla o con una copia de seguridad.',
  },
  keysError: {
    mismatch: 'Estas claves no son de esta dirección. Comprueba cada clave y usa la dirección principal.',
    multisigSeed: 'Esto no es la semilla de una parte de una cartera compartida. Escríbela completa.',
  },
  stoppedError: {
    engine: 'La cartera se detuvo en esta pestaña. Recarga la página.',
  },
}
