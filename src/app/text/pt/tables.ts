// Texts of tables, and of what is done with a payment.
import type { tables as english } from '../en/tables.ts'
import type { TranslationOf } from '../translation.ts'

export const tables: TranslationOf<typeof english, 'pt'> = {
  table: {
    actions: 'Ações',
    actionsOf: 'Ações para “{{ name }}”',
    columns: 'Colunas',
    filter: 'Filtro',
    filterOf: '{{ name }}: {{ value }}',
    filterRemove: 'Remover o filtro “{{ name }}”',
    searchClear: 'Limpar a busca',
    selection: 'Seleção',
    selectNone: 'Não selecionar nada',
  },
  payment: {
    what: 'O quê',
    amount: 'Valor',
    amountIn: 'Valor, {{ ticker }}',
    id: 'ID',
    value: 'Valor agora',
    valueNow: 'Agora, {{ currency }}',
    months: 'Meses',
    showRecipients: 'Mostrar os destinatários',
    hideRecipients: 'Ocultar os destinatários',
    details: 'Detalhes',
    editNote: 'Editar nota',
    prove: 'Provar',
    again: 'Pagar de novo',
    copy: 'Copiar',
    copyId: 'Copiar ID',
    copyAmount: 'Copiar valor',
    copyAddress: 'Copiar endereço',
    copyNote: 'Copiar nota',
    copyDate: 'Copiar data',
  },
  export: {
    open: 'Exportar',
    title: 'Exportar pagamentos',
    form: 'Para',
    csv: 'Uma planilha',
    csvHint: 'CSV com tudo o que esta carteira sabe, uma linha para cada destinatário.',
    koinlyHint: 'O modelo universal dele, uma linha para cada pagamento.',
    coinTrackingHint: 'A importação CSV dele, uma linha para cada pagamento. Escolha lá UTC como fuso horário.',
    extent: 'Pagamentos',
    all: 'Todos',
    filtered: {
      one: 'Mostrado ({{ count }})',
      many: 'Mostrados ({{ count }})',
      other: 'Mostrados ({{ count }})',
    },
    selected: {
      one: 'Selecionado ({{ count }})',
      many: 'Selecionados ({{ count }})',
      other: 'Selecionados ({{ count }})',
    },
    waiting: 'Com pagamentos que aguardam um bloco',
    failed: 'Com pagamentos que falharam',
    confirmedOnly:
      'Só pagamentos confirmados são salvos. O que você recebeu ou pagou, como mercadorias ou um presente, você informa lá.',
    save: 'Salvar',
  },
}
