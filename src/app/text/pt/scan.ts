// Texts of QR codes that are shown to a camera, and of the camera that reads them.
import type { scan as english } from '../en/scan.ts'
import type { TranslationOf } from '../translation.ts'

export const scan: TranslationOf<typeof english, 'pt'> = {
  scan: {
    show: 'Mostrar como códigos QR',
    hide: 'Ocultar códigos QR',
    code: 'Código QR',
    parts: 'Coloque a câmera do outro dispositivo na frente deste código até que ela leia {{ count }} partes.',
    slower: 'Mais lento, pontos maiores',
    faster: 'Mais rápido',
    open: 'Escanear códigos QR',
    view: 'Câmera',
    hint: 'Coloque os códigos que o outro dispositivo mostra na frente desta câmera.',
    progress: '{{ percent }}% lido',
    wrongKind: 'Aqui é preciso outro código. Este contém: {{ kind }}.',
    other: 'outra coisa',
    kinds: {
      output: 'uma lista de moedas',
      keyimage: 'imagens de chave',
      txunsigned: 'um pagamento não assinado',
      txsigned: 'um pagamento assinado',
    },
    camera: {
      missing: 'Não há câmera aqui. Escolha um arquivo ou cole o texto.',
      denied: 'O navegador não permite a câmera. Permita-a nas configurações deste site e tente de novo.',
      busy: 'Outro programa está usando a câmera. Feche-o e tente de novo.',
      paused:
        'O navegador não reproduz a imagem da câmera. Permita a reprodução automática para este site ou desative a economia de energia e tente de novo.',
      ended: 'A câmera foi desligada. Conecte-a ou permita-a de novo e reabra esta janela.',
    },
    damaged: 'Não foi possível ler este código. Mantenha a câmera firme.',
  },
}
