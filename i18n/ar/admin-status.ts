import type { Catalogue } from '../catalogue.ts'
import type { adminStatus as enAdminStatus } from '../en/admin-status.ts'

export const adminStatus: Catalogue<typeof enAdminStatus> = {
  title: 'حالة النظام',
  mail: {
    title: 'البريد الإلكتروني',
    off: 'لم يُهيَّأ البريد: لا يستطيع الموقع إرسال الرسائل.',
    waiting_zero: 'لا رسائل بانتظار الإرسال.',
    waiting_one: 'رسالة واحدة بانتظار الإرسال.',
    waiting_two: 'رسالتان بانتظار الإرسال.',
    waiting_few: '{{count}} رسائل بانتظار الإرسال.',
    waiting_many: '{{count}} رسالة بانتظار الإرسال.',
    waiting_other: '{{count}} رسالة بانتظار الإرسال.',
    failed_zero: 'أُرسلت جميع الرسائل.',
    failed_one: 'تعذّر إرسال رسالة واحدة.',
    failed_two: 'تعذّر إرسال رسالتين.',
    failed_few: 'تعذّر إرسال {{count}} رسائل.',
    failed_many: 'تعذّر إرسال {{count}} رسالة.',
    failed_other: 'تعذّر إرسال {{count}} رسالة.',
  },
  payment: {
    title: 'الدفع الإلكتروني',
    on: 'مفعّل',
    off: 'غير مفعّل',
    test: 'وضع الاختبار مفعّل: لا تُسحب أي مبالغ حقيقية.',
  },
  backup: { title: 'آخر نسخة احتياطية', none: 'لم تُنشأ أي نسخة احتياطية بعد.' },
  disk: {
    title: 'القرص',
    free: 'المتاح {{free}} غيغابايت من {{total}} غيغابايت',
    low: 'أوشك القرص على الامتلاء.',
  },
  erasures: {
    title: 'مسح البيانات الشخصية',
    none: 'لا طلبات مسح متأخرة.',
    overdue_zero: 'لا طلبات مسح متأخرة.',
    overdue_one: 'طلب مسح واحد متأخر.',
    overdue_two: 'طلبا مسح متأخران.',
    overdue_few: '{{count}} طلبات مسح متأخرة.',
    overdue_many: '{{count}} طلب مسح متأخرًا.',
    overdue_other: '{{count}} طلب مسح متأخر.',
    warning: 'راجع نتيجة مهمة مسح البيانات الشخصية أدناه.',
  },
}
