import type { Catalogue } from '../catalogue.ts'
import type { event as enEvent } from '../en/event.ts'

export const event: Catalogue<typeof enEvent> = {
  live: 'مباشر',
  tags: 'الوسوم',
  dates: 'الموعد والوقت',
  howToPlay: 'طريقة اللعب',
  rules: 'القواعد',
  noDates: 'سيُعلن الموعد هنا.',
  noHowToPlay: 'ستُشرح طريقة اللعب هنا قريبًا.',
  noRules: 'ستُنشر القواعد هنا قريبًا.',
  noDescription: 'سيُضاف الوصف قريبًا.',
  noDate: 'سيُعلن الموعد لاحقًا',
  all: 'كل الفعاليات',
  awards: 'الجوائز',
  addToCalendar: 'إضافة إلى التقويم',
  preview: {
    title: 'معاينة: لم تُنشر بعد',
    back: 'العودة إلى النموذج',
    noTitle: 'بلا عنوان',
    ranking: 'سيظهر الترتيب هنا بعد النشر.',
  },
}
