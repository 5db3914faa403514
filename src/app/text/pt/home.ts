// Texts of the home screen beyond balance and accounts: hidden amounts, tags, the balance over time, the reminder of a backup.
import type { home as english } from '../en/home.ts'
import type { TranslationOf } from '../translation.ts'

export const home: TranslationOf<typeof english, 'pt'> = {
  amounts: {
    hide: 'Ocultar valores',
    hideHint: 'Oculta saldos e valores neste dispositivo, por exemplo enquanto outras pessoas olham a tela.',
    show: 'Mostrar valores',
    hidden: 'oculto',
    chartHidden: 'O gráfico está oculto junto com os valores.',
    shortcut: 'Ctrl Alt H',
  },
  accounts: {
    edit: 'Editar {{ name }}',
    tag: 'Etiqueta (opcional)',
    tagHint: 'Contas com a mesma etiqueta podem ser mostradas juntas. Só você a vê.',
    description: 'O que a etiqueta significa (opcional)',
    descriptionHint: 'Para todas as contas com esta etiqueta. Aparece onde você escolhe a etiqueta.',
    filter: 'Mostrar contas',
    filterAll: 'Todas',
    filterSum: 'Juntas',
    filterTag: 'Com a etiqueta {{ tag }}',
  },
  balanceChart: {
    title: 'Saldo ao longo do tempo',
    label: 'Gráfico do saldo ao longo do tempo',
    series: 'Saldo',
    table: 'Como tabela',
    date: 'Data',
    watchOnly:
      'Sem imagens de chave, uma carteira somente leitura não sabe o que foi gasto: o saldo pode ser alto demais.',
  },
  reminder: {
    title: 'Ainda sem backup',
    body: 'Se este dispositivo se perder ou os dados do navegador forem apagados, as moedas desta carteira também se perdem. Anote as palavras-semente ou salve um arquivo de backup.',
    multisigBody:
      'Se este dispositivo se perder ou os dados do navegador forem apagados, sua parte desta carteira compartilhada também se perde. Anote a semente dela ou salve um arquivo de backup.',
    go: 'Fazer backup nas Configurações',
    later: 'Agora não',
  },
  reading: {
    soFar: 'Saldo até agora',
    running: 'Ainda em leitura',
    paused: 'Ainda não lido',
    share: 'Lido até agora: {{ percent }}% da cadeia.',
    until: 'Pagamentos depois de {{ date }} ainda não entram na conta.',
    hint: 'Os pagamentos aparecem aqui à medida que a carteira os encontra na cadeia.',
  },
  unverified: {
    watchOnly:
      'Deste saldo, até {{ amount }} pode já ter sido gasto: uma carteira somente leitura vê o que chega, mas não o que sua carteira com a chave de gasto pagou, até você importar as imagens de chave dela.',
    shared:
      'Deste saldo, até {{ amount }} pode já ter sido gasto por outros participantes, até você trocar dados de assinatura.',
    beforePaying:
      'Até {{ amount }} do saldo pode já ter sido gasto, e a rede recusa um pagamento com moedas gastas. Faça isto primeiro:',
  },
}
