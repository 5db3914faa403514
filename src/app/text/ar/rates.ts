// Arabic texts of values in a currency.
import type { rates as english } from '../en/rates.ts'
import type { TranslationOf } from '../translation.ts'
import { ltr } from './ltr.ts'

export const rates: TranslationOf<typeof english, 'ar'> = {
  rates: {
    title: 'القيمة بعملة نقدية',
    what: 'يعرض ما تساويه المبالغ. يأتي السعر من خدمة تسميها أنت: ليس لدى Faba خدمة خاصة بها، ولا تطلب شيئًا قبل أن تسمي واحدة.',
    whatKnown: 'يعرض ما تساويه المبالغ بسعر {{ service }} ({{ host }}). لا يُطلب شيء قبل أن تسمح بذلك هنا.',
    allow: 'الحصول على السعر من {{ service }}',
    useOwn: 'استخدام خدمة أخرى',
    useKnown: 'استخدام {{ service }}',
    learns:
      'تعرف الخدمة عنوان IP الخاص بك، وأن شخصًا هناك يستخدم {{ ticker }}: الآن وكل عشر دقائق ما دامت هذه المحفظة مفتوحة. ولا تعرف أبدًا رصيدك ولا عناوينك ولا دفعاتك.',
    url: 'عنوان السعر، لشبكة {{ network }}',
    urlHint:
      'أي عنوان يستجيب بصيغة JSON ويسمح لصفحات مواقع أخرى بقراءة الاستجابة. تُستبدل {{ currency }} و{{ ticker }} بالعملة النقدية وبالعملة الرقمية.',
    urlBad: `أدخل عنوانًا يبدأ بـ ${ltr('https://')}.`,
    path: 'موضع السعر في الاستجابة',
    pathHint: `أسماء ومواضع تفصل بينها نقاط، مثل ${ltr('monero.eur')} أو ${ltr('data.0.price')}. فارغ: الاستجابة هي السعر.`,
    currency: 'العملة النقدية',
    currencyHint: 'ثلاثة أحرف، مثل EUR.',
    currencyBad: 'أدخل الأحرف الثلاثة لعملة نقدية، مثل EUR.',
    save: 'حفظ وجلب السعر',
    turnOff: 'إيقاف',
    turnedOff: 'أُوقفت. لن يُطلب شيء بعد الآن.',
    price: `${ltr('1 {{ ticker }} = {{ price }}')}، {{ time }}`,
    typeIn: 'إدخال المبلغ بعملة {{ unit }}',
    about: ltr('≈ {{ value }}'),
    stale: `${ltr('≈ {{ value }}')}، بسعر {{ time }}`,
    lessThan: 'أقل من {{ value }}',
    aboutNow: `${ltr('≈ {{ value }}')} بالسعر الحالي`,
    missing: 'لا سعر: الخدمة لا تعطي سعرًا الآن.',
    faults: {
      unreachable: 'الخدمة لا تستجيب، أو لا تسمح لصفحات مواقع أخرى بقراءة استجابتها.',
      status: 'رفضت الخدمة الطلب. ربما تحدّ من عدد الطلبات: حاول مجددًا لاحقًا.',
      format: 'استجابة الخدمة ليست بصيغة JSON. تحقق من العنوان.',
      path: 'لا رقم في هذا الموضع من الاستجابة. تحقق من الموضع.',
    },
  },
}
