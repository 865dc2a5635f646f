import type { Catalogue } from '../catalogue.ts'
import type { scoreSheet as en } from '../en/score-sheet.ts'

export const scoreSheet: Catalogue<typeof en> = {
  total: 'المجموع',
  time: 'الزمن',
  yes: 'نعم',
  no: 'لا',
  notSet: 'لم يُحدَّد',
  less: 'إنقاص: {{field}}',
  more: 'زيادة: {{field}}',
  range: 'من {{min}} إلى {{max}}',
  rangeWithStep: 'من {{min}} إلى {{max}}، بخطوة {{step}}',
  timeRange: '{{max}} على الأكثر. أدخل الثواني (75.5) أو الدقائق (1:15.5).',
  optional: 'اختياري',
  onlyIf: 'لا يُحتسب إلا عند تحقق: {{condition}}',
  conditions: { yesNo: '{{field}}', choice: '{{field}}: {{option}}', number: '{{field}} أكثر من 0' },
  factor: '× {{factor}} عند تحقق {{condition}}: {{fields}}',
  factorPerUnit: '× {{factor}} لكل وحدة من {{field}}: {{fields}}',
  penalties: 'المخالفات',
  disqualified: 'مستبعَد',
  disqualifiedHint: 'عند الاستبعاد لا تُحتسب القيم أعلاه.',
  start: 'بدء',
  stop: 'إيقاف',
  result: 'نتيجة الورقة',
  badNumber: 'أدخل رقمًا دون فواصل للآلاف، مثل 1000.5.',
  badTime: 'أدخل زمنًا مثل 75.5 أو 1:15.5.',
  offStep: 'أدخل {{min}} مضافًا إليه أحد مضاعفات {{step}}.',
}
