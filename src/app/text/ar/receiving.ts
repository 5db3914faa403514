// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.
import type { receiving as english } from '../en/receiving.ts'
import type { TranslationOf } from '../translation.ts'
import { ltr } from './ltr.ts'

export const receiving: TranslationOf<typeof english, 'ar'> = {
  share: {
    share: 'مشاركة',
    save: 'حفظ رمز QR في صورة',
    failed: 'تعذّرت المشاركة في المتصفح. انسخه بدلًا من ذلك.',
  },
  addresses: {
    search: 'البحث في العناوين',
    searchPlaceholder: 'تسمية أو عنوان أو رقم',
    none: 'لا عناوين مطابقة.',
    found: {
      zero: 'لا عناوين',
      one: 'عنوان واحد',
      two: 'عنوانان',
      few: '{{ count }} عناوين',
      many: '{{ count }} عنوانًا',
      other: '{{ count }} عنوان',
    },
    which: 'أي العناوين',
    shows: { all: 'الكل', unused: 'غير المستخدمة', used: 'المستخدمة', hidden: 'المخفية' },
    received: 'المستلَم، {{ ticker }}',
    lastUsed: 'آخر استخدام',
    show: 'إظهاره مع رمز QR',
    label: 'تعديل التسمية',
    payments: 'إظهار الدفعات إليه',
    sign: 'توقيع نص به',
    copyLabel: 'نسخ التسمية',
    pin: 'تثبيت في الأعلى',
    unpin: 'إلغاء التثبيت',
    hide: 'إخفاء',
    unhide: 'إظهار مجددًا',
    pinned: 'مثبّت',
    hidden: 'مخفي',
    returned: 'دفعة جديدة',
    toMain: 'إظهار العنوان الرئيسي',
    reused: 'يمكن للدافعين التعرّف على هذا العنوان: فقد استُخدم من قبل. أعطِ كل دافع عنوانًا جديدًا.',
    fresh: 'عرض عنوان جديد',
  },
  arrivals: {
    list: 'الدفعات إلى هذا العنوان',
    seen: 'شوهدت، وتنتظر كتلة',
    instant: 'وصلت فورًا، ويمكنك الاعتماد عليها',
    confirmed: 'مؤكَّدة، {{ count }} من {{ needed }}',
    settled: 'مؤكَّدة، ويمكن إنفاقها',
    announceSeen: 'شوهدت دفعة بمبلغ {{ amount }}.',
    announceInstant: 'وصلت فورًا دفعة بمبلغ {{ amount }}.',
    announceConfirmed: 'تأكّدت دفعة بمبلغ {{ amount }}.',
    full: 'دُفع المبلغ المطلوب كاملًا.',
    less: 'ينقص {{ missing }} من المبلغ المطلوب {{ amount }}.',
    more: 'دُفع {{ extra }} زيادةً على المطلوب.',
  },
  integrated: {
    name: 'عنوان مدمج',
    about:
      'العنوان المدمج هو عنوانك الرئيسي وفيه معرّف دفعة يميّز به متجر أو منصة تداول الدفعات. يمكن للدافعين التعرّف على العنوان، فاستخدم العناوين الفرعية إن لم تحتج إلى المعرّف.',
    paymentId: 'معرّف الدفعة',
    hint: `16 خانة من ${ltr('0–9')} و${ltr('a–f')}. إن تركته فارغًا اختير عشوائيًا.`,
    bad: `أدخل 16 خانة من ${ltr('0–9')} و${ltr('a–f')}، ليست كلها 0.`,
    show: 'عرض العنوان المدمج',
    tag: 'معرّف الدفعة {{ id }}',
  },
}
