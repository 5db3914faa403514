// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.
import type { receiving as english } from '../en/receiving.ts'
import type { TranslationOf } from '../translation.ts'

export const receiving: TranslationOf<typeof english, 'pt'> = {
  share: {
    share: 'Compartilhar',
    save: 'Salvar código QR como imagem',
    failed: 'O navegador não conseguiu compartilhar. Em vez disso, copie.',
  },
  addresses: {
    search: 'Buscar endereços',
    searchPlaceholder: 'Rótulo, endereço ou número',
    none: 'Nenhum endereço encontrado.',
    found: { one: '{{ count }} endereço', many: '{{ count }} de endereços', other: '{{ count }} endereços' },
    which: 'Quais endereços',
    shows: { all: 'Todos', unused: 'Não usados', used: 'Usados', hidden: 'Ocultos' },
    received: 'Recebido, {{ ticker }}',
    lastUsed: 'Último uso',
    show: 'Mostrar com o código QR',
    label: 'Editar rótulo',
    payments: 'Mostrar pagamentos a ele',
    sign: 'Assinar um texto com ele',
    copyLabel: 'Copiar rótulo',
    pin: 'Fixar no topo',
    unpin: 'Desafixar',
    hide: 'Ocultar',
    unhide: 'Mostrar de novo',
    pinned: 'Fixado',
    hidden: 'Oculto',
    returned: 'Novo pagamento',
    toMain: 'Mostrar o endereço principal',
    reused: 'Pagadores podem reconhecer este endereço: ele já foi usado. Dê um novo a cada pagador.',
    fresh: 'Mostrar um novo',
  },
  arrivals: {
    list: 'Pagamentos a este endereço',
    seen: 'Visto, aguarda um bloco',
    instant: 'Recebido instantaneamente, pode contar com ele',
    confirmed: 'Confirmado, {{ count }} de {{ needed }}',
    settled: 'Confirmado, pode ser gasto',
    announceSeen: 'Um pagamento de {{ amount }} foi visto.',
    announceInstant: 'Um pagamento de {{ amount }} foi recebido instantaneamente.',
    announceConfirmed: 'Um pagamento de {{ amount }} foi confirmado.',
    full: 'O valor solicitado foi pago por inteiro.',
    less: 'Falta {{ missing }} do valor solicitado de {{ amount }}.',
    more: 'Foi pago {{ extra }} a mais do que o solicitado.',
  },
  integrated: {
    name: 'Endereço integrado',
    about:
      'Um endereço integrado é o seu endereço principal com um ID de pagamento dentro, pelo qual uma loja ou corretora distingue pagamentos. Pagadores podem reconhecer que o endereço é o mesmo, por isso use subendereços, a menos que precise do ID.',
    paymentId: 'ID de pagamento',
    hint: '16 caracteres, 0–9 e a–f. Um aleatório, se você deixar em branco.',
    bad: 'Digite 16 caracteres, 0–9 e a–f, nem todos 0.',
    show: 'Mostrar endereço integrado',
    tag: 'ID de pagamento {{ id }}',
  },
}
