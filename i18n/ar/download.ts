import type { Catalogue } from '../catalogue.ts'
import type { download as enDownload } from '../en/download.ts'

export const download: Catalogue<typeof enDownload> = {
  title: 'قبل التنزيل',
  intro: 'عرّفنا بنفسك. لا نستخدم بياناتك إلا لأخبار المحاكي.',
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  phone: 'الجوال',
  phoneCountry: 'رمز الدولة',
  country: 'الدولة',
  who: 'أنا',
  student: 'طالب',
  coach: 'مدرب',
  submit: 'تنزيل لنظام {{system}}',
  submitting: 'لحظة من فضلك',
  close: 'إغلاق',
  offline: 'تعذّر الوصول إلى الخادم. لم تفقد ما كتبته: حاول مجددًا بعد قليل.',
}
