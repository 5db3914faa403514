// Texts of errors of payments, names, nodes and the storage. Those that several screens share with their hints are in frame.ts.
import type { errors as english } from '../en/errors.ts'
import type { TranslationOf } from '../translation.ts'

export const errors: TranslationOf<typeof english, 'pt'> = {
  paymentError: {
    notEnough:
      'O saldo de {{ available }} não cobre o valor e a taxa, {{ needed }} no total. Envie menos ou receba moedas primeiro.',
    notYetEnough:
      'Agora só é possível gastar {{ unlocked }}, mas o valor e a taxa somam {{ needed }}. Espere até haver mais disponível ou envie menos.',
    feeTooHigh: 'Estas moedas não cobrem o valor e a taxa. Envie menos ou escolha uma velocidade menor.',
    nothingAvailable: 'Nenhuma moeda pode ser gasta agora. Espere até alguma ficar disponível.',
    nothingWorthFee: 'Nenhuma moeda vale a própria taxa. Escolha uma velocidade menor ou receba mais primeiro.',
    chainTooYoung:
      'Ainda há poucas moedas nesta cadeia para esconder as suas entre elas. Espere por mais blocos e tente de novo.',
    feeLimit:
      'O nó pede uma taxa mais alta do que você permite. Escolha outro nó ou aumente o limite nas Configurações.',
    feeFromAmounts:
      'A taxa não pode ser descontada destes valores. Pague a menos destinatários de uma vez ou pague a taxa além do valor.',
    integratedAlone:
      'Um endereço integrado não pode ser pago junto com outros destinatários. Faça um pagamento só para ele.',
    address: 'Este não é um endereço desta moeda: um caractere pode estar faltando, sobrando ou errado.',
    frozen: 'Uma destas moedas foi congelada depois que o pagamento foi preparado. Descongele-a primeiro.',
    outdated: 'Moedas deste pagamento foram gastas depois que ele foi preparado. Prepare-o de novo.',
    selfCheck:
      'O pagamento pronto não passou na verificação desta carteira, e nada foi enviado. Tente de novo ou escolha outro nó nas Configurações.',
    notWaiting: 'Este pagamento não está mais aguardando. Prepare-o de novo.',
    refused: 'O nó recusou o pagamento, e nada foi enviado. Prepare-o de novo ou escolha outro nó.',
    refusedBecause:
      'O nó recusou o pagamento, e nada foi enviado ({{ reason }}). Prepare-o de novo ou escolha outro nó.',
    doubleSpend:
      'Nada foi enviado: moedas deste pagamento já foram gastas por outra cópia desta carteira. Deixe esta carteira sincronizar e prepare o pagamento de novo.',
    amountText: 'Este não é um valor desta moeda. Digite algarismos e uma vírgula, como 12,5.',
    outputs: 'Um pagamento de tudo pode ser dividido em no máximo {{ max }} partes, não em {{ count }}.',
    speed: 'Esta velocidade não existe agora para este tipo de pagamento. Escolha outra velocidade.',
    instant:
      'Nenhum pagamento instantâneo pode ser aprovado no momento, e nada foi enviado. Pague do modo comum, que custa menos.',
    coinGone: 'Uma destas moedas não está mais nesta carteira. Volte à lista de moedas e escolha de novo.',
  },
  nodeError: {
    refused: 'O nó não atende a esta solicitação. Escolha outro nó nas Configurações.',
    refusedBecause:
      'O nó recusou esta solicitação: “{{ reason }}”. Tente de novo ou escolha outro nó nas Configurações.',
    login: 'O nó exige um login, que esta página não pode fornecer. Escolha outro nó nas Configurações.',
    timeout: 'O nó demora demais para responder. Tente de novo ou escolha outro nó nas Configurações.',
    busy: 'O nó está sobrecarregado ou ainda sincronizando. Tente mais tarde ou escolha outro nó nas Configurações.',
    wrongData:
      'O nó enviou dados inconsistentes, e nada foi feito. Tente de novo. Se isso se repetir, escolha outro nó nas Configurações.',
    wrongNetwork: 'O nó é de uma rede diferente da rede desta carteira. Escolha outro nó nas Configurações.',
    noTransaction: 'O nó não conhece esta transação. Confira o ID dela.',
  },
  nameError: {
    notFound: 'Não há endereço neste nome. Confira como ele se escreve.',
    notPublished: '{{ name }} não tem endereço de {{ ticker }}.',
    notSigned: 'Este nome não pode ser usado: o endereço dele não tem assinaturas DNSSEC válidas.',
    service: 'O serviço de DNS não respondeu como deveria. Tente de novo ou escolha outro serviço nas Configurações.',
  },
  storageError: {
    blocked: 'Outra aba usa uma versão mais antiga desta página. Feche-a e tente de novo.',
    lost: 'A conexão com o armazenamento foi perdida, e nada foi salvo. Recarregue a página.',
    cleared: 'Os dados desta página foram apagados enquanto a carteira estava aberta, e nada foi salvo. Tente de novo.',
    newer: 'Uma versão mais recente desta página alterou o armazenamento. Recarregue a página para usar essa versão.',
    full: 'O armazenamento do navegador está cheio. Libere espaço em disco e tente de novo.',
    unreadable: 'O armazenamento do navegador não pode ser usado. Recarregue a página e tente de novo.',
    damaged:
      'Dados armazenados desta carteira estão danificados. Restaure a carteira com as palavras-semente ou um arquivo de backup.',
    network: 'Esta versão do Faba não conhece a rede {{ id }}. Atualize o Faba para abrir esta carteira.',
    reload:
      'Este navegador não consegue manter uma carteira aberta enquanto a página recarrega. Desbloqueie-a de novo depois de cada recarga.',
  },
  keysError: {
    mismatch: 'Estas chaves não pertencem a este endereço. Confira cada chave e use o endereço principal.',
    multisigSeed: 'Esta não é a semente de uma parte de uma carteira compartilhada. Digite-a inteira.',
    invalid:
      'Isto contém uma chave que não é válida: está danificada, ou um caractere está errado. Compare-a com a origem.',
    notShared: 'Só uma carteira compartilhada pode fazer isto, e esta não é uma.',
  },
  stoppedError: {
    request: 'Esta solicitação não está mais aguardando.',
    file: 'Um arquivo da página não pôde ser carregado. Recarregue a página.',
    engine: 'A carteira foi parada nesta aba. Recarregue a página.',
    webAssembly:
      'Este navegador não consegue executar a criptografia do Faba: WebAssembly está desativado ou desatualizado. Permita-o para este site ou use outro navegador.',
    memory: 'O navegador tem pouca memória disponível. Feche outras abas e recarregue a página.',
    random:
      'O navegador não forneceu números aleatórios utilizáveis, por isso nada foi feito. Reinicie o navegador e tente de novo.',
    scanner: 'A parte da página que procura pagamentos parou. Recarregue a página.',
    devnet: 'O nó de desenvolvimento desta página parou. Recarregue a página.',
  },
  urlError: {
    login: 'O endereço contém um login (nome:senha@), que uma página não pode enviar. Use um nó sem login.',
    port: 'A porta, o número depois dos dois-pontos, é no máximo 65535.',
  },
  destinationError: {
    coin: 'Este é um link de pagamento ou um endereço de {{ coin }}. Esta carteira é de outra moeda: peça um endereço dessa.',
    page: 'Este é o endereço de uma página da web. Abra-a e copie de lá o endereço ou o link de pagamento.',
    network: 'Este endereço pertence a outra rede: {{ network }}. Peça um endereço da rede desta carteira.',
    link: 'Este link de pagamento está danificado. Peça um novo ou cole o próprio endereço.',
    paymentId:
      'Esta solicitação traz junto do endereço um ID de pagamento antigo, que não pode ser enviado. Peça um endereço integrado ou um subendereço.',
  },
  seedError: {
    words: 'A palavra {{ position }} não está na lista de palavras. Confira como ela se escreve.',
    wrong: 'Estas palavras não são uma semente. Uma semente tem 25 palavras: compare cada uma com o que você anotou.',
    old: 'Estas palavras são da antiga lista inglesa, usada até 2014. Restaure-as na carteira de linha de comando do Monero e use aqui as novas palavras dela.',
    check: 'Esta não é a palavra {{ position }} das suas palavras-semente. Compare-a com o que você anotou.',
    gone: 'As novas palavras-semente sumiram, porque a página foi recarregada ou parada. Crie outras.',
    language: 'Não há palavras-semente neste idioma. Escolha outro.',
  },
  stakeError: {
    full: 'Este nó de serviço não aceita mais moedas desta carteira.',
    contributors: 'Este nó de serviço já tem todos os contribuidores que pode ter.',
    minimum: 'Este nó de serviço aceita {{ minimum }} ou mais.',
    unknown:
      'O nó não conhece nenhum nó de serviço com esta chave. Confira a chave e se o nó de serviço está registrado.',
    registered: 'Este nó de serviço já está registrado.',
    options:
      'Este comando tem uma opção que não é possível aqui. Copie a linha exatamente como o nó de serviço a mostrou.',
  },
  unlockError: {
    none: 'Esta carteira não tem participação neste nó de serviço.',
    requested: 'A liberação já foi solicitada. A participação fica livre por volta do bloco {{ height }}.',
    foreign: 'Esta participação não pode ser liberada por esta carteira.',
  },
  registrationError: {
    form: 'Este comando não está completo ou foi alterado. Copie a linha inteira que o nó de serviço mostrou.',
    expired: 'Este comando expirou. Prepare um novo no nó de serviço.',
    foreign:
      'O operador neste comando é outra carteira: o primeiro endereço dele não é o seu endereço principal. Prepare-o de novo com o endereço desta carteira.',
    signature: 'Este comando não foi assinado pelo nó de serviço dele. Prepare um novo no nó de serviço.',
  },
  entryError: {
    fileTooLarge: 'Este arquivo é grande demais: no máximo {{ limit }}.',
    contact: 'Os contatos mudaram nesse meio-tempo. Confira-os e tente de novo.',
    walletName: 'Este nome é longo demais ou indica uma pasta. Escolha outro.',
    hex: 'Este texto tem comprimento errado ou caracteres diferentes de 0–9 e a–f. Copie-o inteiro de novo.',
    data: 'Estes dados estão incompletos ou foram alterados no caminho. Copie, exporte ou escaneie de novo.',
    decryption:
      'Estes dados não podem ser descriptografados: foram feitos para outra carteira ou com outra senha, ou foram alterados no caminho.',
    paymentId: 'Um ID de pagamento tem 16 caracteres, 0–9 e a–f, e nem todos são 0.',
    address: 'Esta carteira não tem essa conta ou esse endereço. Escolha outro.',
    tag: 'Nenhuma conta tem mais esta etiqueta. Dê primeiro a etiqueta a uma conta.',
    settings:
      'Estas configurações não foram salvas: um valor está fora do intervalo permitido, ou falta o endereço de um nó. Confira cada uma delas.',
  },
}
