import type { Catalogue } from '../catalogue.ts'
import type { adminDesk as enAdminDesk } from '../en/admin-desk.ts'

export const adminDesk: Catalogue<typeof enAdminDesk> = {
  downloads: 'التنزيلات',
  messages: 'الرسائل',
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  phone: 'الهاتف',
  country: 'الدولة',
  platform: 'النظام',
  who: 'الصفة',
  at: 'الوقت',
  platforms: { win: 'ويندوز', mac: 'ماك' },
  users: { student: 'طالب', coach: 'مدرب' },
  kind: 'النوع',
  kinds: { issue: 'مشكلة', contact: 'نموذج التواصل' },
  message: 'الرسالة',
  state: 'الحالة',
  states: { new: 'جديدة', answered: 'تم الرد', closed: 'مغلقة' },
  stateOf: 'حالة رسالة {{name}}',
  reply: 'الرد بالبريد على {{name}}',
  read: 'قراءة',
  subject: 'رسالتك إلى بطولة',
}
