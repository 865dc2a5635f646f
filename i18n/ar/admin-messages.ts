import type { Catalogue } from '../catalogue.ts'
import type { adminMessages as enAdminMessages } from '../en/admin-messages.ts'

export const adminMessages: Catalogue<typeof enAdminMessages> = {
  title: 'الرسائل',
  name: 'الاسم',
  at: 'الوقت',
  kind: 'النوع',
  kinds: { issue: 'مشكلة', contact: 'نموذج التواصل' },
  message: 'الرسالة',
  state: 'الحالة',
  states: { new: 'جديدة', answered: 'تم الرد', closed: 'مغلقة' },
  stateOf: 'حالة رسالة {{name}}',
  reply: 'الرد بالبريد على {{name}}',
  answer: 'ردك',
  answeredBy: 'ردّ {{name}} في {{at}}',
  writtenInEnglish: 'أُرسلت الرسالة من الموقع الإنجليزي. ستُقتبس الرسالة أسفل ردك.',
  writtenInArabic: 'أُرسلت الرسالة من الموقع العربي. ستُقتبس الرسالة أسفل ردك.',
  send: 'إرسال الرد',
  mailProgram: 'استخدام برنامج البريد بدلًا من ذلك',
  read: 'قراءة',
  subject: 'رسالتك إلى {{site}}',
}
