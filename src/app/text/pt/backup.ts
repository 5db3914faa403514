// Texts about backup files.
import type { backup as english } from '../en/backup.ts'
import type { TranslationOf } from '../translation.ts'

export const backup: TranslationOf<typeof english, 'pt'> = {
  backup: {
    title: 'Restaurar um backup',
    link: 'Restaurar um backup',
    linkHint: 'Você salvou um backup de uma carteira no Faba, aqui ou em outro dispositivo.',
    body: 'Um arquivo de backup contém a carteira inteira: chaves, histórico, notas, rótulos, contatos e configurações.',
    file: 'Arquivo de backup',
    fileHint: 'O nome termina em .faba-backup. Escolha o arquivo ou solte-o aqui.',
    fileMissing: 'Escolha primeiro o arquivo de backup.',
    passwordHint: 'A senha que a carteira tinha quando o backup foi salvo. Ela passa a ser a senha aqui também.',
    name: 'Nome da carteira (opcional)',
    nameHint: 'Deixe em branco para manter o nome do backup.',
    submit: 'Restaurar carteira',
    save: 'Salvar arquivo de backup',
    saveBody:
      'O arquivo contém a carteira inteira: chaves, histórico, notas, rótulos, contatos e configurações. Ele é criptografado com a senha desta carteira. Quem tiver o arquivo e a senha pode levar as moedas. Guarde também as palavras-semente: elas funcionam sem arquivo e sem o Faba.',
    saveMultisigBody:
      'O arquivo contém a carteira inteira: chaves, histórico, notas, rótulos, contatos e configurações. Ele é criptografado com a senha desta carteira. Quem tiver o arquivo e a senha pode assinar no seu lugar. Depois de restaurar, troque novos dados de assinatura antes do próximo pagamento.',
    done: 'O arquivo de backup foi salvo. Ele não contém o que acontecer de agora em diante.',
    faults: {
      format: 'Este não é um arquivo de backup do Faba, ou está danificado. Tente com outra cópia dele.',
      version: 'Este backup foi salvo por uma versão mais recente do Faba. Atualize o Faba primeiro.',
      password: 'A senha não abre este backup. É a senha que a carteira tinha quando o backup foi salvo.',
    },
  },
  storageLoss: {
    phase: 'A carteira não pode ser armazenada',
    badge: 'Não armazenada',
    clearedTitle: 'Esta carteira não está mais armazenada neste navegador',
    clearedBody:
      'Os dados desta página foram apagados enquanto a carteira estava aberta: nas configurações do navegador, por outra página deste site ou pelo navegador, por falta de espaço. Agora a carteira está só na memória desta aba. Se você fechar ou recarregar a aba, a carteira some, e só as palavras-semente ou um backup a restauram. As carteiras que não estavam abertas já sumiram.',
    saveBackup: 'Salvar um backup agora',
    writeBack: 'Gravar de novo',
    writtenBack: 'A carteira está armazenada de novo neste navegador.',
    lostTitle: 'As carteiras não estão mais armazenadas neste navegador',
    lostBody:
      'Os dados desta página foram apagados enquanto nenhuma carteira estava aberta: nas configurações do navegador, por outra página deste site ou pelo navegador, por falta de espaço. As moedas estão seguras na cadeia. Restaure cada carteira com as palavras-semente, um backup ou as chaves.',
    problemTitle: 'O que há de novo não está armazenado',
    problemBody:
      'Você vê o que foi armazenado por último. Nenhum pagamento é feito enquanto não puder ser armazenado. Um backup em outro dispositivo salva a carteira se este falhar.',
  },
  sheet: {
    print: 'Imprimir',
    hint: 'Imprime uma folha com as palavras e o que é preciso para restaurar. Impressoras compartilhadas guardam cópias do que imprimem: use uma sua.',
    title: 'Folha de backup',
    height: 'Restaurar a partir de',
    inside: 'O mês está nas palavras',
    needed: 'Necessária. Ela não está nesta folha.',
    none: 'Nenhuma',
    keptAt: 'Onde esta folha está guardada',
    passphraseKeptAt: 'Onde a frase-senha está guardada',
    printed: 'Impressa em {{ date }}',
    keep: 'Guarde esta folha em lugar seco, onde só você a alcance: quem ler as palavras pode levar as moedas. Impressoras compartilhadas guardam cópias do que imprimem, assim como câmeras e nuvens.',
  },
}
