// Texts of the tool for multisig wallets: their key exchange, and their payments.
import type { multisig as english } from '../en/multisig.ts'
import type { TranslationOf } from '../translation.ts'

export const multisig: TranslationOf<typeof english, 'es'> = {
  multisig: {
    guide: {
      about:
        'Varias personas comparten una cartera, y un pago necesita las firmas de algunas de ellas: 2 de 3, por ejemplo. Nadie puede gastar por su cuenta, y la cartera resiste la pérdida de algunos dispositivos.',
      needs:
        'Una cartera nueva y vacía para cada participante: la cartera recibe direcciones nuevas al hacerse compartida\nLas palabras semilla de tu cartera, anotadas\nUn medio privado para intercambiar mensajes, como una mensajería cifrada: el primer mensaje contiene un secreto',
      steps:
        'Decide con los demás cuántas personas participan y cuántas deben firmar.\nCada participante da su primer mensaje a todos los demás e introduce los suyos.\nEsto se repite con los mensajes de la siguiente ronda, hasta que la cartera indica que su dirección es definitiva.\nCompara la dirección con los demás: debe ser la misma para todos.\nCada participante hace una copia de seguridad de su parte.',
      final:
        'Si pierden su parte tantos participantes que ya no quedan suficientes para firmar, las monedas se pierden. Hacer compartida esta cartera no se puede deshacer: pierde sus direcciones actuales, su historial y sus etiquetas.',
    },
    notWatchOnly: 'Una cartera de solo lectura no puede hacerse compartida',
    notWatchOnlyHint: 'Usa una cartera con sus propias palabras semilla.',
    make: 'Hacer compartida esta cartera',
    hasCoins:
      'Esta cartera tiene monedas. Se quedan en sus direcciones actuales y después solo serán accesibles con sus palabras semilla. Es mejor usar una cartera nueva y vacía.',
    total: 'Participantes, contándote a ti',
    threshold: 'Firmas para un pago',
    loss: 'Las monedas se pierden si más de {{ spare }} de los {{ total }} participantes pierden su parte.',
    lossAll: 'Todos deben firmar: si un participante pierde su parte, las monedas se pierden.',
    first: 'Tu primer mensaje',
    firstBody:
      'Contiene un secreto: con todos los primeros mensajes, cualquiera ve los pagos de la cartera compartida. Envíalo solo a los participantes, en privado.',
    firstShow: 'Mostrar mi primer mensaje',
    message: 'Tu mensaje para la ronda {{ round }}',
    messageBody: 'Envíalo a todos los demás participantes antes de continuar.',
    copy: 'Copiar mensaje',
    others: 'Mensajes de los demás',
    othersBody: 'Un campo para cada uno de los demás participantes, en cualquier orden.',
    other: 'Mensaje del participante {{ index }}',
    otherMissing: 'Pega el mensaje de este participante.',
    twice: 'Este mensaje ya está arriba. Cada participante tiene el suyo.',
    understand: 'He anotado las palabras semilla de esta cartera',
    understandMissing: 'Anota primero las palabras semilla: Ajustes, Ver palabras semilla y claves.',
    go: 'Crear la cartera compartida',
    round: 'Ronda {{ round }} del intercambio de claves',
    roundBody:
      'Cada participante necesita los mensajes de esta ronda de todos los demás. Los de rondas anteriores no sirven.',
    roundGo: 'Completar esta ronda',
    notYet: 'La dirección aún no es definitiva: no recibas monedas antes de la última ronda.',
    ready: 'La cartera compartida está lista',
    readyBody: '{{ threshold }} de {{ total }} participantes firman cada pago.',
    address: 'Dirección de la cartera compartida',
    compare:
      'Compárala con todos los demás participantes antes de recibir monedas. Si es distinta, alguien introdujo un mensaje equivocado: todos empiezan de nuevo con carteras nuevas.',
    lastMessage: 'Tu último mensaje',
    lastMessageBody: 'Puede que otros aún lo necesiten para completar su última ronda.',
    backup: 'Guarda una copia de tu parte',
    backupBody:
      'Cada participante guarda la semilla de su propia parte: Ajustes, Ver palabras semilla y claves. Las palabras semilla de antes no restauran la cartera compartida, ni tampoco la semilla de otro participante.',
    infos: 'Intercambiar datos de firma',
    infosBody:
      'Ningún participante ve por sí solo qué monedas de una cartera compartida están gastadas. Antes de un pago, y para ver el saldo correcto, cada uno exporta sus datos de firma e introduce los de los demás.',
    infosNeeded: 'Llegaron monedas nuevas: intercambia datos de firma antes del próximo pago.',
    infoExport: 'Exportar mis datos de firma',
    infoFile: 'datos de firma de un participante',
    infoReplaces: 'Envíalos a los demás. Reemplazan a los que exportaste antes, que ya no se deben usar.',
    info: 'Datos de firma del participante {{ index }}',
    infoGo: 'Introducir los datos',
    infoTooFew: {
      one: 'Introduce los datos de firma de al menos 1 participante más.',
      many: 'Introduce los datos de firma de al menos {{ count }} de participantes más.',
      other: 'Introduce los datos de firma de al menos {{ count }} participantes más.',
    },
    infoDone: 'Se introdujeron los datos de firma. Monedas que contienen: {{ count }}.',
    faults: {
      none: 'Pega primero los mensajes de los demás.',
      threshold: 'Este número de firmas no encaja con el número de participantes.',
      count: 'Este número de participantes no es posible.',
      round: 'Un mensaje es de otra ronda. Pide a quien lo envió el mensaje de esta ronda.',
      duplicate: 'Dos mensajes distintos son del mismo participante. Pide el correcto y usa cada mensaje una sola vez.',
      missing: 'Falta un mensaje. Debe haber uno de cada uno de los demás participantes.',
      foreign: 'Un mensaje es de otra ronda o de otra cartera compartida. Pide el correcto a quien lo envió.',
      keys: 'Un participante envió claves que no son suyas. Pide mensajes nuevos a todos los participantes.',
      disagreement:
        'Los participantes no coinciden: alguien introdujo mensajes distintos de los tuyos. Todos empiezan de nuevo con carteras nuevas.',
      finished: 'El intercambio de claves ya está completo.',
    },
    badMessage: 'Esto no es un mensaje de un participante para esta ronda, o no está completo. Cópialo entero.',
  },
  multisigPayment: {
    guide: {
      about:
        'Un participante propone un pago. Los demás lo firman uno tras otro, hasta que han firmado suficientes. Después, uno de ellos lo envía. Entre los participantes viaja como un pequeño archivo o texto.',
      needs:
        'Datos de firma de los participantes que firman, exportados después del último pago\nTantos participantes como deban firmar, cada uno con su parte de la cartera\nUn medio para pasar archivos o textos, como una mensajería',
      steps:
        'Cada uno exporta abajo sus datos de firma e introduce los de los demás.\nUn participante prepara el pago en Enviar y lo guarda. Con esto ya lo ha firmado.\nEl siguiente participante lo abre abajo, lee qué paga, lo firma y guarda el archivo nuevo. Esto se repite hasta que han firmado suficientes.\nCualquier participante abre abajo el último archivo y lo envía.\nAntes del próximo pago, cada uno exporta datos de firma nuevos.',
      final:
        'Lee los destinatarios y los importes antes de firmar: los calcula tu propia cartera. Usa tu parte en un solo dispositivo: si dos copias de ella firman con los mismos datos de firma, los demás participantes pueden calcular tu clave a partir de las firmas.',
    },
    prepareBody: 'El pago se construye y se firma aquí. Después lo firman otros participantes, uno tras otro.',
    proposed: 'El pago está propuesto',
    proposedBody:
      'Aún no se ha enviado nada. Ya lo firmaste; deben firmar {{ threshold }} de {{ total }} participantes. Entrégalo al siguiente, que lo firma en Herramientas, Cartera compartida.',
    file: 'pago propuesto',
    signedFile: 'pago firmado por {{ signatures }} de {{ threshold }}',
    keep: 'Guárdalo o cópialo antes de salir de esta pantalla: la cartera no lo conserva y no lo firma por segunda vez.',
    open: 'Abrir la cartera compartida',
    propose: 'Preparar otro pago',
    read: 'Firmar o enviar un pago',
    readBody: 'De otro participante. Lo que hace se calcula aquí, con las monedas y claves de esta cartera.',
    set: 'Pago de un participante',
    signatures: 'Firmas',
    count: '{{ signatures }} de {{ threshold }}, sin la tuya',
    countOwn: '{{ signatures }} de {{ threshold }}, con la tuya',
    keepComplete:
      'Envíalo o guárdalo antes de salir de esta pantalla: la cartera no lo conserva y no lo firma por segunda vez.',
    handOn: 'Firmaste este pago',
    handOnBody: 'Entrégalo al siguiente participante, que también lo firma.',
    complete: 'Han firmado suficientes participantes. Cualquiera de ellos puede enviarlo, una sola vez.',
    handOnInstead: 'Dejar que lo envíe otro participante',
    another: 'Abrir otro pago',
    after: 'Antes del próximo pago, cada uno exporta datos de firma nuevos e introduce los de los demás.',
  },
}
