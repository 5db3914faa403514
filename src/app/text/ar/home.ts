// Arabic texts of the home screen beyond balance and accounts: hidden amounts, tags, the balance over time, the reminder of a backup.
import type { home as english } from '../en/home.ts'
import type { TranslationOf } from '../translation.ts'
import { ltr } from './ltr.ts'

export const home: TranslationOf<typeof english, 'ar'> = {
  amounts: {
    hide: 'إخفاء المبالغ',
    hideHint: 'يخفي الأرصدة والمبالغ على هذا الجهاز، مثلًا حين ينظر آخرون إلى الشاشة.',
    show: 'إظهار المبالغ',
    hidden: 'مخفي',
    chartHidden: 'الرسم البياني مخفي مع المبالغ.',
    shortcut: 'Ctrl Alt H',
  },
  accounts: {
    edit: 'تعديل {{ name }}',
    tag: 'الوسم (اختياري)',
    tagHint: 'يمكن عرض الحسابات ذات الوسم نفسه معًا. أنت وحدك تراه.',
    description: 'معنى الوسم (اختياري)',
    descriptionHint: 'لكل الحسابات ذات هذا الوسم. يظهر حيث تختار الوسم.',
    filter: 'عرض الحسابات',
    filterAll: 'الكل',
    filterSum: 'المجموع',
    filterTag: 'ذات الوسم {{ tag }}',
  },
  balanceChart: {
    title: 'الرصيد عبر الزمن',
    label: 'رسم بياني للرصيد عبر الزمن',
    series: 'الرصيد',
    table: 'كجدول',
    date: 'التاريخ',
    watchOnly: 'دون صور المفاتيح لا تعرف محفظة المشاهدة ما أُنفق: قد يكون الرصيد أعلى من الحقيقي.',
  },
  reminder: {
    title: 'لا نسخة احتياطية بعد',
    body: 'إذا فُقد هذا الجهاز أو حُذفت بيانات متصفحه، تُفقد عملات هذه المحفظة أيضًا. اكتب كلمات الاستعادة، أو احفظ ملف نسخة احتياطية.',
    multisigBody:
      'إذا فُقد هذا الجهاز أو حُذفت بيانات متصفحه، يُفقد جزؤك من هذه المحفظة المشتركة أيضًا. اكتب بذرته، أو احفظ ملف نسخة احتياطية.',
    go: 'النسخ الاحتياطي في الإعدادات',
    later: 'ليس الآن',
  },
  reading: {
    soFar: 'الرصيد حتى الآن',
    running: 'ما زالت القراءة جارية',
    paused: 'لم يُقرأ بعد',
    share: `قُرئ ${ltr('{{ percent }}%')} من السلسلة.`,
    until: 'الدفعات بعد {{ date }} غير محسوبة بعد.',
    hint: 'تظهر الدفعات هنا حالما تجدها المحفظة في السلسلة.',
  },
  unverified: {
    watchOnly:
      'ربما أُنفق منه سابقًا ما يصل إلى {{ amount }}: ترى محفظة المشاهدة ما يصل، لا ما دفعته محفظتك التي لديها مفتاح الإنفاق، إلى أن تستورد صور مفاتيحها.',
    shared: 'ربما أنفق مشاركون آخرون سابقًا ما يصل إلى {{ amount }} منه، إلى أن تتبادلوا بيانات التوقيع.',
    beforePaying: 'ربما أُنفق سابقًا ما يصل إلى {{ amount }} من الرصيد، وترفض الشبكة دفعة من عملات منفقة. افعل هذا أولًا:',
  },
}
