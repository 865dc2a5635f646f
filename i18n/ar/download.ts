import type { Catalogue } from '../catalogue.ts'
import type { download as enDownload } from '../en/download.ts'

export const download: Catalogue<typeof enDownload> = {
  title: 'قبل التنزيل',
  intro: 'عرّفنا بنفسك. لا نستخدم بياناتك إلا لأخبار المحاكي.',
  titleWithoutFile: 'غير متاح لنظام {{system}} بعد',
  introWithoutFile: 'لا يتوفر المحاكي لنظام {{system}} بعد. عرّفنا بنفسك، وسنرسل إليك رسالة واحدة بالبريد الإلكتروني عند توفره.',
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  phone: 'الجوال',
  otherCountry: 'يبدو أن هذا الرقم من دولة أخرى: {{country}}.',
  chooseCountry: 'اختيار {{country}}',
  phoneCountry: 'رمز الدولة',
  country: 'الدولة',
  who: 'أنا',
  student: 'طالب',
  coach: 'مدرب',
  submit: 'تنزيل لنظام {{system}}',
  submitWithoutFile: 'أبلغوني عند توفره',
  submitting: 'يُرجى الانتظار…',
  close: 'إغلاق',
  offline: 'تعذّر الاتصال بالخادم. لم تفقد ما أدخلته. حاول مجددًا بعد قليل.',
}
