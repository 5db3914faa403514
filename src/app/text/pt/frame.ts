// Texts of the frame: navigation, actions, sync state, errors, and the screens of a tab without a wallet.
import type { frame as english } from '../en/frame.ts'
import type { TranslationOf } from '../translation.ts'

export const frame: TranslationOf<typeof english, 'pt'> = {
  app: {
    name: 'Faba',
    installedName: 'Carteira Faba',
    description: 'Uma carteira privada que vive no seu navegador. As chaves nunca saem do dispositivo.',
    tagline: 'Uma carteira privada que vive no seu navegador.',
    starting: 'Iniciando…',
    skip: 'Ir para o conteúdo',
    loading: 'Carregando…',
  },
  nav: {
    label: 'Principal',
    home: 'Início',
    send: 'Enviar',
    receive: 'Receber',
    history: 'Histórico',
    coins: 'Moedas',
    contacts: 'Contatos',
    tools: 'Ferramentas',
    settings: 'Configurações',
    lock: 'Bloquear carteira',
    close: 'Fechar carteira',
    nodes: 'Nós',
    more: 'Mais',
  },
  networkKind: {
    mainnet: 'Rede principal',
    testnet: 'Testnet',
    stagenet: 'Stagenet',
    devnet: 'Devnet',
    regtest: 'Treino',
  },
  shortcuts: {
    title: 'Teclas',
    search: 'Buscar nesta tela',
    add: 'Novo pagamento, endereço ou contato',
    submit: 'Enviar o formulário',
    hint: 'As teclas funcionam enquanto nenhum campo está em foco.',
  },
  more: {
    coins: 'Congelar, combinar e escolher moedas',
    contacts: 'Nomes para endereços',
    tools: 'Provas, assinatura off-line, carteiras compartilhadas',
    nodes: 'De onde a carteira obtém os dados',
    settings: 'Segurança, backup, aparência',
  },
  action: {
    back: 'Voltar',
    cancel: 'Cancelar',
    continue: 'Continuar',
    save: 'Salvar',
    saved: 'Salvo',
    close: 'Fechar',
    copied: 'Copiado',
    copyFailed: 'Não foi possível copiar',
    copyChanged: 'Outro programa alterou a cópia',
    retry: 'Tentar de novo',
    home: 'Ir para Início',
  },
  leaving: {
    title: 'Sair desta carteira?',
    lost: 'Ao sair, você descarta o que digitou em {{ places }}.',
    lockKeeps: 'Se você a bloquear, a carteira guarda isso por um dia, criptografado, e o mostra de novo.',
    discard: 'Descartar e sair',
  },
  otherTab: {
    title: 'O Faba está aberto em outra aba',
    body: 'Só uma aba por vez pode ter suas chaves. Isso evita pagar duas vezes.',
    use: 'Usar aqui',
    takingOver: 'Fechando a outra aba…',
  },
  framed: {
    title: 'O Faba não abre dentro de outra página',
    body: 'A página em volta poderia conduzir seus cliques. Abra o Faba em uma aba própria e confira o endereço.',
    open: 'Abrir o Faba em uma nova aba',
  },
  insecure: {
    title: 'Este endereço não é seguro',
    body: 'Os navegadores não permitem chaves e armazenamento em páginas de uma conexão sem criptografia. Abra o Faba por https://, ou neste dispositivo em http://localhost.',
  },
  unsupported: {
    title: 'O Faba não funciona neste navegador',
    storage:
      'O navegador não deixa o Faba armazenar uma carteira. Permita que este site salve cookies e dados de sites, nas configurações do navegador. Algumas janelas privadas não permitem nada disso: nesse caso, use uma janela normal.',
    webAssembly:
      'WebAssembly está desativado, e o Faba precisa dele. Modos de segurança o desativam, como o Modo de Isolamento dos dispositivos Apple: faça uma exceção para este site ou abra o Faba em outro navegador.',
    update:
      'Falta ao navegador um recurso de que o Faba precisa: {{ feature }}. Atualize o navegador ou abra o Faba em um Firefox, Chrome, Edge ou Safari atual.',
  },
  crashed: {
    title: 'A carteira parou',
    body: 'Tudo o que foi salvo até agora está seguro. Recarregue a página e abra a carteira de novo.',
    reload: 'Recarregar',
  },
  failure: {
    title: 'Esta tela está com um problema',
    body: 'Sua carteira está segura. Tente de novo ou vá para outra tela.',
  },
  update: {
    ready: 'Uma nova versão do Faba está pronta.',
    waits: 'Uma nova versão do Faba está pronta. Ela é iniciada quando seu pagamento for enviado ou cancelado.',
    now: 'Atualizar agora',
    later: 'Mais tarde',
    title: 'Atualizando o Faba',
    body: 'A carteira fecha, e a nova versão é iniciada. Isso leva alguns segundos.',
    blocked:
      'Sua carteira está fechada e segura. Para terminar a atualização, conecte-se à rede e tente de novo, ou feche todas as abas do Faba e abra-o outra vez.',
    stay: 'Voltar ao Faba',
  },
  notFound: {
    title: 'Página não encontrada',
    body: 'Não há página neste endereço.',
    home: 'Ir para o começo',
  },
  sync: {
    label: 'Sincronização',
    connecting: 'Conectando ao nó…',
    syncing: 'Procurando pagamentos',
    synced: 'Em dia',
    onRequest: 'Atualização desativada',
    onRequestHint:
      'A atualização automática está desativada ou é rara. Pagamentos novos só aparecem após uma atualização.',
    onRequestResume: 'Ativar atualização automática',
    badgeConnecting: 'Conectando…',
    badgeOffline: 'Off-line',
    badgeStopped: 'Aguardando você',
    offline: 'Nó inacessível',
    offlineHint: 'Seu saldo é o do último bloco lido. Verifique a conexão ou escolha outro nó nas Configurações.',
    blocks: 'Bloco {{ height }} de {{ target }}',
    block: 'Bloco {{ height }}',
    blocksLeft: {
      one: 'falta {{ count }} bloco',
      many: 'faltam {{ count }} de blocos',
      other: 'faltam {{ count }} blocos',
    },
    hoursBehind: {
      one: '{{ count }} hora de atraso',
      many: '{{ count }} de horas de atraso',
      other: '{{ count }} horas de atraso',
    },
    daysBehind: {
      one: '{{ count }} dia de atraso',
      many: '{{ count }} de dias de atraso',
      other: '{{ count }} dias de atraso',
    },
    refresh: 'Verificar agora',
    stopped: 'Aguardando sua decisão',
    fork: 'O nó tem um histórico diferente',
    forkBody:
      'A partir do bloco {{ height }}, os blocos do nó diferem dos que sua carteira leu. Um nó mal-intencionado pode fazer isso. Sua carteira fica como está: compare com outro nó nas Configurações. Se este nó estiver certo, siga-o.',
    forkGo: 'Ler de novo a partir do bloco {{ height }}',
    outdated: 'Atualização necessária',
    outdatedBody:
      'A partir do bloco {{ height }}, a rede segue o hard fork {{ version }}, que esta versão do Faba não conhece. O que você vê é dos blocos anteriores, e nada se perdeu. Atualize o Faba para ver novos pagamentos e para pagar. Se não houver atualização, o nó pode estar errado: compare com outro nas Configurações.',
    altered: 'Podem faltar pagamentos',
    alteredBody:
      'Um nó alterou transações. Sua carteira ignora as alteradas, mas verificou só uma parte dos blocos anteriores desse nó. Leia de novo com um nó em que você confia.',
  },
  duration: {
    seconds: 'falta menos de um minuto',
    minutes: {
      one: 'falta cerca de {{ count }} min',
      many: 'faltam cerca de {{ count }} min',
      other: 'faltam cerca de {{ count }} min',
    },
    hours: {
      one: 'falta cerca de {{ count }} h',
      many: 'faltam cerca de {{ count }} h',
      other: 'faltam cerca de {{ count }} h',
    },
    days: {
      one: 'falta cerca de {{ count }} dia',
      many: 'faltam cerca de {{ count }} de dias',
      other: 'faltam cerca de {{ count }} dias',
    },
    unknown: 'estimando…',
  },
  time: {
    block: 'bloco {{ height }}',
    heightValue: '{{ height }} · por volta de {{ date }}',
    heightInSentence: '{{ height }} (por volta de {{ date }})',
    unix: 'tempo UNIX {{ seconds }}',
  },
  error: {
    title: 'Não deu certo',
    wrongPassword: 'A senha está errada. Confira as maiúsculas e tente de novo.',
    nodeUnreachable: 'O nó não responde. Verifique a conexão ou escolha outro nó nas Configurações.',
    noWallet: 'A carteira está fechada ou bloqueada. Abra-a e tente de novo.',
    multisigInfo:
      'Estes não são dados de assinatura de um participante desta carteira, ou foram alterados no caminho. Peça-os de novo.',
    multisigInfoNeeded:
      'Faltam a esta carteira dados de assinatura dos outros participantes. Cada um exporta os seus e insere os dos outros: Ferramentas, Carteira compartilhada.',
    multisigUnsupported: 'Uma carteira compartilhada não pode fazer isto: os participantes só assinam pagamentos.',
    staleNonce:
      'Este pagamento usa dados de assinatura seus que já foram usados ou substituídos. Nada foi assinado. Exporte novos dados de assinatura, dê-os aos outros e peça que o pagamento seja preparado de novo.',
    polyseed: {
      count: 'Uma polyseed tem 16 palavras. Confira se nenhuma falta ou foi digitada duas vezes.',
      words: 'A palavra {{ position }} não está na lista de palavras das polyseeds. Confira como ela se escreve.',
      checksum:
        'As palavras não combinam entre si: uma difere do que você anotou, duas estão trocadas, ou a semente é de outra moeda.',
      features: 'Esta polyseed foi feita para um programa que o Faba não conhece. Restaure-a lá.',
      passphrase: 'Esta polyseed é criptografada. Digite a frase-senha dela em Mais opções.',
      language: 'Estas palavras existem em vários idiomas. Escreva-as por inteiro, não só as primeiras letras.',
      coin: 'Polyseeds são do Monero. Escolha abaixo uma rede do Monero.',
    },
    keysFile: {
      password: 'A senha dos arquivos está errada, ou este não é o arquivo de chaves de uma carteira.',
      keys: 'Este arquivo de chaves está danificado. Use as palavras-semente ou uma cópia mais antiga do arquivo.',
      network: 'Este arquivo de chaves é de uma carteira de outra rede. Escolha essa rede abaixo.',
      unsupported:
        'O Faba não pode abrir o arquivo de chaves deste tipo de carteira, como uma carteira de hardware. Restaure a carteira com as palavras ou insira as chaves, se o outro programa as mostrar.',
    },
    walletCache: {
      password:
        'O arquivo ao lado do arquivo de chaves não pode ser lido: está danificado ou tem outra senha. Remova-o para abrir a carteira sem as notas, os rótulos e os destinatários.',
      format:
        'O arquivo ao lado do arquivo de chaves tem o formato de outra versão. Abra e feche a carteira uma vez com a versão mais nova do programa dela, ou remova o arquivo para abrir a carteira sem as notas, os rótulos e os destinatários.',
      keys: 'Os dois arquivos são de carteiras diferentes. Escolha os dois que têm o mesmo nome.',
    },
    multisigSet: {
      signed: 'Você já assinou este pagamento. Passe-o ao próximo participante.',
      'too-many-candidates':
        'Este pagamento pede assinaturas demais de uma vez, o que não é seguro com esta moeda. Assine depois de outros participantes ou peça que seja preparado de novo só com os dados de assinatura de quem vai assinar.',
      'too-many-signers':
        'Mais participantes do que o necessário assinaram este pagamento. Peça que seja preparado de novo.',
      complete: 'Participantes suficientes já assinaram este pagamento. Ele pode ser enviado.',
      incomplete: 'Ainda faltam assinaturas neste pagamento. Passe-o ao próximo participante.',
      signers:
        'Este pagamento foi preparado sem os seus dados de assinatura, por isso você não pode assiná-lo. Passe-o a outro participante ou dê seus dados de assinatura a quem o criou, para que o prepare de novo.',
      unsafe:
        'Recusado, e nada foi assinado: uma assinatura poderia revelar sua chave. Peça que o pagamento seja preparado de novo.',
      failed:
        'As assinaturas não combinam entre si, e nada foi enviado. A parte de um participante está errada, ou os dados de assinatura dele estavam. Troque novos dados de assinatura e prepare o pagamento de novo.',
    },
    unknownFork:
      'A rede segue um hard fork mais novo do que esta versão do Faba conhece, por isso nada foi pago. Atualize o Faba. Se não houver atualização, o nó pode estar errado: compare com outro nas Configurações.',
    nameText:
      'Este nome não é válido. Nomes do Session têm até 64 letras, algarismos, hifens e sublinhados; nomes do Lokinet têm letras, algarismos e hifens e terminam em .loki.',
    nameType: 'Este tipo de nome ainda não está disponível aqui.',
    nameValue:
      'Um nome assim não pode apontar para isto. Um ID do Session tem 66 caracteres, 0–9 e a–f, e começa com 05. Um endereço do Lokinet tem 52 caracteres e termina em .loki.',
    nameOwner: 'Isto não é nem um endereço desta moeda nem uma chave de 64 caracteres.',
    watchOnly: 'Esta carteira é somente leitura: quem precisa fazer isto é a carteira com a chave de gasto.',
    utf8: 'Este arquivo não é texto UTF-8. Salve-o como UTF-8 e tente de novo.',
    transferSet:
      'Este não é o tipo de pagamento desta carteira que era esperado, ou foi alterado no caminho. Confira o arquivo e transfira-o de novo.',
    outputList: 'Esta não é uma lista de moedas desta carteira, ou foi alterada no caminho. Exporte-a de novo.',
    keyImageList: 'Estas não são imagens de chave desta carteira, ou foram alteradas no caminho. Exporte-as de novo.',
    keyImagesRefused:
      'As imagens de chave foram recusadas, e nenhuma delas foi importada: uma assinatura está errada. Exporte-as de novo da carteira com a chave de gasto.',
    keyImagesNewer:
      'As imagens de chave não correspondem às moedas desta carteira. Deixe-a sincronizar, transfira a lista de moedas dela e exporte as imagens de chave de novo.',
    internal: 'Ocorreu um erro interno. Tente de novo. Se isso se repetir, recarregue a página.',
  },
}
