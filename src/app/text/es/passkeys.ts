// Texts about passkeys, which unlock a wallet beside its password.
import type { passkeys as english } from '../en/passkeys.ts'
import type { TranslationOf } from '../translation.ts'

export const passkeys: TranslationOf<typeof english, 'es'> = {
  passkey: {
    title: 'Desbloquear con llave de acceso',
    body: 'Una llave de acceso (passkey) desbloquea esta cartera con huella, rostro, PIN o llave de seguridad. Solo funciona en este dispositivo, o en aquellos con los que se sincronizan tus llaves de acceso y en los que está guardada esta cartera. La contraseña sigue siendo válida: consérvala, porque la necesitas para ver las palabras semilla y para las copias de seguridad.',
    setUp: 'Crear llave de acceso',
    isSetUp:
      'Esta cartera se puede desbloquear con una llave de acceso. Si perdiste la llave de acceso, u otras personas pueden usarla, quítala aquí.',
    remove: 'Quitar llave de acceso',
    done: 'La llave de acceso está lista. A partir de ahora desbloquea esta cartera.',
    removed:
      'La llave de acceso ya no desbloquea esta cartera. También puedes borrarla en los ajustes de tu dispositivo.',
    unlock: 'Usar llave de acceso',
    faults: {
      cancelled: 'No se usó ninguna llave de acceso. Inténtalo de nuevo o usa la contraseña.',
      unsupported:
        'Esta llave de acceso no puede desbloquear una cartera: su dispositivo o navegador no calcula secretos (PRF). Usa la contraseña.',
      address:
        'Las llaves de acceso necesitan un nombre de host, y esta página está en una dirección IP. Ábrela por su nombre, como localhost.',
    },
    missing: 'Esta cartera no tiene llave de acceso. Usa la contraseña.',
    wrong: 'Esta llave de acceso no abre la cartera. Usa la contraseña y crea otra llave de acceso en Ajustes.',
  },
}
