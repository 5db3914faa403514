// Arabic texts of the command palette and of keyboard shortcuts.
import type { palette as english } from '../en/palette.ts'
import type { TranslationOf } from '../translation.ts'

export const palette: TranslationOf<typeof english, 'ar'> = {
  palette: {
    title: 'الأوامر',
    open: 'البحث في الأوامر',
    search: 'بحث',
    none: 'لا أوامر مطابقة.',
    results: {
      zero: 'لا أوامر',
      one: 'أمر واحد',
      two: 'أمران',
      few: '{{ count }} أوامر',
      many: '{{ count }} أمرًا',
      other: '{{ count }} أمر',
    },
    account: 'عرض الحساب {{ name }}',
    contact: 'الدفع إلى {{ name }}',
    lock: 'قفل المحفظة الآن',
    copyAddress: 'نسخ العنوان الرئيسي',
    shortcut: 'Ctrl K',
    lockShortcut: 'Ctrl Alt L',
    secretsShortcut: 'Ctrl Alt W',
    passwordShortcut: 'Ctrl Alt P',
    send: 'إرسال دفعة',
    receive: 'استلام دفعة',
    offline: 'التوقيع دون اتصال',
    names: 'الأسماء',
    stakes: 'الحصص',
    multisig: 'المحفظة المشتركة',
    nodes: 'العُقد',
    coins: 'اختيار العملات',
    contacts: 'جهات الاتصال',
    console: 'وحدة تحكم RPC',
  },
}
