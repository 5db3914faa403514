// Texts of the tools: what they share, and offline signing.
import type { tools as english } from '../en/tools.ts'
import type { TranslationOf } from '../translation.ts'

export const tools: TranslationOf<typeof english, 'pt'> = {
  tools: {
    title: 'Ferramentas',
    about: 'Coisas de que você só precisa de vez em quando.',
    back: 'Voltar a Ferramentas',
    guide: 'Como funciona',
    needs: 'O que é preciso',
    steps: 'Passo a passo',
    offline: 'Assinatura off-line',
    offlineHint: 'Mantenha a chave de gasto em um dispositivo sem rede e pague mesmo assim.',
    names: 'Nomes',
    namesHint: 'Compre, renove e altere nomes do Session e do Lokinet.',
    stakes: 'Participações',
    stakesHint: 'Registre um nó de serviço, participe de um e libere participações.',
    multisig: 'Carteira compartilhada (multisig)',
    multisigHint: 'Uma carteira que só gasta se várias pessoas concordam.',
    signsAlone:
      'Esta carteira não pode assinar sozinha. Pedidos são feitos em uma carteira com chave de gasto própria.',
    notHere: 'Não disponível para esta moeda',
    notHereHint: 'Isto existe em redes com nós de serviço, como a Oxen.',
  },
  data: {
    hint: 'Cole o texto, escolha o arquivo ou solte-o aqui.',
    choose: 'Escolher um arquivo',
    chooseFor: 'Arquivo: {{ label }}',
    remove: 'Remover o arquivo',
    missing: 'Cole o texto ou escolha o arquivo primeiro.',
    notHex: 'Este texto está incompleto ou tem caracteres diferentes de 0–9 e a–f. Copie-o inteiro.',
    large: 'Este arquivo é grande demais. Escolha o arquivo que a outra carteira salvou.',
    size: '{{ name }}, {{ size }}',
    save: 'Salvar como arquivo',
    again: 'Exportar de novo',
    copy: 'Copiar como texto',
  },
  set: {
    amount: 'Valor',
    fee: 'Taxa',
    sum: 'Total com taxa',
    change: 'Troco, de volta a esta carteira',
    locked: 'Bloqueado até',
    paymentId: 'ID de pagamento',
    transactions: 'Transações',
    prepare: 'Preparar um pagamento',
    read: 'Mostrar o que ele paga',
    what: 'O que você assina',
    nothingElse: 'Todo o resto que ele gasta volta para esta carteira.',
    signGo: 'Assinar este pagamento',
    sendGo: 'Enviar este pagamento',
    sendWhat: 'O que você envia',
  },
  offline: {
    guide: {
      about:
        'Uma carteira somente leitura neste ou em outro dispositivo vê suas moedas, mas não pode gastá-las. A carteira com a chave de gasto fica em um dispositivo sem rede e assina lá cada pagamento. Quem invadir o dispositivo conectado não pode levar suas moedas.',
      needs:
        'Uma carteira somente leitura, conectada a um nó: criada em “Usar chaves ou acompanhar” com o endereço principal e a chave de visualização\nA mesma carteira com a chave de gasto no outro dispositivo, que não precisa de rede\nUma câmera nos dois dispositivos, que leem códigos QR da tela um do outro; ou um meio de levar um pequeno arquivo, como um pen drive',
      steps:
        'Na carteira somente leitura, prepare um pagamento em Enviar e mostre-o como códigos QR ou salve-o como arquivo.\nNa carteira com a chave de gasto, escaneie os códigos ou abra o arquivo aqui, leia o que ele paga e assine.\nDe volta à carteira somente leitura, escaneie ou abra aqui o pagamento assinado e envie-o.',
      final:
        'Leia os destinatários e os valores no dispositivo com a chave de gasto: só o que ele mostra é certo. Um pagamento assinado pode ser enviado por quem o tiver, e um enviado não pode ser revertido.',
    },
    prepareBody: 'O pagamento é montado aqui e assinado na carteira com a chave de gasto.',
    ready: 'O pagamento está pronto para ser assinado',
    readyBody:
      'Nada foi enviado ainda. Leve-o à carteira com a chave de gasto e assine-o lá em Ferramentas, Assinatura off-line.',
    another: 'Preparar outro pagamento',
    file: 'pagamento não assinado',
    signedFile: 'pagamento assinado',
    outputsFile: 'moedas',
    keyImagesFile: 'imagens de chave',
    sign: 'Assinar um pagamento',
    signBody: 'Da sua carteira somente leitura. O que ele faz é calculado aqui, com as moedas e chaves desta carteira.',
    unsigned: 'Pagamento não assinado',
    more: 'Assinar outro pagamento',
    connected:
      'Este dispositivo está conectado a uma rede. Mantenha a carteira com a chave de gasto em um dispositivo em modo avião: ela não precisa de rede para assinar.',
    disconnected: 'Este dispositivo está em modo avião, como deve ser.',
    signed: 'O pagamento está assinado',
    signedBody: 'Leve-o de volta à carteira somente leitura e envie-o de lá. Quem o tiver pode enviá-lo.',
    send: 'Enviar um pagamento assinado',
    sendBody:
      'Da sua carteira com a chave de gasto. Ele é comparado com as moedas desta carteira antes de ser enviado.',
    signedSet: 'Pagamento assinado',
    copies: 'Pôr as duas carteiras em dia',
    copiesHot:
      'Um pagamento leva tudo o que é preciso. Se o saldo aqui conta moedas que foram gastas em outro lugar, leve a lista de moedas à carteira com a chave de gasto e traga de volta as imagens de chave dela.',
    copiesCold:
      'Um pagamento leva tudo o que é preciso. Se a carteira somente leitura mostra um saldo errado, pegue a lista de moedas dela e dê a ela as imagens de chave.',
    outputs: 'Lista de moedas da carteira somente leitura',
    exportOutputs: 'Exportar a lista de moedas',
    importOutputs: 'Importar a lista de moedas',
    imported: {
      one: 'Esta carteira agora conhece {{ count }} moeda.',
      many: 'Esta carteira agora conhece {{ count }} de moedas.',
      other: 'Esta carteira agora conhece {{ count }} moedas.',
    },
    exportKeyImages: 'Exportar imagens de chave',
    keyImages: 'Imagens de chave da carteira com a chave de gasto',
    importKeyImages: 'Importar as imagens de chave',
    importedKeyImages: 'O saldo agora é de {{ owned }}. Gasto: {{ spent }}.',
    privacy:
      'As duas listas mostram quais moedas são suas. Elas são criptografadas com a chave de visualização da carteira.',
    older: 'A outra carteira é um Monero anterior a 0.18.1.1',
    olderHint:
      'Pagamentos e listas de moedas são gravados no formato que ela lê. Programas desde 2022 precisam disto desativado.',
    multisig: 'Uma carteira compartilhada não é assinada off-line',
    multisigHint: 'Os participantes assinam os pagamentos dela um depois do outro.',
  },
}
