// Arabic texts of QR codes that are shown to a camera, and of the camera that reads them.
import type { scan as english } from '../en/scan.ts'
import type { TranslationOf } from '../translation.ts'
import { ltr } from './ltr.ts'

export const scan: TranslationOf<typeof english, 'ar'> = {
  scan: {
    show: 'عرض كرموز QR',
    hide: 'إخفاء رموز QR',
    code: 'رمز QR',
    parts: 'ضع كاميرا الجهاز الآخر أمام هذا الرمز حتى تقرأ كل الأجزاء ({{ count }}).',
    slower: 'أبطأ بنقاط أكبر',
    faster: 'أسرع',
    open: 'مسح رموز QR',
    view: 'الكاميرا',
    hint: 'ضع الرموز التي يعرضها الجهاز الآخر أمام هذه الكاميرا.',
    progress: `قُرئ ${ltr('{{ percent }}%')}`,
    wrongKind: 'هذا الرمز ليس المطلوب هنا. يحتوي على: {{ kind }}.',
    other: 'شيء آخر',
    kinds: {
      output: 'قائمة عملات',
      keyimage: 'صور مفاتيح',
      txunsigned: 'دفعة غير موقّعة',
      txsigned: 'دفعة موقّعة',
    },
    camera: {
      missing: 'لا توجد كاميرا هنا. اختر ملفًا أو الصق النص بدلًا من ذلك.',
      denied: 'لا يسمح المتصفح بالكاميرا. اسمح بها في إعدادات هذا الموقع، وحاول مجددًا.',
      busy: 'يستخدم برنامج آخر الكاميرا. أغلقه وحاول مجددًا.',
      paused:
        'لا يشغّل المتصفح صورة الكاميرا. اسمح لهذا الموقع بالتشغيل التلقائي أو أوقف وضع توفير الطاقة، ثم حاول مجددًا.',
      ended: 'توقفت الكاميرا. أوصلها أو اسمح بها من جديد، ثم افتح هذه النافذة مرة أخرى.',
    },
    damaged: 'تعذّرت قراءة هذا الرمز. ثبّت الكاميرا.',
  },
}
