import type { Catalogue } from '../catalogue.ts'
import type { adminJobs as enAdminJobs } from '../en/admin-jobs.ts'

export const adminJobs: Catalogue<typeof enAdminJobs> = {
  title: 'المهام المجدولة',
  intro: 'ينفّذ النظام هذه المهام تلقائيًا في أوقات محددة.',
  name: 'المهمة',
  lastRun: 'آخر تنفيذ',
  result: 'النتيجة',
  nextRun: 'التنفيذ القادم',
  notYet: 'لم تُنفَّذ بعد',
  results: { succeeded: 'نجحت', failed: 'فشلت', running: 'قيد التنفيذ' },
  records_zero: 'لا سجلات',
  records_one: 'سجل واحد',
  records_two: 'سجلان',
  records_few: '{{formatted}} سجلات',
  records_many: '{{formatted}} سجلًا',
  records_other: '{{formatted}} سجل',
  names: {
    'erase-personal-data': 'محو البيانات الشخصية التي حان موعد محوها، وتنبيه أصحاب الحسابات غير المستخدمة',
    'purge-users': 'إزالة المستخدمين المحذوفين منذ أكثر من 30 يومًا',
    'purge-teams': 'إزالة الفرق المحذوفة منذ أكثر من 30 يومًا',
    'purge-events': 'إزالة الفعاليات المحذوفة منذ أكثر من 30 يومًا',
    'purge-contents': 'إزالة المسابقات ومحتويات الموقع المحذوفة منذ أكثر من 30 يومًا',
    'purge-team-drafts': 'إزالة مسودات الفرق التي لم تتغير منذ 90 يومًا',
    'purge-registrations': 'إزالة التسجيلات التي لم يؤكَّد بريدها الإلكتروني',
    'purge-idempotency-keys': 'إزالة الردود المحفوظة على طلبات النتائج الأقدم من 7 أيام',
    'purge-rate-limits': 'إزالة أعداد محاولات الدخول وغيرها من الحدود المنتهية',
    'purge-orphan-files': 'إزالة الصور التي لا تتبع أي سجل',
    'poll-payments': 'الاستعلام من شركة الدفع عن الدفعات المفتوحة',
    'compare-payments': 'مطابقة جميع الدفعات مع شركة الدفع',
  },
}
