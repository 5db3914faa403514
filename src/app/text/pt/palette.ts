// Texts of the command palette and of keyboard shortcuts.
import type { palette as english } from '../en/palette.ts'
import type { TranslationOf } from '../translation.ts'

export const palette: TranslationOf<typeof english, 'pt'> = {
  palette: {
    title: 'Comandos',
    open: 'Buscar comandos',
    search: 'Buscar',
    none: 'Nenhum comando encontrado.',
    results: { one: '{{ count }} comando', many: '{{ count }} de comandos', other: '{{ count }} comandos' },
    account: 'Mostrar conta {{ name }}',
    contact: 'Pagar a {{ name }}',
    lock: 'Bloquear carteira agora',
    copyAddress: 'Copiar endereço principal',
    shortcut: 'Ctrl K',
    lockShortcut: 'Ctrl Alt L',
    secretsShortcut: 'Ctrl Alt W',
    passwordShortcut: 'Ctrl Alt P',
    send: 'Enviar um pagamento',
    receive: 'Receber um pagamento',
    offline: 'Assinar off-line',
    names: 'Nomes',
    stakes: 'Participações',
    multisig: 'Carteira compartilhada',
    nodes: 'Nós',
    coins: 'Escolher moedas',
    contacts: 'Contatos',
    console: 'Console RPC',
  },
}
