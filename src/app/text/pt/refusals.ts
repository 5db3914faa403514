// Texts of what the wallet refuses to take, sign or make: transfer sets, lists of coins, signing data, proofs, and orders of names.
import type { refusals as english } from '../en/refusals.ts'
import type { TranslationOf } from '../translation.ts'

export const refusals: TranslationOf<typeof english, 'pt'> = {
  setError: {
    foreign:
      'Recusado, e nada foi feito: o pagamento gasta moedas que não são desta carteira ou indica valores errados delas. Peça que seja preparado de novo com esta carteira.',
    unknown:
      'Esta carteira ainda não encontrou todas as moedas deste pagamento, e nada foi feito. Deixe-a sincronizar e tente de novo.',
    spent: 'Moedas deste pagamento já foram gastas, e nada foi feito. Peça que seja preparado de novo.',
    spentCoins:
      'Moedas deste pagamento já foram gastas: {{ coins }}. Nada foi assinado nem enviado. Ponha as duas carteiras em dia e peça que o pagamento seja preparado de novo.',
    frozen:
      'Este pagamento gasta moedas que você congelou, e nada foi feito. Descongele-as ou peça que outro pagamento seja preparado.',
    change:
      'Recusado, e nada foi feito: o troco deste pagamento não voltaria para esta carteira. Pergunte a quem o preparou.',
    recipients:
      'Recusado, e nada foi feito: este pagamento não tem destinatário válido, ou tem um que não recebe nada. Peça que seja preparado de novo.',
    fee: 'Recusado, e nada foi feito: este pagamento não tem taxa, ou tem uma maior do que esta carteira permite. Peça que seja preparado de novo ou aumente o limite nas Configurações.',
    signature:
      'Recusado, e nada foi feito: uma assinatura ou imagem de chave deste pagamento está errada. Peça que seja assinado de novo.',
    form: 'Recusado, e nada foi feito: este pagamento não está montado como um desta rede deveria, ou foi alterado no caminho. Transfira-o de novo ou peça que seja preparado de novo.',
  },
  proofError: {
    'watch-only': 'Esta carteira é somente leitura: faça a prova na carteira com a chave de gasto.',
    shared:
      'Uma carteira compartilhada não pode fazer esta prova, porque nenhum participante tem a chave de gasto inteira.',
    'not-ours': 'Esta carteira não fez esta transação. Escolha uma que ela enviou.',
    'no-key':
      'Esta carteira não tem a chave desta transação. Só a carteira que a enviou a tem; uma restaurada não a tem.',
    'nothing-received': 'Esta transação não pagou nada a este endereço. Confira ambos.',
    'no-balance': 'Esta carteira não tem moedas que possa provar.',
    balance: 'Esta conta tem menos do que este valor. Digite um menor.',
    amount: 'O valor a provar precisa ser maior que zero.',
    subaddress: 'Este é um subendereço. Insira o endereço principal do proprietário.',
    address: 'Esta prova pertence a outro endereço. Confira o endereço.',
    unconfirmed: 'Uma transação desta prova ainda não está em um bloco. Tente mais tarde.',
    old: 'Esta transação gasta moedas de antes de os valores serem ocultos. Ela não pode ser provada.',
    form: 'Esta prova está incompleta ou não corresponde a esta transação. Copie-a inteira e confira o ID da transação.',
    node: 'O nó devolveu uma transação diferente da que a prova exige. Escolha outro nó nas Configurações e tente de novo.',
    signingKey: 'Nesta rede, mensagens são assinadas só com a chave de gasto.',
  },
  outputsError: {
    foreign:
      'A lista foi recusada, e nada dela foi importado: ela contém moedas de outra carteira. Exporte-a de uma cópia desta carteira.',
    gap: 'A lista começa depois de moedas que esta carteira ainda não conhece, e nada dela foi importado. Exporte todas as moedas.',
    hot: 'Esta carteira leu a cadeia ela mesma e conhece suas moedas. Só uma carteira que nunca usou um nó aceita uma lista delas.',
    shared:
      'Uma carteira compartilhada não aceita listas de moedas. Em vez disso, troque dados de assinatura: Ferramentas, Carteira compartilhada.',
  },
  signingDataError: {
    count:
      'O número de participantes não confere: insira os dados de assinatura de cada um dos outros participantes uma vez.',
    stranger:
      'Estes dados de assinatura são de alguém que não participa desta carteira (chave {{ signer }}), e nada foi importado.',
    twice: 'Há dados de assinatura diferentes de um mesmo participante (chave {{ signer }}). Use só os mais novos.',
    outdated:
      'Você já importou dados de assinatura mais novos deste participante (chave {{ signer }}). Peça os mais recentes.',
    contradiction:
      'Os dados de assinatura de um participante (chave {{ signer }}) contradizem os dos outros, e nada foi importado. Deixe todas as carteiras sincronizar e troque novos dados de assinatura. Se isso se repetir, alguém envia dados errados.',
  },
  orderError: {
    priority: 'Pedidos de nomes não podem usar esta velocidade. Escolha outra velocidade.',
    unknown: 'Este nome não está registrado ou expirou. Confira como ele se escreve.',
    foreign: 'Este nome não pertence a esta carteira. O proprietário dele, ou o proprietário reserva, pode alterá-lo.',
    signature: 'Isto não é uma assinatura. Ela tem 128 caracteres, 0–9 e a–f: copie-a inteira.',
    unchanged: 'Nada neste nome mudaria. Insira outro destino ou proprietário.',
  },
}
