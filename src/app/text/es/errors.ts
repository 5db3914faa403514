// Texts of errors of payments, names, nodes and the storage. Those that several screens share with their hints are in frame.ts.
import type { errors as english } from '../en/errors.ts'
import type { TranslationOf } from '../translation.ts'

export const errors: TranslationOf<typeof english, 'es'> = {
  paymentError: {
    notEnough:
      'El saldo de {{ available }} no alcanza para el importe y la comisión, que suman {{ needed }}. Envía menos o recibe monedas primero.',
    notYetEnough:
      'Ahora solo hay {{ unlocked }} disponibles, pero el importe y la comisión suman {{ needed }}. Espera a que haya más o envía menos.',
    feeTooHigh: 'Estas monedas no alcanzan para el importe y la comisión. Envía menos o elige una velocidad más lenta.',
    nothingAvailable: 'Ahora no se puede gastar ninguna moneda. Espera a que haya alguna disponible.',
    nothingWorthFee: 'Ninguna moneda vale su comisión. Elige una velocidad más lenta o recibe más primero.',
    chainTooYoung:
      'En esta cadena hay muy pocas monedas para ocultar las tuyas entre ellas. Espera a que haya más bloques e inténtalo de nuevo.',
    feeLimit: 'El nodo pide una comisión más alta de la que permites. Elige otro nodo o sube el límite en Ajustes.',
    feeFromAmounts:
      'La comisión no se puede descontar de estos importes. Paga a menos destinatarios a la vez o paga la comisión aparte.',
    integratedAlone: 'No se puede pagar a una dirección integrada junto con otros destinatarios. Hazle un pago aparte.',
    address: 'Esto no es una dirección de esta moneda: puede que falte, sobre o esté mal algún carácter.',
    frozen: 'Una de estas monedas se congeló después de preparar el pago. Descongélala primero.',
    outdated: 'Monedas de este pago se gastaron después de prepararlo. Prepáralo de nuevo.',
    selfCheck:
      'El pago terminado no superó la comprobación de esta cartera, y no se envió nada. Inténtalo de nuevo o elige otro nodo en Ajustes.',
    notWaiting: 'Este pago ya no está en espera. Prepáralo de nuevo.',
    refused: 'El nodo rechazó el pago, y no se envió nada. Prepáralo de nuevo o elige otro nodo.',
    refusedBecause: 'El nodo rechazó el pago, y no se envió nada ({{ reason }}). Prepáralo de nuevo o elige otro nodo.',
    doubleSpend:
      'No se envió nada: otra copia de esta cartera ya gastó monedas de este pago. Deja que esta cartera se sincronice y prepara el pago de nuevo.',
    amountText: 'Esto no es un importe de esta moneda. Escribe cifras y una coma, como 12,5.',
    outputs: 'Un pago de todo se puede dividir en {{ max }} partes como máximo, no en {{ count }}.',
    speed: 'Esta velocidad no existe ahora para esta clase de pago. Elige otra.',
    instant:
      'Ahora no se puede aprobar ningún pago instantáneo, y no se envió nada. Paga de forma corriente, que cuesta menos.',
    coinGone: 'Una de estas monedas ya no está en esta cartera. Vuelve a la lista de monedas y elige de nuevo.',
  },
  nodeError: {
    refused: 'El nodo no atiende esta solicitud. Elige otro nodo en Ajustes.',
    refusedBecause: 'El nodo rechazó esta solicitud: «{{ reason }}». Inténtalo de nuevo o elige otro nodo en Ajustes.',
    login: 'El nodo pide un inicio de sesión que esta página no puede dar. Elige otro nodo en Ajustes.',
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
  },
  storageError: {
    blocked: 'Otra pestaña usa una versión anterior de esta página. Ciérrala e inténtalo de nuevo.',
    lost: 'Se perdió la conexión con el almacenamiento, y no se guardó nada. Recarga la página.',
    cleared:
      'Los datos de esta página se borraron mientras la cartera estaba abierta, y no se guardó nada. Inténtalo de nuevo.',
    newer: 'Una versión más reciente de esta página cambió el almacenamiento. Recarga la página para usarla.',
    full: 'El almacenamiento del navegador está lleno. Libera espacio en el disco e inténtalo de nuevo.',
    unreadable: 'El almacenamiento del navegador no se puede usar. Recarga la página e inténtalo de nuevo.',
    damaged:
      'Los datos guardados de esta cartera están dañados. Restaura la cartera con sus palabras semilla o con una copia de seguridad.',
    network: 'Esta versión de Faba no conoce la red {{ id }}. Actualiza Faba para abrir esta cartera.',
    reload:
      'Este navegador no puede mantener abierta una cartera mientras la página se recarga. Desbloquéala de nuevo después de cada recarga.',
  },
  keysError: {
    mismatch: 'Estas claves no son de esta dirección. Comprueba cada clave y usa la dirección principal.',
    multisigSeed: 'Esto no es la semilla de una parte de una cartera compartida. Escríbela completa.',
    invalid:
      'Esto contiene una clave que no es válida: está dañada o tiene un carácter equivocado. Compárala con su origen.',
    notShared: 'Esto solo lo puede hacer una cartera compartida, y esta no lo es.',
  },
  stoppedError: {
    request: 'Esta solicitud ya no está en espera.',
    file: 'No se pudo cargar un archivo de la página. Recarga la página.',
    engine: 'La cartera se detuvo en esta pestaña. Recarga la página.',
    webAssembly:
      'Este navegador no puede ejecutar la criptografía de Faba: WebAssembly está desactivado o es antiguo. Permítelo en este sitio o usa otro navegador.',
    memory: 'Al navegador le queda muy poca memoria. Cierra otras pestañas y recarga la página.',
    random:
      'El navegador no dio números aleatorios utilizables, y no se hizo nada. Reinicia el navegador e inténtalo de nuevo.',
    scanner: 'La parte de la página que busca pagos se detuvo. Recarga la página.',
    devnet: 'El nodo de desarrollo de esta página se detuvo. Recarga la página.',
  },
  urlError: {
    login:
      'La dirección contiene un inicio de sesión (nombre:contraseña@), que una página no puede enviar. Usa un nodo sin inicio de sesión.',
    port: 'El puerto, el número que sigue a los dos puntos, es como máximo 65535.',
  },
  destinationError: {
    coin: 'Este enlace de pago o esta dirección es de {{ coin }}. Esta cartera es de otra moneda: pide una dirección de esa moneda.',
    page: 'Esta es la dirección de una página web. Ábrela y copia allí la dirección o el enlace de pago.',
    network: 'Esta dirección es de otra red: {{ network }}. Pide una dirección de la red de esta cartera.',
    link: 'Este enlace de pago está dañado. Pide uno nuevo o pega la dirección.',
    paymentId:
      'Esta solicitud tiene, junto a la dirección, un ID de pago antiguo que no se puede enviar. Pide una dirección integrada o una subdirección.',
  },
  seedError: {
    words: 'La palabra {{ position }} no está en la lista de palabras. Comprueba cómo se escribe.',
    wrong: 'Estas palabras no son una semilla. Una semilla tiene 25 palabras: compara cada una con tus notas.',
    old: 'Estas palabras son de la lista inglesa antigua, usada hasta 2014. Restáuralas en la cartera de línea de comandos de Monero y usa aquí sus palabras nuevas.',
    check: 'Esta no es la palabra {{ position }} de tus palabras semilla. Compárala con tus notas.',
    gone: 'Las nuevas palabras semilla ya no están, porque la página se recargó o se detuvo. Crea otras.',
    language: 'No hay palabras semilla en este idioma. Elige otro.',
  },
  stakeError: {
    full: 'Este nodo de servicio no admite más monedas de esta cartera.',
    contributors: 'Este nodo de servicio ya tiene todos los aportantes que puede tener.',
    minimum: 'Este nodo de servicio admite {{ minimum }} o más.',
    unknown:
      'El nodo no conoce ningún nodo de servicio con esta clave. Comprueba la clave y que el nodo de servicio esté registrado.',
    registered: 'Este nodo de servicio ya está registrado.',
    options:
      'Este comando tiene una opción que aquí no es posible. Copia la línea tal como la mostró el nodo de servicio.',
  },
  unlockError: {
    none: 'Esta cartera no tiene ninguna participación en este nodo de servicio.',
    requested: 'La liberación ya se solicitó. La participación queda libre hacia el bloque {{ height }}.',
    foreign: 'Esta cartera no puede liberar esta participación.',
  },
  registrationError: {
    form: 'Este comando está incompleto o se modificó. Copia la línea completa que mostró el nodo de servicio.',
    expired: 'Este comando ha caducado. Prepara uno nuevo en el nodo de servicio.',
    foreign:
      'El operador de este comando es otra cartera: su primera dirección no es tu dirección principal. Prepáralo de nuevo con la dirección de esta cartera.',
    signature: 'Este comando no lo firmó su nodo de servicio. Prepara uno nuevo en el nodo de servicio.',
  },
  entryError: {
    fileTooLarge: 'Este archivo es demasiado grande: como máximo {{ limit }}.',
    contact: 'Los contactos cambiaron mientras tanto. Revísalos e inténtalo de nuevo.',
    walletName: 'Este nombre es demasiado largo o designa una carpeta. Elige otro.',
    hex: 'Este texto tiene una longitud equivocada o caracteres distintos de 0–9 y a–f. Cópialo de nuevo entero.',
    data: 'Estos datos están incompletos o cambiaron por el camino. Cópialos, expórtalos o escanéalos de nuevo.',
    decryption:
      'Estos datos no se pueden descifrar: se hicieron para otra cartera o con otra contraseña, o cambiaron por el camino.',
    paymentId: 'Un ID de pago tiene 16 caracteres, 0–9 y a–f, y no todos son 0.',
    address: 'Esta cartera no tiene esa cuenta o dirección. Elige otra.',
    tag: 'Ninguna cuenta está ya en este grupo. Pon primero una cuenta en él.',
    settings: 'Estos ajustes no se guardaron: un valor no es posible o falta la dirección de un nodo. Revísalos todos.',
  },
}
