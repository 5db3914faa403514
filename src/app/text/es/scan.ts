// Texts of QR codes that are shown to a camera, and of the camera that reads them.
import type { scan as english } from '../en/scan.ts'
import type { TranslationOf } from '../translation.ts'

export const scan: TranslationOf<typeof english, 'es'> = {
  scan: {
    show: 'Mostrar como códigos QR',
    hide: 'Ocultar códigos QR',
    code: 'Código QR',
    parts: 'Pon la cámara del otro dispositivo delante de este código hasta que haya leído {{ count }} partes.',
    slower: 'Más lento, puntos más grandes',
    faster: 'Más rápido',
    open: 'Escanear códigos QR',
    view: 'Cámara',
    hint: 'Pon los códigos que muestra el otro dispositivo delante de esta cámara.',
    progress: '{{ percent }}\u00a0% leído',
    wrongKind: 'Este código no es el que se necesita aquí. Contiene: {{ kind }}.',
    other: 'otra cosa',
    kinds: {
      output: 'una lista de monedas',
      keyimage: 'imágenes de clave',
      txunsigned: 'un pago sin firmar',
      txsigned: 'un pago firmado',
    },
    camera: {
      missing: 'Aquí no hay cámara. Elige un archivo o pega el texto.',
      denied: 'El navegador no permite usar la cámara. Permítela en los ajustes de este sitio e inténtalo de nuevo.',
      busy: 'Otro programa usa la cámara. Ciérralo e inténtalo de nuevo.',
      paused:
        'El navegador no reproduce la imagen de la cámara. Permite la reproducción automática en este sitio o desactiva el ahorro de energía e inténtalo de nuevo.',
      ended: 'La cámara se ha apagado. Conéctala o vuelve a permitirla y abre de nuevo esta ventana.',
    },
    damaged: 'Este código no se pudo leer. Mantén la cámara quieta.',
  },
}
