import { defaultEventListRegion } from '#contract/event.ts'
import { defaultTimeZone } from '#contract/rules/time-zone.ts'
import { type AdminSettings, defaultBrand, defaultSessionSettings } from '#contract/settings.ts'

/** Settings of a new installation. */
export const defaultSettings: AdminSettings = {
  title: { en: 'Botola: world-class robotics competitions', ar: 'بطولة: مسابقات روبوت بمستوى عالمي' },
  description: {
    en: 'World-class robotics competitions and STEM education for students in the kingdom.',
    ar: 'مسابقات روبوت بمستوى عالمي وتعليم في العلوم والتقنية والهندسة والرياضيات لطلاب المملكة وطالباتها.',
  },
  counters: { players: '20906', sessions: '500K+', countries: '10+', downloads: '30K+' },
  contact: { phone: '', email: '', address: { en: '', ar: '' } },
  story: {
    video: null,
    poster: null,
    title: { en: 'From a first line of code to the world stage', ar: 'من أول سطر برمجي إلى منصة العالم' },
    text: {
      en: 'Students design, build and program robots, and measure themselves with the best of their age.',
      ar: 'يصمّم الطلاب الروبوتات ويبنونها ويبرمجونها، ويتنافسون مع أفضل أقرانهم.',
    },
  },
  simulator: { win: null, mac: null, version: '' },
  organizerLink: 'https://wro-association.org/',
  features: { registration: true, payment: true, simulator: true },
  sessions: defaultSessionSettings,
  timeZone: defaultTimeZone,
  brand: defaultBrand,
  showCounters: true,
  eventListRegion: defaultEventListRegion,
}

/** The competitions of the specification. Administrators can change their limits. */
export const baseCompetitions = [
  { slug: 'future_engineers', nameEn: 'Future Engineers', nameAr: 'مهندسو المستقبل', minAge: 14, maxAge: 19, rounds: 2 },
  {
    slug: 'virtual_robot_challenges',
    nameEn: 'Virtual Robot Challenges',
    nameAr: 'تحديات الروبوت الافتراضي',
    minAge: 8,
    maxAge: 19,
    rounds: 3,
  },
  { slug: 'robo_mission', nameEn: 'RoboMission', nameAr: 'مهمة الروبوت', minAge: 8, maxAge: 19, rounds: 2 },
  { slug: 'future_innovators', nameEn: 'Future Innovators', nameAr: 'مبتكرو المستقبل', minAge: 8, maxAge: 19, rounds: 1 },
  { slug: 'robosports', nameEn: 'RoboSports', nameAr: 'رياضات الروبوت', minAge: 11, maxAge: 19, rounds: 3 },
]

export const baseContinents = [
  { slug: 'africa', nameEn: 'Africa', nameAr: 'أفريقيا' },
  { slug: 'asia', nameEn: 'Asia', nameAr: 'آسيا' },
  { slug: 'europe', nameEn: 'Europe', nameAr: 'أوروبا' },
  { slug: 'north-america', nameEn: 'North America', nameAr: 'أمريكا الشمالية' },
  { slug: 'south-america', nameEn: 'South America', nameAr: 'أمريكا الجنوبية' },
  { slug: 'oceania', nameEn: 'Oceania', nameAr: 'أوقيانوسيا' },
]

const saudi = (slug: string, nameEn: string, nameAr: string) => ({ slug, nameEn, nameAr, country: 'saudi-arabia' })

/** Egypt, which the published calls name, and the thirteen regions of the kingdom. */
export const baseRegions = [
  { slug: 'egypt', nameEn: 'Egypt', nameAr: 'مصر', country: 'egypt' },
  saudi('riyadh', 'Riyadh', 'الرياض'),
  saudi('makkah', 'Makkah', 'مكة المكرمة'),
  saudi('madinah', 'Madinah', 'المدينة المنورة'),
  saudi('eastern-province', 'Eastern Province', 'المنطقة الشرقية'),
  saudi('qassim', 'Qassim', 'القصيم'),
  saudi('asir', 'Asir', 'عسير'),
  saudi('tabuk', 'Tabuk', 'تبوك'),
  saudi('hail', 'Hail', 'حائل'),
  saudi('northern-borders', 'Northern Borders', 'الحدود الشمالية'),
  saudi('jazan', 'Jazan', 'جازان'),
  saudi('najran', 'Najran', 'نجران'),
  saudi('bahah', 'Al Bahah', 'الباحة'),
  saudi('jawf', 'Al Jawf', 'الجوف'),
]
