import type { DemoOrganizer } from './types.ts'

/** Invented companies; links lead to reserved example domains. */
const o = (continent: string, country: string, en: string, ar: string, link: string | null, active = true): DemoOrganizer => ({
  continent,
  country,
  name: { en, ar },
  link: link === null ? null : `https://${link}.example`,
  active,
})

/** 24 organizers on every inhabited continent; some inactive, some without a link of their own. */
export const organizers: readonly DemoOrganizer[] = [
  o('asia', 'SA', 'Najd Robotics', 'نجد للروبوت', 'najd-robotics'),
  o('asia', 'AE', 'Falcon Labs Emirates', 'مختبرات الصقر الإمارات', 'falcon-labs'),
  o('asia', 'JO', 'Petra Makers', 'صنّاع البتراء', null),
  o('asia', 'JP', 'Hoshi Robot Club', 'نادي هوشي للروبوت', 'hoshi-robot'),
  o('asia', 'KR', 'Hangang Tech Youth', 'شباب هانغانغ للتقنية', 'hangang-tech'),
  o('asia', 'IN', 'Lotus Circuit', 'دائرة اللوتس', 'lotus-circuit'),
  o('asia', 'MY', 'Rimba Robotics', 'ريمبا للروبوت', null, false),
  o('africa', 'EG', 'Nile STEM Society', 'جمعية النيل للعلوم والتقنية', 'nile-stem'),
  o('africa', 'MA', 'Atlas Robotique', 'أطلس للروبوت', 'atlas-robotique'),
  o('africa', 'TN', 'Carthage Code', 'قرطاج للبرمجة', 'carthage-code'),
  o('africa', 'ZA', 'Protea Robotics League', 'رابطة بروتيا للروبوت', 'protea-league'),
  o('africa', 'KE', 'Savanna Makers', 'صنّاع السافانا', null),
  o('africa', 'NG', 'Lagos Robot Arena', 'ساحة لاغوس للروبوت', 'lagos-arena', false),
  o('europe', 'DE', 'Rheinwerk Juniors', 'ناشئو راينفيرك', 'rheinwerk'),
  o('europe', 'ES', 'Sol y Robots', 'شمس وروبوتات', 'sol-robots'),
  o('europe', 'TR', 'Anadolu Robotik', 'الأناضول للروبوت', 'anadolu-robotik'),
  o('europe', 'DK', 'Nordic Brick Academy', 'أكاديمية الشمال للمكعبات', null, false),
  o('north-america', 'US', 'Great Lakes Robotics', 'البحيرات الكبرى للروبوت', 'great-lakes'),
  o('north-america', 'CA', 'Maple Mechatronics', 'القيقب للميكاترونيكس', 'maple-mech'),
  o('north-america', 'MX', 'Quetzal Robótica', 'كيتزال للروبوت', 'quetzal', false),
  o('south-america', 'BR', 'Jaguar Robótica', 'جاكوار للروبوت', 'jaguar-robotica'),
  o('south-america', 'PE', 'Andes Robot Lab', 'مختبر الأنديز للروبوت', 'andes-lab'),
  o('oceania', 'AU', 'Southern Cross Robotics', 'الصليب الجنوبي للروبوت', 'southern-cross'),
  o('oceania', 'NZ', 'Kea Robotics Trust', 'مؤسسة كِيا للروبوت', null),
]
