import type { Catalogue } from '../catalogue.ts'
import type { adminImports as en } from '../en/admin-imports.ts'

export const adminImports: Catalogue<typeof en> = {
  title: 'عمليات الاستيراد',
  file: 'الملف',
  kinds: { teams: 'الفرق', scores: 'النتائج', users: 'المستخدمون', faqs: 'الأسئلة الشائعة', schedule: 'جدول المباريات' },
  lines: 'الأسطر',
  createdBy: 'استورده',
  createdAt: 'الوقت',
  state: 'الحالة',
  isImported: 'مستورد',
  isUndone: 'تم التراجع عنه',
  undo: 'تراجع',
  undoFile: 'التراجع عن استيراد {{name}}',
  undoTitle: 'هل تريد التراجع عن استيراد «{{name}}»؟',
  undoText_zero: 'لم ينشئ هذا الاستيراد سجلات.',
  undoText_one: 'يُحذف السجل الذي أنشأه الاستيراد إن لم يُعدّل أو يُدفع له بعد ذلك.',
  undoText_two: 'يُحذف السجلان اللذان أنشأهما الاستيراد إن لم يُعدّل أي منهما أو يُدفع له بعد ذلك.',
  undoText_few: 'تُحذف السجلات التي أنشأها الاستيراد، وعددها {{count}}، إن لم يُعدّل أي منها أو يُدفع له بعد ذلك.',
  undoText_many: 'تُحذف السجلات التي أنشأها الاستيراد، وعددها {{count}}، إن لم يُعدّل أي منها أو يُدفع له بعد ذلك.',
  undoText_other: 'تُحذف السجلات التي أنشأها الاستيراد، وعددها {{count}}، إن لم يُعدّل أي منها أو يُدفع له بعد ذلك.',
  undone: 'تم التراجع عن الاستيراد.',
}
