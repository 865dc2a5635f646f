import type { Catalogue } from '../catalogue.ts'
import type { adminImports as en } from '../en/admin-imports.ts'

export const adminImports: Catalogue<typeof en> = {
  file: 'الملف',
  kinds: { teams: 'الفرق', scores: 'النتائج', users: 'المستخدمون', faqs: 'الأسئلة الشائعة', schedule: 'جدول الجولات' },
  lines: 'الأسطر',
  createdBy: 'المنفّذ',
  createdAt: 'التاريخ',
  state: 'الحالة',
  isImported: 'مستورد',
  isUndone: 'تم التراجع عنه',
  undo: 'تراجع',
  undoFile: 'التراجع عن استيراد {{name}}',
  undoTitle: 'هل تريد التراجع عن استيراد «{{name}}»؟',
  undoText_zero: 'لم ينشئ هذا الاستيراد سجلات.',
  undoText_one: 'سيُحذف السجل الذي أنشأه الاستيراد، ما لم يُعدّل أو تُدفع رسومه بعد ذلك.',
  undoText_two: 'سيُحذف السجلان اللذان أنشأهما الاستيراد، ما لم يُعدّل أحدهما أو تُدفع رسومه بعد ذلك.',
  undoText_few: 'ستُحذف السجلات التي أنشأها الاستيراد، وعددها {{count}}، ما لم يُعدّل أحدها أو تُدفع رسومه بعد ذلك.',
  undoText_many: 'ستُحذف السجلات التي أنشأها الاستيراد، وعددها {{count}}، ما لم يُعدّل أحدها أو تُدفع رسومه بعد ذلك.',
  undoText_other: 'ستُحذف السجلات التي أنشأها الاستيراد، وعددها {{count}}، ما لم يُعدّل أحدها أو تُدفع رسومه بعد ذلك.',
  undone: 'تم التراجع عن الاستيراد.',
}
