// Texts of the settings.
import type { settings as english } from '../en/settings.ts'
import type { TranslationOf } from '../translation.ts'

export const settings: TranslationOf<typeof english, 'es'> = {
  settings: {
    title: 'Ajustes',
    payments: 'Pagos',
    sections: 'Secciones',
    find: 'Buscar un ajuste',
    findNone: 'Ningún ajuste se llama así.',
    access: 'Acceso',
    backup: 'Copia de seguridad',
    backupHint: 'Notas, contactos, etiquetas y la propia cartera.',
    passkey: 'Llave de acceso',
    passkeyHint: 'Huella, rostro, PIN o llave de seguridad en lugar de la contraseña.',
    walletFile: 'Archivos para otros programas',
    walletFileHint: 'Los abren monero-wallet-cli, oxen-wallet-cli y sus parientes.',
    removeThis: 'Quitar esta cartera del dispositivo',
    removeHint: 'Necesitas sus palabras para recuperarla.',
    wallet: 'Cartera',
    name: 'Nombre de la cartera',
    nameSave: 'Guardar',
    network: 'Red',
    address: 'Dirección principal',
    restoreHeight: 'Busca pagos desde',
    nodes: 'Nodos y privacidad',
    connection: 'Conexión',
    reorgLimit: 'Reorganización más larga',
    reorgLimitHint: 'Si el nodo reemplaza más bloques que estos, la cartera se detiene y te pregunta.',
    reorgDepth: { one: '1 bloque', many: '{{ count }} de bloques', other: '{{ count }} bloques' },
    feeLimit: 'Comisión más alta',
    feeLimitHint: 'El nodo indica las comisiones. Si pide más que esto, el pago no se hace.',
    feeOrdinary: 'Comisión normal',
    feeRatio: '{{ ratio }} × comisión normal',
    relayAll: 'Enviar por todos mis nodos',
    relayAllHint:
      'Un pago va a cada nodo de tu lista que se pueda usar, no solo a uno: ningún nodo puede retenerlo. Más nodos conocen entonces tu dirección IP.',
    security: 'Seguridad y copias',
    lockLabel: 'Bloquear si no se usa durante',
    lockNever: 'Nunca',
    lockMinutes: { one: '1 minuto', many: '{{ count }} de minutos', other: '{{ count }} minutos' },
    lockHours: { one: '1 hora', many: '{{ count }} de horas', other: '{{ count }} horas' },
    hiddenLabel: 'Bloquear si la página está oculta',
    hiddenHint:
      'En otra pestaña o programa, o con la pantalla apagada. En un teléfono, elegir un archivo también oculta la página.',
    hiddenNever: 'No',
    hiddenAtOnce: 'De inmediato',
    hiddenMinutes: {
      one: 'Después de 1 minuto',
      many: 'Después de {{ count }} de minutos',
      other: 'Después de {{ count }} minutos',
    },
    lockReload: 'Recargar la página bloquea la cartera: sus claves solo están en la memoria.',
    reloadLabel: 'Seguir desbloqueada al recargar esta pestaña',
    reloadHint:
      'Si la recargas tú, en menos de un minuto, y nunca más tiempo del que la cartera seguiría desbloqueada.',
    reloadBody:
      'Una copia cifrada de la clave de esta cartera queda entonces en este dispositivo hasta un minuto después de que la página termine. Esta pestaña la abre una sola vez; las demás no pueden. Déjalo desactivado en un dispositivo que usen otras personas.',
    reloadAllow: 'Seguir desbloqueada',
    lockNow: 'Bloquear ahora',
    password: 'Cambiar contraseña',
    passwordOld: 'Contraseña actual',
    passwordNew: 'Contraseña nueva',
    passwordRepeat: 'Repite la contraseña nueva',
    passwordDone: 'Se cambió la contraseña.',
    passwordDoneNoPasskey:
      'Se cambió la contraseña. La llave de acceso ya no desbloquea esta cartera: créala de nuevo.',
    secrets: 'Ver palabras semilla y claves',
    secretsBody:
      'Asegúrate de que nadie más vea la pantalla. Quien tenga las palabras o las claves puede llevarse las monedas.',
    viewKey: 'Ver clave de vista',
    viewKeyBody:
      'Asegúrate de que nadie más vea la pantalla. Quien tenga la clave de vista y la dirección ve los pagos de esta cartera, pero no puede llevarse las monedas.',
    secretsShow: 'Mostrar',
    secretsWords: 'Palabras semilla',
    secretsView: 'Clave de vista secreta',
    secretsPassphrase:
      'Estas palabras restauran esta cartera solo junto con la frase de contraseña que elegiste para ellas.',
    watchQr: 'Código QR para una cartera de solo lectura',
    watchQrBody:
      'Escanéalo en «Usar claves o solo lectura» en otro dispositivo, o en otro programa de carteras. Quien lo vea puede seguir lo que recibe esta cartera, pero no gastar.',
    secretsSpend: 'Clave de gasto secreta',
    secretsMultisig: 'Semilla de tu parte de la cartera compartida',
    keysFile: 'Guardar archivo de claves',
    keysFileBody:
      'Otros programas de carteras abren este archivo con la contraseña de esta cartera: monero-wallet-cli, monero-wallet-rpc y otros parecidos. Quien tenga el archivo y la contraseña puede llevarse las monedas. Con Monero se guarda junto a él un segundo archivo sin extensión, con etiquetas, notas, contactos, destinatarios y claves de transacciones: guarda los dos en una misma carpeta.',
    keysFileMultisigBody:
      'Otros programas de carteras abren este archivo con la contraseña de esta cartera: monero-wallet-cli, monero-wallet-rpc y otros parecidos. Quien tenga el archivo y la contraseña puede firmar en tu lugar. Con Monero se guarda junto a él un segundo archivo sin extensión, con etiquetas, notas, contactos, destinatarios y claves de transacciones: guarda los dos en una misma carpeta.',
    keysFileDone: 'Se guardó el archivo de claves.',
    secretsNone:
      'No hay palabras semilla que mostrar: la cartera se restauró con claves, o es compartida y su intercambio de claves no está completo.',
    rpc: 'Aplicaciones de este sitio',
    rpcLabel: 'Responder a solicitudes de páginas de este sitio',
    rpcHint:
      'Las páginas que están en la misma dirección que Faba pueden entonces leer saldos, pagos y contactos enviando solicitudes a {{ path }}. Faba te pregunta antes de que paguen, firmen o demuestren algo, lean una clave o qué monedas son tuyas, o cambien contactos, monedas, el nodo, la cartera o su actualización. Déjalo desactivado, salvo que una página así sea tuya.',
    rpcPaying:
      'Las páginas pueden pagar sin preguntar hasta que la cartera se bloquee o se cierre, o recargues esta página.',
    rpcRevoke: 'Preguntar antes de cada pago',
    rpcUnavailable:
      'Este navegador no ejecuta ningún service worker para Faba, como en algunas ventanas privadas. Aquí las solicitudes a {{ path }} quedan sin respuesta, y Faba no se abre sin conexión.',
    rpcConsole: 'Abrir la consola RPC',
    appearance: 'Pantalla',
    language: 'Idioma',
    languageBrowser: 'Idioma del navegador',
    languageFailed: 'No se pudo cargar el idioma. Comprueba la conexión.',
    theme: 'Tema',
    themeSystem: 'Sistema',
    themeLight: 'Claro',
    themeDark: 'Oscuro',
    decimals: 'Decimales de los importes',
    decimalsHint:
      'Para listas y saldos. Las cifras se cortan, nunca se redondean. Los detalles, las revisiones, los campos y las copias las tienen todas.',
    decimalsAll: 'Todos',
    timeForm: 'Hora',
    timeFormLanguage: 'Como en el idioma',
    timeForm24: '24 horas',
    timeForm12: '12 horas',
    dateForm: 'Fecha',
    dateFormLanguage: 'Como en el idioma',
    advanced: 'Avanzado',
    rescan: 'Analizar la cadena de nuevo',
    rescanBody:
      'Un nuevo análisis borra los resultados del anterior y lee la cadena otra vez. Las notas, etiquetas, contactos y claves se conservan.',
    rescanGo: 'Analizar de nuevo',
    rescanDone: 'El análisis ha empezado.',
    remove: 'Quitar cartera',
    removeTitle: '¿Quitar «{{ name }}»?',
    removeBody:
      'Sus claves se borran de este dispositivo para siempre. Sin las palabras semilla, las monedas se pierden.',
    removeWatchBody:
      'Su clave de vista y sus notas se borran de este dispositivo. Las monedas siguen donde están: las tiene la cartera con la clave de gasto.',
    removeWatchUnderstand: 'Ya no quiero seguir esta cartera aquí',
    removeUnderstand: 'Tengo las palabras semilla, o quiero perder las monedas',
    removeConfirm: 'Quitar para siempre',
    about: 'Acerca de',
    version: 'Versión',
    aboutBody:
      'Faba es software libre con licencia MIT. Solo se conecta con los nodos que elijas, y con un servicio DNS y un servicio de precios si los configuras.',
    checkUpdate: 'Buscar actualizaciones',
    upToDate: 'Esta es la versión más reciente.',
    updateUnknown: 'No se pudo comprobar si hay una versión nueva. Comprueba la conexión.',
  },
}
