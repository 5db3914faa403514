// Arabic texts of short messages, and of the tour for a new user.
import type { guidance as english } from '../en/guidance.ts'
import type { TranslationOf } from '../translation.ts'
import { ltr } from './ltr.ts'

export const guidance: TranslationOf<typeof english, 'ar'> = {
  toast: {
    label: 'الرسائل',
    undo: 'تراجع',
    undoKeys: `${ltr('Ctrl Z')} للتراجع.`,
    dismiss: 'إخفاء الرسالة',
    notSaved: 'لم يتم الحفظ، فبقي كل شيء كما كان. {{ reason }}',
    contactRemoved: 'أُزيلت جهة الاتصال {{ name }}.',
    nodeRemoved: 'أُزيلت العقدة: {{ node }}',
    frozen: 'العملة مجمّدة: لا تستخدمها الدفعات.',
    thawed: 'أُلغي تجميد العملة: يمكن للدفعات استخدامها.',
  },
  tour: {
    label: 'الخطوات الأولى',
    step: '{{ step }} من {{ steps }}',
    keepTitle: 'احفظ كلماتك',
    keep: 'تستعيد كلمات الاستعادة هذه المحفظة على أي جهاز. احفظها على ورق حيث لا يجدها سواك. إن ضاعت فلا أحد يستطيع استرجاعها.',
    payTitle: 'الاستلام والإرسال',
    pay: 'تعرض شاشة الاستلام عنوانًا تعطيه لمن يدفع لك. وتعرض شاشة الإرسال أولًا الدفعة كاملة مع رسومها، ولا يخرج شيء قبل أن تؤكده.',
    findTitle: 'اعثر على كل شيء',
    find: `الأمان والعُقد واللغة في الإعدادات. ومع لوحة مفاتيح تجد ${ltr('Ctrl K')} كل شاشة وحساب وجهة اتصال. والقفل في الأعلى يقفل المحفظة فورًا.`,
    back: 'السابق',
    next: 'التالي',
    skip: 'تخطي',
    done: 'تم',
    again: 'عرض الخطوات الأولى',
  },
}
