// Texts of the settings.
import type { settings as english } from '../en/settings.ts'
import type { TranslationOf } from '../translation.ts'

export const settings: TranslationOf<typeof english, 'pt'> = {
  settings: {
    title: 'Configurações',
    payments: 'Pagamentos',
    sections: 'Seções',
    find: 'Buscar uma configuração',
    findNone: 'Nenhuma configuração tem este nome.',
    access: 'Acesso',
    backup: 'Backup',
    backupHint: 'Notas, contatos, rótulos e a própria carteira.',
    passkey: 'Chave de acesso',
    passkeyHint: 'Impressão digital, rosto, PIN ou chave de segurança em vez da senha.',
    walletFile: 'Arquivos para outros programas',
    walletFileHint: 'Abrem em monero-wallet-cli, oxen-wallet-cli e similares.',
    removeThis: 'Remover esta carteira do dispositivo',
    removeHint: 'Você precisa das palavras dela para recuperá-la.',
    wallet: 'Carteira',
    name: 'Nome da carteira',
    nameSave: 'Salvar nome',
    network: 'Rede',
    address: 'Endereço principal',
    restoreHeight: 'Procura pagamentos desde',
    nodes: 'Nós e privacidade',
    connection: 'Conexão',
    reorgLimit: 'Maior reorganização',
    reorgLimitHint: 'Se o nó substituir mais blocos do que isto, a carteira para e pergunta a você.',
    reorgDepth: { one: '{{ count }} bloco', many: '{{ count }} de blocos', other: '{{ count }} blocos' },
    feeLimit: 'Taxa máxima',
    feeLimitHint: 'As taxas vêm do nó. Um pagamento não é feito se o nó pedir mais do que isto.',
    feeOrdinary: 'A taxa comum',
    feeRatio: '{{ ratio }} vezes a taxa comum',
    relayAll: 'Enviar por todos os meus nós',
    relayAllHint:
      'Um pagamento vai a cada nó da sua lista que possa ser usado, não só a um: nenhum nó sozinho pode retê-lo. Mais nós ficam então sabendo seu endereço IP.',
    security: 'Segurança e backup',
    lockLabel: 'Bloquear após inatividade de',
    lockNever: 'Nunca',
    lockMinutes: { one: '{{ count }} minuto', many: '{{ count }} de minutos', other: '{{ count }} minutos' },
    lockHours: { one: '{{ count }} hora', many: '{{ count }} de horas', other: '{{ count }} horas' },
    hiddenLabel: 'Bloquear quando a página fica oculta',
    hiddenHint:
      'Em outra aba ou outro programa, ou com a tela apagada. No celular, escolher um arquivo também oculta a página.',
    hiddenNever: 'Não',
    hiddenAtOnce: 'Na hora',
    hiddenMinutes: {
      one: 'Após {{ count }} minuto',
      many: 'Após {{ count }} de minutos',
      other: 'Após {{ count }} minutos',
    },
    lockReload: 'Recarregar a página bloqueia a carteira: as chaves dela estão só na memória.',
    reloadLabel: 'Manter desbloqueada ao recarregar esta aba',
    reloadHint:
      'Para uma recarga feita por você, em até um minuto, e nunca por mais tempo do que a carteira ficaria desbloqueada.',
    reloadBody:
      'Uma cópia criptografada da chave desta carteira fica então neste dispositivo por até um minuto depois que a página termina. Esta aba a abre uma vez; outras abas não podem. Deixe desativado em um dispositivo que outras pessoas usam.',
    reloadAllow: 'Manter desbloqueada',
    lockNow: 'Bloquear agora',
    password: 'Alterar senha',
    passwordOld: 'Senha atual',
    passwordNew: 'Nova senha',
    passwordRepeat: 'Repetir nova senha',
    passwordDone: 'A senha foi alterada.',
    passwordDoneNoPasskey:
      'A senha foi alterada. A chave de acesso não desbloqueia mais esta carteira: crie-a de novo.',
    secrets: 'Mostrar palavras-semente e chaves',
    secretsBody:
      'Certifique-se de que mais ninguém possa ver a tela. Quem tiver as palavras ou as chaves pode levar as moedas.',
    viewKey: 'Mostrar chave de visualização',
    viewKeyBody:
      'Certifique-se de que mais ninguém possa ver a tela. Quem tiver a chave de visualização e o endereço vê os pagamentos desta carteira, mas não pode levar moedas.',
    secretsShow: 'Mostrar',
    secretsWords: 'Palavras-semente',
    secretsView: 'Chave secreta de visualização',
    secretsPassphrase: 'Estas palavras só restauram esta carteira junto com a frase-senha que você escolheu para elas.',
    watchQr: 'Código QR para uma carteira somente leitura',
    watchQrBody:
      'Escaneie-o em “Usar chaves ou acompanhar” em outro dispositivo, ou em outro programa de carteira. Quem o vir pode acompanhar o que esta carteira recebe, mas não pode gastar.',
    secretsSpend: 'Chave secreta de gasto',
    secretsMultisig: 'Semente da sua parte da carteira compartilhada',
    keysFile: 'Salvar arquivo de chaves',
    keysFileBody:
      'Outros programas de carteira abrem este arquivo com a senha desta carteira: monero-wallet-cli, monero-wallet-rpc e similares. Quem tiver o arquivo e a senha pode levar as moedas. Com Monero, um segundo arquivo sem extensão é salvo ao lado dele, com rótulos, notas, contatos, destinatários e chaves das transações: mantenha ambos na mesma pasta.',
    keysFileMultisigBody:
      'Outros programas de carteira abrem este arquivo com a senha desta carteira: monero-wallet-cli, monero-wallet-rpc e similares. Quem tiver o arquivo e a senha pode assinar no seu lugar. Com Monero, um segundo arquivo sem extensão é salvo ao lado dele, com rótulos, notas, contatos, destinatários e chaves das transações: mantenha ambos na mesma pasta.',
    keysFileDone: 'O arquivo de chaves foi salvo.',
    secretsNone:
      'Não há palavras-semente a mostrar: a carteira foi restaurada com chaves, ou é uma compartilhada cuja troca de chaves não está concluída.',
    rpc: 'Apps neste site',
    rpcLabel: 'Atender solicitações à carteira vindas de páginas deste site',
    rpcHint:
      'Páginas servidas do mesmo endereço que o Faba podem então ler saldos, pagamentos e contatos enviando solicitações a {{ path }}. O Faba pergunta a você antes que elas paguem, assinem ou provem algo, leiam uma chave ou quais moedas são suas, ou alterem contatos, moedas, o nó, a carteira ou como ela se atualiza. Deixe desativado, a menos que você opere uma página assim.',
    rpcPaying:
      'Páginas podem pagar sem perguntar até que a carteira seja bloqueada ou fechada, ou até que você recarregue esta página.',
    rpcRevoke: 'Perguntar antes de cada pagamento',
    rpcUnavailable:
      'Este navegador não executa nenhum service worker para o Faba, como em algumas janelas privadas. Solicitações a {{ path }} não têm resposta aqui, e o Faba não abre sem rede.',
    rpcConsole: 'Abrir o console RPC',
    appearance: 'Aparência',
    language: 'Idioma',
    languageBrowser: 'Idioma do navegador',
    languageFailed: 'O idioma não pôde ser carregado. Verifique a conexão.',
    theme: 'Tema',
    themeSystem: 'Sistema',
    themeLight: 'Claro',
    themeDark: 'Escuro',
    advanced: 'Avançado',
    rescan: 'Ler a cadeia de novo',
    rescanBody:
      'Uma nova leitura apaga os resultados da última e lê a cadeia de novo. Notas, rótulos, contatos e chaves ficam.',
    rescanGo: 'Ler de novo',
    rescanDone: 'A leitura começou.',
    remove: 'Remover carteira',
    removeTitle: 'Remover “{{ name }}”?',
    removeBody:
      'As chaves dela são apagadas definitivamente deste dispositivo. Sem as palavras-semente, as moedas se perdem.',
    removeWatchBody:
      'A chave de visualização e as notas dela são apagadas deste dispositivo. As moedas ficam onde estão: a carteira com a chave de gasto as tem.',
    removeWatchUnderstand: 'Não quero mais acompanhar esta carteira aqui',
    removeUnderstand: 'Tenho as palavras-semente, ou quero perder as moedas',
    removeConfirm: 'Remover definitivamente',
    about: 'Sobre',
    version: 'Versão',
    aboutBody:
      'O Faba é software livre sob a licença MIT. Ele só se conecta aos nós que você escolhe e, se você os definir, a um serviço de DNS e a um serviço de cotações.',
    checkUpdate: 'Procurar atualizações',
    upToDate: 'Esta é a versão mais nova.',
    updateUnknown: 'Não foi possível procurar uma nova versão. Verifique a conexão.',
  },
}
