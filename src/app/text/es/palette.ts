// Texts of the command palette and of keyboard shortcuts.
import type { palette as english } from '../en/palette.ts'
import type { TranslationOf } from '../translation.ts'

export const palette: TranslationOf<typeof english, 'es'> = {
  palette: {
    title: 'Comandos',
    open: 'Buscar comandos',
    search: 'Buscar',
    none: 'Ningún comando coincide.',
    results: { one: '1 comando', many: '{{ count }} de comandos', other: '{{ count }} comandos' },
    account: 'Ver cuenta {{ name }}',
    contact: 'Pagar a {{ name }}',
    lock: 'Bloquear la cartera ahora',
    copyAddress: 'Copiar dirección principal',
    shortcut: 'Ctrl K',
    lockShortcut: 'Ctrl Alt L',
    secretsShortcut: 'Ctrl Alt W',
    passwordShortcut: 'Ctrl Alt P',
    send: 'Enviar un pago',
    receive: 'Recibir un pago',
    offline: 'Firmar sin conexión',
    names: 'Nombres',
    stakes: 'Participaciones',
    multisig: 'Cartera compartida',
    nodes: 'Nodos',
    coins: 'Elegir monedas',
    contacts: 'Contactos',
    console: 'Consola RPC',
  },
}
