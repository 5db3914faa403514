// Texts about passkeys, which unlock a wallet beside its password.
import type { passkeys as english } from '../en/passkeys.ts'
import type { TranslationOf } from '../translation.ts'

export const passkeys: TranslationOf<typeof english, 'pt'> = {
  passkey: {
    title: 'Desbloquear com chave de acesso',
    body: 'Uma chave de acesso (passkey) desbloqueia esta carteira por impressão digital, rosto, PIN ou chave de segurança. Ela só funciona neste dispositivo, ou nos que sincronizam suas chaves de acesso e onde esta carteira está armazenada. A senha continua válida: guarde-a, pois você precisa dela para as palavras-semente e os backups.',
    setUp: 'Criar chave de acesso',
    isSetUp:
      'Esta carteira pode ser desbloqueada com uma chave de acesso. Se a chave de acesso se perdeu, ou se outras pessoas podem usá-la, remova-a aqui.',
    remove: 'Remover chave de acesso',
    done: 'A chave de acesso foi criada. De agora em diante, ela desbloqueia esta carteira.',
    removed:
      'A chave de acesso não desbloqueia mais esta carteira. Você também pode apagá-la nas configurações do seu dispositivo.',
    unlock: 'Desbloquear com chave de acesso',
    faults: {
      cancelled: 'Nenhuma chave de acesso foi usada. Tente de novo ou use a senha.',
      unsupported:
        'Esta chave de acesso não pode desbloquear uma carteira: o dispositivo ou navegador dela não calcula segredos (PRF). Use a senha.',
      address:
        'Chaves de acesso precisam de um nome de host, e esta página está em um endereço IP. Abra-a pelo nome, como localhost.',
    },
    missing: 'Esta carteira não tem chave de acesso. Use a senha.',
    wrong: 'Esta chave de acesso não abre a carteira. Use a senha e crie outra chave de acesso nas Configurações.',
  },
}
