/** The site with the rules of the World Robot Olympiad's competitions. */
const wroRules = 'https://wro-association.org/'

/** The competitions of the specification. Administrators can change their texts and limits. */
export const baseCompetitions = [
  {
    slug: 'future_engineers',
    nameEn: 'Future Engineers',
    nameAr: 'مهندسو المستقبل',
    descriptionEn: 'Teams build a self-driving vehicle that finds its way around a changing track and avoids obstacles.',
    descriptionAr: 'تبني الفرق مركبة ذاتية القيادة تجد طريقها في مضمار متغير وتتجنب العوائق.',
    rulesLink: wroRules,
    minAge: 14,
    maxAge: 19,
    rounds: 2,
  },
  {
    slug: 'virtual_robot_challenges',
    nameEn: 'Virtual Robot Challenges',
    nameAr: 'تحديات الروبوت الافتراضي',
    descriptionEn: 'Teams program a robot in the simulator and play every mission for points and time. No robot is needed.',
    descriptionAr: 'تبرمج الفرق روبوتًا في المحاكي وتخوض المهمات لجمع النقاط في أقصر زمن، ولا يلزمها روبوت حقيقي.',
    rulesLink: null,
    minAge: 8,
    maxAge: 19,
    rounds: 3,
  },
  {
    slug: 'robo_mission',
    nameEn: 'RoboMission',
    nameAr: 'مهمة الروبوت',
    descriptionEn: 'Teams design, build and program a robot that solves missions on a field by itself. The better round counts.',
    descriptionAr: 'تصمم الفرق روبوتًا وتبنيه وتبرمجه ليحل مهمات الملعب وحده، وتُحتسب أفضل جولة.',
    rulesLink: wroRules,
    minAge: 8,
    maxAge: 19,
    rounds: 2,
  },
  {
    slug: 'future_innovators',
    nameEn: 'Future Innovators',
    nameAr: 'مبتكرو المستقبل',
    descriptionEn: 'Teams research a problem, build a robot that solves it, and present their project to the judges.',
    descriptionAr: 'تدرس الفرق مشكلة وتبني روبوتًا يحلها، ثم تعرض مشروعها على الحكام.',
    rulesLink: wroRules,
    minAge: 8,
    maxAge: 19,
    rounds: 1,
  },
  {
    slug: 'robosports',
    nameEn: 'RoboSports',
    nameAr: 'رياضات الروبوت',
    descriptionEn: 'Two teams meet in a match: their robots play by themselves, and the better team of three matches wins the game.',
    descriptionAr: 'يتقابل فريقان في مباراة تلعب فيها الروبوتات وحدها، ويفوز بالشوط الفريق الأفضل في ثلاث مباريات.',
    rulesLink: wroRules,
    minAge: 11,
    maxAge: 19,
    rounds: 3,
  },
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
