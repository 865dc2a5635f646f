import type { Catalogue } from '../catalogue.ts'
import type { adminMessages as enAdminMessages } from '../en/admin-messages.ts'

export const adminMessages: Catalogue<typeof enAdminMessages> = {
  name: 'الاسم',
  at: 'تاريخ الاستلام',
  kind: 'النوع',
  kinds: { issue: 'بلاغ عن مشكلة', contact: 'نموذج التواصل' },
  message: 'الرسالة',
  state: 'الحالة',
  states: { new: 'جديدة', answered: 'تم الرد', closed: 'مغلقة' },
  stateOf: 'حالة رسالة {{name}}',
  reply: 'الرد على {{name}} بالبريد الإلكتروني',
  answer: 'ردك',
  answeredBy: 'ردّ {{name}} في {{at}}',
  writtenInEnglish: 'أُرسلت من النسخة الإنجليزية للموقع. ستُقتبس الرسالة أسفل ردك.',
  writtenInArabic: 'أُرسلت من النسخة العربية للموقع. ستُقتبس الرسالة أسفل ردك.',
  send: 'إرسال الرد',
  mailProgram: 'استخدام تطبيق البريد بدلًا من ذلك',
  read: 'قراءة',
  subject: 'رسالتك إلى {{site}}',
}
