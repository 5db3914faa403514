// Texts of the tool for multisig wallets: their key exchange, and their payments.
import type { multisig as english } from '../en/multisig.ts'
import type { TranslationOf } from '../translation.ts'

export const multisig: TranslationOf<typeof english, 'pt'> = {
  multisig: {
    guide: {
      about:
        'Várias pessoas compartilham uma carteira, e um pagamento precisa das assinaturas de algumas delas: 2 de 3, por exemplo. Ninguém pode gastar sozinho, e a carteira resiste à perda de alguns dispositivos.',
      needs:
        'Uma carteira nova e vazia para cada participante: a carteira ganha novos endereços ao se tornar compartilhada\nAs palavras-semente da sua carteira, anotadas\nUm meio privado de trocar mensagens, como um app de mensagens criptografadas: a primeira mensagem contém um segredo',
      steps:
        'Combine com os outros quantas pessoas participam e quantas precisam assinar.\nCada um envia sua primeira mensagem a todos os outros e insere as mensagens dos outros.\nRepita com as mensagens da próxima rodada, até a carteira dizer que o endereço dela é definitivo.\nCompare o endereço com os outros: ele precisa ser igual para todos.\nCada um faz backup da própria parte.',
      final:
        'Se tantos participantes perderem a própria parte que não restem os necessários para assinar, as moedas se perdem. Tornar esta carteira compartilhada não pode ser desfeito: os endereços, o histórico e os rótulos atuais deixam de estar nela.',
    },
    notWatchOnly: 'Uma carteira somente leitura não pode se tornar compartilhada',
    notWatchOnlyHint: 'Use uma carteira com suas próprias palavras-semente.',
    make: 'Tornar esta carteira compartilhada',
    hasCoins:
      'Esta carteira tem moedas. Elas ficam nos endereços atuais e depois só são acessíveis com as palavras-semente dela. É melhor usar uma carteira nova e vazia.',
    total: 'Participantes, contando você',
    threshold: 'Assinaturas para um pagamento',
    loss: 'As moedas se perdem se mais de {{ spare }} dos {{ total }} participantes perderem a própria parte.',
    lossAll: 'Todos precisam assinar: se um participante perder a própria parte, as moedas se perdem.',
    first: 'Sua primeira mensagem',
    firstBody:
      'Ela contém um segredo: quem tiver todas as primeiras mensagens vê os pagamentos da carteira compartilhada. Envie-a só aos participantes, em particular.',
    firstShow: 'Mostrar minha primeira mensagem',
    message: 'Sua mensagem para a rodada {{ round }}',
    messageBody: 'Envie-a a todos os outros participantes antes de continuar.',
    copy: 'Copiar mensagem',
    others: 'Mensagens dos outros',
    othersBody: 'Um campo para cada um dos outros participantes, em qualquer ordem.',
    other: 'Mensagem do participante {{ index }}',
    otherMissing: 'Cole a mensagem deste participante.',
    twice: 'Esta mensagem já está acima. Cada participante tem a sua.',
    understand: 'Anotei as palavras-semente desta carteira',
    understandMissing: 'Anote primeiro as palavras-semente: Configurações, Mostrar palavras-semente e chaves.',
    go: 'Criar a carteira compartilhada',
    round: 'Rodada {{ round }} da troca de chaves',
    roundBody:
      'Cada um precisa das mensagens desta rodada de todos os outros. Mensagens de rodadas anteriores não servem.',
    roundGo: 'Concluir esta rodada',
    notYet: 'O endereço ainda não é definitivo: não receba moedas antes da última rodada.',
    ready: 'A carteira compartilhada está pronta',
    readyBody: '{{ threshold }} de {{ total }} participantes assinam cada pagamento.',
    address: 'Endereço da carteira compartilhada',
    compare:
      'Compare-o com todos os outros participantes antes de receber moedas. Se for diferente, alguém inseriu uma mensagem errada: todos recomeçam com carteiras novas.',
    lastMessage: 'Sua última mensagem',
    lastMessageBody: 'Outros ainda podem precisar dela para concluir a última rodada deles.',
    backup: 'Fazer backup da sua parte',
    backupBody:
      'Cada participante salva a semente da própria parte: Configurações, Mostrar palavras-semente e chaves. As palavras-semente de antes não restauram a carteira compartilhada, nem a semente de outro participante.',
    infos: 'Trocar dados de assinatura',
    infosBody:
      'Nenhum participante vê sozinho quais moedas de uma carteira compartilhada foram gastas. Antes de um pagamento, e para ver o saldo certo, cada um exporta seus dados de assinatura e insere os dos outros.',
    infosNeeded: 'Chegaram moedas novas: troque dados de assinatura antes do próximo pagamento.',
    infoExport: 'Exportar meus dados de assinatura',
    infoFile: 'dados de assinatura de um participante',
    infoReplaces: 'Envie-os aos outros. Eles substituem os que você exportou antes, que não devem mais ser usados.',
    info: 'Dados de assinatura do participante {{ index }}',
    infoGo: 'Inserir os dados de assinatura',
    infoTooFew: {
      one: 'Insira os dados de assinatura de pelo menos {{ count }} outro participante.',
      many: 'Insira os dados de assinatura de pelo menos {{ count }} de outros participantes.',
      other: 'Insira os dados de assinatura de pelo menos {{ count }} outros participantes.',
    },
    infoDone: 'Os dados de assinatura foram inseridos. Moedas neles: {{ count }}.',
    faults: {
      none: 'Cole primeiro as mensagens dos outros.',
      threshold: 'Este número de assinaturas não combina com o número de participantes.',
      count: 'Este número de participantes não é possível.',
      round: 'Uma mensagem é de outra rodada. Peça a quem a enviou a mensagem desta rodada.',
      duplicate: 'Duas mensagens diferentes vêm do mesmo participante. Peça a certa e use cada mensagem uma só vez.',
      missing: 'Falta uma mensagem. É preciso ter uma de cada um dos outros participantes.',
      foreign: 'Uma mensagem é de outra rodada ou de outra carteira compartilhada. Peça a certa a quem a enviou.',
      keys: 'Um participante enviou chaves que não são dele. Peça novas mensagens a todos os participantes.',
      disagreement:
        'Os participantes não estão de acordo: alguém inseriu mensagens diferentes das suas. Todos recomeçam com carteiras novas.',
      finished: 'A troca de chaves já está concluída.',
    },
    badMessage: 'Esta não é uma mensagem de um participante para esta rodada, ou está incompleta. Copie-a inteira.',
  },
  multisigPayment: {
    guide: {
      about:
        'Um participante propõe um pagamento. Os outros o assinam um depois do outro, até que um número suficiente tenha assinado. Então um deles o envia. Entre os participantes, ele circula como um pequeno arquivo ou texto.',
      needs:
        'Dados de assinatura dos participantes que assinam, exportados depois do último pagamento\nTantos participantes quantos precisam assinar, cada um com sua parte da carteira\nUm meio de repassar arquivos ou textos, como um app de mensagens',
      steps:
        'Cada um exporta abaixo seus dados de assinatura e insere os dos outros.\nUm participante prepara o pagamento em Enviar e o salva. Com isso, ele já o assinou.\nO próximo participante o abre abaixo, lê o que ele paga, assina e salva o novo arquivo. Isso se repete até que um número suficiente tenha assinado.\nQualquer participante abre abaixo o último arquivo e o envia.\nAntes do próximo pagamento, cada um exporta novos dados de assinatura.',
      final:
        'Leia os destinatários e os valores antes de assinar: eles são calculados pela sua própria carteira. Use sua parte em um só dispositivo: se duas cópias dela assinarem com os mesmos dados de assinatura, os outros participantes podem calcular sua chave a partir das assinaturas.',
    },
    prepareBody: 'O pagamento é montado e assinado aqui. Depois, outros participantes o assinam, um por vez.',
    proposed: 'O pagamento está proposto',
    proposedBody:
      'Nada foi enviado ainda. Você o assinou; {{ threshold }} de {{ total }} participantes precisam assinar. Passe-o ao próximo, que o assina em Ferramentas, Carteira compartilhada.',
    file: 'pagamento proposto',
    signedFile: 'pagamento assinado por {{ signatures }} de {{ threshold }}',
    keep: 'Salve ou copie o pagamento antes de sair desta tela: a carteira não o guarda e não o assina uma segunda vez.',
    open: 'Abrir a carteira compartilhada',
    propose: 'Preparar outro pagamento',
    read: 'Assinar ou enviar um pagamento',
    readBody: 'De outro participante. O que ele faz é calculado aqui, com as moedas e chaves desta carteira.',
    set: 'Pagamento de um participante',
    signatures: 'Assinaturas',
    count: '{{ signatures }} de {{ threshold }}, sem a sua',
    countOwn: '{{ signatures }} de {{ threshold }}, com a sua',
    keepComplete:
      'Envie ou salve o pagamento antes de sair desta tela: a carteira não o guarda e não o assina uma segunda vez.',
    handOn: 'Você assinou este pagamento',
    handOnBody: 'Passe-o ao próximo participante, que também o assina.',
    complete: 'Participantes suficientes assinaram. Qualquer um deles pode enviá-lo, uma vez.',
    handOnInstead: 'Deixar outro participante enviar',
    another: 'Abrir outro pagamento',
    after: 'Antes do próximo pagamento, cada um exporta novos dados de assinatura e insere os dos outros.',
  },
}
