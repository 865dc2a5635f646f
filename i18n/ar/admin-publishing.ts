import type { Catalogue } from '../catalogue.ts'
import type { adminPublishing as enAdminPublishing } from '../en/admin-publishing.ts'

export const adminPublishing: Catalogue<typeof enAdminPublishing> = {
  title: 'النتائج',
  none: 'لم تُنشر النتائج بعد، ولا تظهر حالتها في الترتيب العام.',
  provisional: 'نُشرت نتائج أولية في {{time}}.',
  final: 'نُشرت النتائج النهائية في {{time}}، ولا يمكن تعديلها.',
  hash: 'سجل النتائج: القيد {{sequence}}، البصمة',
  publishProvisional: 'نشر نتائج أولية',
  publishFinal: 'نشر النتائج النهائية',
  finalQuestion: 'هل تريد نشر النتائج النهائية؟',
  finalText: 'لن يمكن تعديل نتائج هذه الفعالية قبل سحبها. وتظهر بصمة سجل النتائج مع الترتيب.',
  takeBack: 'سحب النتائج',
  takeBackQuestion: 'هل تريد سحب النتائج؟',
  takeBackText: 'لن تظهر حالة النتائج في الترتيب العام، ويمكن تعديلها من جديد.',
  reason: 'السبب',
  reasonHint: 'لا يظهر السبب إلا في سجل التغييرات.',
}
