import type { Catalogue } from '../catalogue.ts'
import type { adminRegistrants as enAdminRegistrants } from '../en/admin-registrants.ts'

export const adminRegistrants: Catalogue<typeof enAdminRegistrants> = {
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  phone: 'الجوال',
  country: 'الدولة',
  platform: 'النظام',
  userType: 'الدور',
  at: 'التاريخ',
  platforms: { win: 'ويندوز', mac: 'ماك' },
  userTypes: { student: 'طالب', coach: 'مدرب' },
}
