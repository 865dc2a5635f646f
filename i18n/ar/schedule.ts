import type { Catalogue } from '../catalogue.ts'
import type { schedule as en } from '../en/schedule.ts'

export const schedule: Catalogue<typeof en> = {
  title: 'الجدول',
  views: { time: 'حسب الوقت', table: 'حسب الطاولة', team: 'حسب الفريق' },
  view: 'الترتيب',
  table: 'الطاولة',
  team: 'الفريق',
  myTeam: 'فريقي',
  rankOf: 'المركز {{rank}} من {{total}}',
  chooseTeam: 'اختر فريقًا',
  run: 'الطاولة {{table}}، الجولة {{round}}',
  match: 'الطاولة {{table}}، المباراة {{round}}',
  now: 'الآن',
  next: 'التالي',
  showAll: 'عرض الجدول كاملًا',
  showNext: 'عرض القادم فقط',
  over: 'انتهت جميع الجولات.',
  calendarOfTeam: 'إضافة إلى التقويم',
  matches: 'المجموعات والمباريات',
  matchesOfTeam: 'المباريات',
}
