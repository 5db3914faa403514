// Texts of the frame: navigation, actions, sync state, errors, and the screens of a tab without a wallet.
import type { frame as english } from '../en/frame.ts'
import type { TranslationOf } from '../translation.ts'

export const frame: TranslationOf<typeof english, 'es'> = {
  app: {
    name: 'Faba',
    installedName: 'Cartera Faba',
    description: 'Una cartera privada que vive en tu navegador. Las claves nunca salen del dispositivo.',
    tagline: 'Una cartera privada que vive en tu navegador.',
    starting: 'Iniciando…',
    skip: 'Saltar al contenido',
    loading: 'Cargando…',
  },
  nav: {
    label: 'Principal',
    home: 'Inicio',
    send: 'Enviar',
    receive: 'Recibir',
    history: 'Historial',
    coins: 'Monedas',
    contacts: 'Contactos',
    tools: 'Herramientas',
    settings: 'Ajustes',
    lock: 'Bloquear cartera',
    close: 'Cerrar la cartera',
    nodes: 'Nodos',
    more: 'Más',
  },
  networkKind: {
    mainnet: 'Red principal',
    testnet: 'Testnet',
    stagenet: 'Stagenet',
    devnet: 'Devnet',
    regtest: 'Práctica',
  },
  shortcuts: {
    title: 'Teclas',
    search: 'Buscar en esta pantalla',
    add: 'Nuevo pago, dirección o contacto',
    submit: 'Enviar el formulario',
    hint: 'Las teclas funcionan mientras ningún campo tiene el foco.',
  },
  more: {
    coins: 'Congelar, combinar y elegir monedas',
    contacts: 'Nombres para direcciones',
    tools: 'Pruebas, firma sin conexión, carteras compartidas',
    nodes: 'De dónde obtiene la cartera sus datos',
    settings: 'Seguridad, copias, pantalla',
  },
  action: {
    back: 'Atrás',
    cancel: 'Cancelar',
    continue: 'Continuar',
    save: 'Guardar',
    saved: 'Guardado',
    close: 'Cerrar',
    copied: 'Copiado',
    copyFailed: 'No se pudo copiar',
    copyChanged: 'Otro programa lo cambió',
    retry: 'Reintentar',
    home: 'Ir a Inicio',
  },
  leaving: {
    title: '¿Salir de esta cartera?',
    lost: 'Al salir se descarta lo que has escrito en {{ places }}.',
    lockKeeps: 'Bloqueada, la cartera lo guarda cifrado durante un día y lo vuelve a mostrar.',
    discard: 'Descartar y salir',
  },
  otherTab: {
    title: 'Faba está abierta en otra pestaña',
    body: 'Solo una pestaña a la vez puede tener tus claves. Así se evita pagar dos veces.',
    use: 'Usar aquí',
    takingOver: 'Cerrando la otra pestaña…',
  },
  framed: {
    title: 'Faba no se abre dentro de otra página',
    body: 'La página que la rodea podría dirigir tus clics. Abre Faba en una pestaña propia y comprueba su dirección.',
    open: 'Abrir Faba en otra pestaña',
  },
  insecure: {
    title: 'Esta dirección no es segura',
    body: 'Los navegadores no permiten claves ni almacenamiento en páginas con una conexión sin cifrar. Abre Faba con https://, o en este dispositivo en http://localhost.',
  },
  unsupported: {
    title: 'Faba no funciona en este navegador',
    storage:
      'El navegador no deja que Faba guarde una cartera. Permite que este sitio guarde cookies y datos de sitios en los ajustes del navegador. Algunas ventanas privadas no lo permiten: usa entonces una ventana normal.',
    webAssembly:
      'WebAssembly está desactivado y Faba lo necesita. Lo desactivan los modos de seguridad, como el modo de aislamiento de los dispositivos Apple: añade una excepción para este sitio o abre Faba en otro navegador.',
    update:
      'Al navegador le falta una función que Faba necesita: {{ feature }}. Actualiza el navegador o abre Faba en una versión actual de Firefox, Chrome, Edge o Safari.',
  },
  crashed: {
    title: 'La cartera se detuvo',
    body: 'Todo lo guardado hasta ahora está a salvo. Recarga la página y vuelve a abrir la cartera.',
    reload: 'Recargar',
  },
  failure: {
    title: 'Esta pantalla tiene un problema',
    body: 'Tu cartera está a salvo. Inténtalo de nuevo o ve a otra pantalla.',
  },
  update: {
    ready: 'Hay una versión nueva de Faba.',
    waits: 'Hay una nueva versión de Faba lista. Empezará cuando tu pago se envíe o se cancele.',
    now: 'Actualizar ahora',
    later: 'Más tarde',
    title: 'Actualizando Faba',
    body: 'La cartera se cierra y se inicia la versión nueva. Tarda unos segundos.',
    blocked:
      'Tu cartera está cerrada y a salvo. Para terminar la actualización, conéctate a la red e inténtalo de nuevo, o cierra todas las pestañas de Faba y vuelve a abrirla.',
    stay: 'Volver a Faba',
  },
  notFound: {
    title: 'Página no encontrada',
    body: 'No hay ninguna página en esta dirección.',
    home: 'Ir al principio',
  },
  sync: {
    label: 'Sincronización',
    connecting: 'Conectando con el nodo…',
    syncing: 'Buscando pagos',
    synced: 'Al día',
    onRequest: 'Sin actualización',
    onRequestHint:
      'La actualización automática está desactivada o es poco frecuente. Los pagos nuevos aparecen solo al comprobar.',
    onRequestResume: 'Activar la actualización automática',
    badgeConnecting: 'Conectando…',
    badgeOffline: 'Sin conexión',
    badgeStopped: 'Esperándote',
    offline: 'Nodo inaccesible',
    offlineHint: 'Tu saldo es el del último bloque analizado. Comprueba la conexión o elige otro nodo en Ajustes.',
    blocks: 'Bloque {{ height }} de {{ target }}',
    block: 'Bloque {{ height }}',
    blocksLeft: {
      one: 'falta 1 bloque',
      many: 'faltan {{ count }} de bloques',
      other: 'faltan {{ count }} bloques',
    },
    hoursBehind: {
      one: '1 hora de retraso',
      many: '{{ count }} de horas de retraso',
      other: '{{ count }} horas de retraso',
    },
    daysBehind: {
      one: '1 día de retraso',
      many: '{{ count }} de días de retraso',
      other: '{{ count }} días de retraso',
    },
    refresh: 'Comprobar ahora',
    stopped: 'Esperando tu decisión',
    fork: 'El nodo tiene otro historial',
    forkBody:
      'A partir del bloque {{ height }}, el nodo tiene bloques distintos de los que analizó tu cartera. Un nodo malicioso puede hacerlo. Tu cartera se queda como está: compara con otro nodo en Ajustes. Si este nodo tiene razón, síguelo.',
    forkGo: 'Analizar de nuevo desde el bloque {{ height }}',
    outdated: 'Actualización necesaria',
    outdatedBody:
      'A partir del bloque {{ height }}, la red sigue el hard fork {{ version }}, que esta versión de Faba no conoce. Lo que ves es de los bloques anteriores, y no se ha perdido nada. Actualiza Faba para ver pagos nuevos y para pagar. Si no hay ninguna actualización, puede que el nodo se equivoque: compara con otro en Ajustes.',
    altered: 'Pueden faltar pagos',
    alteredBody:
      'Un nodo alteró transacciones. Tu cartera ignora las alteradas, pero solo comprobó una parte de los bloques anteriores de ese nodo. Analiza de nuevo con un nodo de confianza.',
  },
  duration: {
    seconds: 'queda menos de un minuto',
    minutes: {
      one: 'queda 1 min aprox.',
      many: 'quedan {{ count }} de min aprox.',
      other: 'quedan {{ count }} min aprox.',
    },
    hours: { one: 'queda 1 h aprox.', many: 'quedan {{ count }} de h aprox.', other: 'quedan {{ count }} h aprox.' },
    days: {
      one: 'queda 1 día aprox.',
      many: 'quedan {{ count }} de días aprox.',
      other: 'quedan {{ count }} días aprox.',
    },
    unknown: 'calculando…',
  },
  time: {
    block: 'bloque {{ height }}',
    heightValue: '{{ height }} · hacia el {{ date }}',
    heightInSentence: '{{ height }} (hacia el {{ date }})',
    unix: 'tiempo UNIX {{ seconds }}',
  },
  error: {
    title: 'No se pudo completar',
    wrongPassword: 'La contraseña es incorrecta. Revisa las mayúsculas e inténtalo de nuevo.',
    nodeUnreachable: 'El nodo no responde. Comprueba la conexión o elige otro nodo en Ajustes.',
    noWallet: 'La cartera está cerrada o bloqueada. Ábrela e inténtalo de nuevo.',
    multisigInfo:
      'Esto no son datos de firma de un participante de esta cartera, o se cambiaron por el camino. Pídelos de nuevo.',
    multisigInfoNeeded:
      'A esta cartera le faltan datos de firma de los demás participantes. Cada uno exporta los suyos e introduce los de los demás: Herramientas, Cartera compartida.',
    multisigUnsupported: 'Una cartera compartida no puede hacerlo: sus participantes solo firman pagos.',
    staleNonce:
      'Este pago usa datos de firma tuyos que ya se gastaron o se reemplazaron. No se firmó nada. Exporta datos nuevos, entrégalos a los demás y pide que preparen el pago de nuevo.',
    polyseed: {
      count: 'Una polyseed tiene 16 palabras. Comprueba que no falte ninguna ni haya ninguna repetida.',
      words: 'La palabra {{ position }} no está en la lista de palabras de polyseed. Comprueba cómo se escribe.',
      checksum:
        'Las palabras no encajan entre sí: una no es la que anotaste, dos están intercambiadas o la semilla es de otra moneda.',
      features: 'Esta polyseed se creó para un programa que Faba no conoce. Restáurala allí.',
      passphrase: 'Esta polyseed está cifrada. Escribe su frase de contraseña en Más opciones.',
      language: 'Estas palabras existen en varios idiomas. Escríbelas completas, no solo sus primeras letras.',
      coin: 'Las polyseeds son de Monero. Elige abajo una red de Monero.',
    },
    keysFile: {
      password: 'La contraseña de los archivos es incorrecta, o este no es el archivo de claves de una cartera.',
      keys: 'Este archivo de claves está dañado. Usa las palabras semilla o una copia anterior del archivo.',
      network: 'Este archivo de claves es de una cartera de otra red. Elige esa red abajo.',
      unsupported:
        'Faba no puede abrir el archivo de claves de este tipo de cartera, por ejemplo una de hardware. Restaura la cartera con sus palabras, o escribe sus claves, donde el otro programa las muestre.',
    },
    walletCache: {
      password:
        'El archivo que acompaña al de claves no se puede leer: está dañado o tiene otra contraseña. Quítalo para abrir la cartera sin sus notas, etiquetas ni destinatarios.',
      format:
        'El archivo que acompaña al de claves tiene el formato de otra versión. Abre y cierra la cartera una vez con la versión más reciente de su programa, o quita el archivo para abrirla sin sus notas, etiquetas ni destinatarios.',
      keys: 'Los dos archivos son de carteras distintas. Elige los dos que tienen el mismo nombre.',
    },
    multisigSet: {
      signed: 'Ya firmaste este pago. Entrégalo al siguiente participante.',
      'too-many-candidates':
        'Este pago pide demasiadas firmas a la vez, lo que no es seguro con esta moneda. Firma después de otros participantes, o pide que se prepare de nuevo solo con los datos de firma de quienes van a firmar.',
      'too-many-signers':
        'Este pago lo han firmado más participantes de los necesarios. Pide que lo preparen de nuevo.',
      complete: 'Ya han firmado este pago suficientes participantes. Se puede enviar.',
      incomplete: 'Han firmado este pago muy pocos participantes. Entrégalo al siguiente.',
      signers:
        'Este pago se preparó sin tus datos de firma, así que no puedes firmarlo. Entrégalo a otro participante, o da tus datos a su autor para que lo prepare de nuevo.',
      unsafe: 'Rechazado, y no se firmó nada: una firma podría revelar tu clave. Pide que preparen el pago de nuevo.',
      failed:
        'Las firmas no encajan entre sí, y no se envió nada. La parte de un participante es incorrecta, o lo eran unos datos de firma. Hay que intercambiar datos nuevos y preparar el pago de nuevo.',
    },
    unknownFork:
      'La red sigue un hard fork más reciente que los que conoce esta versión de Faba, así que no se pagó nada. Actualiza Faba. Si no hay ninguna actualización, puede que el nodo se equivoque: compara con otro en Ajustes.',
    nameText:
      'Este nombre no es válido. Los nombres de Session tienen hasta 64 letras, dígitos, guiones y guiones bajos; los de Lokinet tienen letras, dígitos y guiones y terminan en .loki.',
    nameType: 'Este tipo de nombre aún no está disponible aquí.',
    nameValue:
      'Un nombre así no puede apuntar a esto. Un ID de Session tiene 66 caracteres, 0–9 y a–f, y empieza por 05. Una dirección de Lokinet tiene 52 caracteres y termina en .loki.',
    nameOwner: 'Esto no es una dirección de esta moneda ni una clave de 64 caracteres.',
    watchOnly: 'Esta cartera es de solo lectura: debe hacerlo la cartera que tiene la clave de gasto.',
    utf8: 'Este archivo no es texto UTF-8. Guárdalo como UTF-8 e inténtalo de nuevo.',
    transferSet:
      'Esto no es un pago así de esta cartera, o se cambió por el camino. Revisa el archivo y tráelo de nuevo.',
    outputList: 'Esto no es una lista de monedas de esta cartera, o se cambió por el camino. Expórtala de nuevo.',
    keyImageList: 'Esto no son imágenes de clave de esta cartera, o se cambiaron por el camino. Expórtalas de nuevo.',
    keyImagesRefused:
      'Se rechazaron las imágenes de clave y no se importó ninguna: una firma es incorrecta. Expórtalas de nuevo de la cartera con la clave de gasto.',
    keyImagesNewer:
      'Las imágenes de clave no encajan con las monedas de esta cartera. Deja que se sincronice, lleva su lista de monedas y exporta de nuevo las imágenes de clave.',
    internal: 'Se produjo un error interno. Inténtalo de nuevo. Si se repite, recarga la página.',
  },
}
