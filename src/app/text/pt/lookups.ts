// Texts of the tools that look things up: fees, transactions, and whose an address is.
import type { lookups as english } from '../en/lookups.ts'
import type { TranslationOf } from '../translation.ts'

export const lookups: TranslationOf<typeof english, 'pt'> = {
  feesNow: {
    title: 'Taxas agora',
    hint: 'Quanto custa um pagamento e o que espera antes dele.',
    about:
      'Quanto custa um pagamento agora em cada velocidade e quantos blocos cheios são minerados antes dele. Seu nó é consultado de novo a cada bloco e a cada 20 segundos enquanto esta tela está aberta.',
    speed: 'Velocidade',
    fee: 'Taxa',
    before: 'Espera',
    perKb: '{{ fee }} por kB',
    usual: 'habitual agora',
    next: 'o próximo bloco',
    atOnce: 'nenhum bloco',
    blocks: {
      one: '{{ count }} bloco cheio',
      many: '{{ count }} de blocos cheios',
      other: '{{ count }} blocos cheios',
    },
    unknown: 'não se sabe',
    ordinary: 'Pagamento comum',
    ordinaryValue: '2 entradas, 2 saídas, {{ size }}',
    pool: 'Aguardando',
    poolValue: {
      one: '{{ count }} transação, {{ size }}',
      many: '{{ count }} de transações, {{ size }}',
      other: '{{ count }} transações, {{ size }}',
    },
    reason:
      'Uma taxa maior que a habitual torna um pagamento reconhecível. Escolha-a só enquanto houver pagamentos aguardando.',
  },
  lookup: {
    title: 'Transações e endereços',
    hint: 'Encontre um pagamento pelo ID, envie uma transação bruta ou veja de quem é um endereço.',
  },
  findTx: {
    title: 'Encontrar uma transação',
    about:
      'Para um pagamento seu que falta aqui, por exemplo de antes de a carteira ser restaurada. Se esta carteira não o tem, seu nó é consultado e descobre que este ID interessa a você.',
    txid: 'ID da transação',
    missing: 'Digite o ID da transação.',
    bad: 'Um ID de transação tem 64 caracteres, 0–9 e a–f.',
    go: 'Encontrar',
    known: 'Esta carteira já a tem.',
    found: 'Encontrada. Ela já está no histórico.',
    foreign: 'Esta transação existe, mas não paga nada a esta carteira nem gasta nada dela.',
    missed: 'Ela está no bloco {{ height }}. Outros pagamentos desde então também podem faltar.',
    scanFrom: 'Ler de novo a partir daí',
    older:
      'Esta transação não foi adicionada: a carteira conhece outra tão recente quanto ela ou mais nova, que pode ter gastado as moedas dela.',
  },
  rawTx: {
    title: 'Enviar uma transação bruta',
    about:
      'Para uma transação assinada, em dígitos hexadecimais, deste ou de outro programa. Ela é enviada pelo seu nó.',
    text: 'Transação bruta',
    read: 'Mostrar o que é',
    go: 'Enviá-la',
    sent: 'O nó a aceitou.',
    already: 'O nó já a tinha.',
    form: 'Formato',
    formValue: '{{ size }}, versão {{ version }}',
    inputs: 'Entradas',
    inputsValue: {
      one: '{{ count }}, em um anel de {{ ring }}',
      many: '{{ count }}, cada uma em um anel de {{ ring }}',
      other: '{{ count }}, cada uma em um anel de {{ ring }}',
    },
    outputs: 'Saídas',
    own: {
      one: 'Ela gasta {{ count }} moeda desta carteira.',
      many: 'Ela gasta {{ count }} de moedas desta carteira.',
      other: 'Ela gasta {{ count }} moedas desta carteira.',
    },
    foreign: 'Ela não gasta nenhuma moeda desta carteira. Só os destinatários dela podem ver a quem ela paga e quanto.',
    isKnown: 'Ela está no histórico desta carteira.',
    refused: 'O nó recusou esta transação, e nada foi enviado. Tente outro nó.',
    refusedBecause: 'O nó recusou esta transação, e nada foi enviado ({{ reason }}).',
    doubleSpend: 'O nó recusou esta transação: outra gasta as moedas dela.',
    faults: {
      hex: 'Isto não é uma transação bruta: tem caracteres diferentes de 0–9 e a–f, ou falta um.',
      form: 'Isto não é uma transação completa desta rede. Copie-a inteira.',
      coinbase: 'Esta transação cria moedas para um minerador. Ela só existe no bloco dela.',
    },
  },
  isMine: {
    title: 'Este endereço é meu?',
    about: 'Isto é verificado neste dispositivo; nenhum nó é consultado.',
    address: 'Endereço ou link de pagamento',
    missing: 'Digite um endereço.',
    go: 'Verificar',
    yes: 'Sim, este endereço é seu',
    no: 'Não, esta carteira não acompanha este endereço',
    noHint: {
      one: 'Esta carteira acompanha {{ count }} endereço, e não é este.',
      many: 'Não é nenhum dos {{ count }} de endereços que esta carteira acompanha. Um endereço seu além destes é encontrado assim que a carteira verificar mais adiante: Configurações, Avançado.',
      other:
        'Não é nenhum dos {{ count }} endereços que esta carteira acompanha. Um endereço seu além destes é encontrado assim que a carteira verificar mais adiante: Configurações, Avançado.',
    },
    integrated: 'Endereço principal com um ID de pagamento',
    ahead: 'Ele ainda não foi criado aqui, mas os pagamentos a ele chegam.',
  },
}
