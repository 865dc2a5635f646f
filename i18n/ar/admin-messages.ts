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
  read: 'قراءة',
  subject: 'رسالتك إلى {{site}}',
}
