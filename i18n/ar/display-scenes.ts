import type { Catalogue } from '../catalogue.ts'
import type { displayScenes as en } from '../en/display-scenes.ts'

export const displayScenes: Catalogue<typeof en> = {
  tables: {
    title: 'الآن وبعد قليل',
    caption: 'ما يجري الآن وما يليه على طاولات {{event}}',
    table: 'الطاولة',
    now: 'الآن',
    next: 'التالي',
    until: 'حتى {{time}}',
    match: 'المباراة {{number}}',
    none: 'لا جولات أخرى',
    unpublished: 'لم يُنشر جدول الجولات بعد.',
  },
  timer: { title: 'مؤقت المباراة', paused: 'متوقف مؤقتًا', over: 'انتهى الوقت' },
  podium: {
    final: 'المراكز الثلاثة الأولى',
    current: 'المراكز الثلاثة الأولى حتى الآن',
    hidden: 'تظهر منصة التتويج بعد كشف الترتيب.',
  },
  sponsors: 'شركاؤنا',
}
