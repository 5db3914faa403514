// Texts about backup files.
import type { backup as english } from '../en/backup.ts'
import type { TranslationOf } from '../translation.ts'

export const backup: TranslationOf<typeof english, 'es'> = {
  backup: {
    title: 'Restaurar copia de seguridad',
    link: 'Restaurar copia de seguridad',
    linkHint: 'Guardaste una copia de seguridad de una cartera en Faba, aquí o en otro dispositivo.',
    body: 'Una copia de seguridad contiene la cartera completa: sus claves, historial, notas, etiquetas, contactos y ajustes.',
    file: 'Archivo de la copia',
    fileHint: 'Su nombre termina en .faba-backup. Elígelo o suéltalo aquí.',
    fileMissing: 'Elige primero el archivo de la copia de seguridad.',
    passwordHint:
      'La contraseña que tenía la cartera cuando se guardó la copia. También será su contraseña en este dispositivo.',
    name: 'Nombre de la cartera (opcional)',
    nameHint: 'Déjalo vacío para mantener el nombre de la copia.',
    submit: 'Restaurar cartera',
    save: 'Guardar copia de seguridad',
    saveBody:
      'El archivo contiene la cartera completa: sus claves, historial, notas, etiquetas, contactos y ajustes. Está cifrado con la contraseña de esta cartera. Quien tenga el archivo y la contraseña puede llevarse las monedas. Conserva también las palabras semilla: funcionan sin archivo y sin Faba.',
    saveMultisigBody:
      'El archivo contiene la cartera completa: sus claves, historial, notas, etiquetas, contactos y ajustes. Está cifrado con la contraseña de esta cartera. Quien tenga el archivo y la contraseña puede firmar en tu lugar. Después de restaurarla, intercambia datos de firma nuevos antes del próximo pago.',
    done: 'Se guardó la copia de seguridad. No incluye lo que ocurra a partir de ahora.',
    faults: {
      format: 'Esto no es una copia de seguridad de Faba, o está dañada. Prueba con otro ejemplar.',
      version: 'Esta copia la guardó una versión más reciente de Faba. Actualiza Faba primero.',
      password: 'La contraseña no abre esta copia. Es la que tenía la cartera cuando se guardó la copia.',
    },
  },
  storageLoss: {
    phase: 'La cartera no se puede guardar',
    badge: 'Sin guardar',
    clearedTitle: 'Esta cartera ya no está guardada en este navegador',
    clearedBody:
      'Los datos de esta página se borraron mientras la cartera estaba abierta: en los ajustes del navegador, por otra página de este sitio o por el navegador, por falta de espacio. La cartera está ahora solo en la memoria de esta pestaña. Si cierras o recargas la pestaña, desaparece, y solo la restauran sus palabras semilla o una copia de seguridad. Las carteras que no estaban abiertas ya no están.',
    saveBackup: 'Guardar una copia de seguridad',
    writeBack: 'Volver a guardarla',
    writtenBack: 'La cartera vuelve a estar guardada en este navegador.',
    lostTitle: 'Las carteras ya no están guardadas en este navegador',
    lostBody:
      'Los datos de esta página se borraron mientras no había ninguna cartera abierta: en los ajustes del navegador, por otra página de este sitio o por el navegador, por falta de espacio. Las monedas están a salvo en la cadena. Restaura cada cartera con sus palabras semilla, una copia de seguridad o sus claves.',
    problemTitle: 'Lo nuevo no se guarda',
    problemBody:
      'Ves lo último que se guardó. No se hacen pagos mientras no se puedan guardar. Una copia de seguridad en otro dispositivo salva la cartera si este falla.',
  },
  sheet: {
    print: 'Imprimir',
    hint: 'Imprime una hoja con las palabras y lo que hace falta para restaurar. Las impresoras compartidas guardan copias de lo que imprimen: usa una tuya.',
    title: 'Hoja de copia de seguridad',
    height: 'Restaurar desde',
    inside: 'El mes está en las palabras',
    needed: 'Necesaria. No está en esta hoja.',
    none: 'Ninguna',
    keptAt: 'Dónde se guarda esta hoja',
    passphraseKeptAt: 'Dónde se guarda la frase de contraseña',
    printed: 'Impresa el {{ date }}',
    keep: 'Guarda esta hoja en un lugar seco al que solo tú llegues: quien lea las palabras puede llevarse las monedas. Las impresoras compartidas guardan copias de lo que imprimen, igual que las cámaras y las nubes.',
  },
}
