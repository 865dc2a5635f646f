import type { DemoOrganizer } from './types.ts'

/** Builds an invented organizer. Links use reserved example domains. */
const organizer = (continent: string, country: string, en: string, ar: string, link: string | null, active = true): DemoOrganizer => ({
  continent,
  country,
  name: { en, ar },
  link: link === null ? null : `https://${link}.example`,
  active,
})

/** 24 organizers on all inhabited continents. Some are inactive, some have no link. */
export const demoOrganizers: readonly DemoOrganizer[] = [
  organizer('asia', 'SA', 'Najd Robotics', 'نجد للروبوت', 'najd-robotics'),
  organizer('asia', 'AE', 'Falcon Labs Emirates', 'مختبرات الصقر الإمارات', 'falcon-labs'),
  organizer('asia', 'JO', 'Petra Makers', 'صنّاع البتراء', null),
  organizer('asia', 'JP', 'Hoshi Robot Club', 'نادي هوشي للروبوت', 'hoshi-robot'),
  organizer('asia', 'KR', 'Hangang Tech Youth', 'شباب هانغانغ للتقنية', 'hangang-tech'),
  organizer('asia', 'IN', 'Lotus Circuit', 'دائرة اللوتس', 'lotus-circuit'),
  organizer('asia', 'MY', 'Rimba Robotics', 'ريمبا للروبوت', null, false),
  organizer('africa', 'EG', 'Nile STEM Society', 'جمعية النيل للعلوم والتقنية', 'nile-stem'),
  organizer('africa', 'MA', 'Atlas Robotique', 'أطلس للروبوت', 'atlas-robotique'),
  organizer('africa', 'TN', 'Carthage Code', 'قرطاج للبرمجة', 'carthage-code'),
  organizer('africa', 'ZA', 'Protea Robotics League', 'رابطة بروتيا للروبوت', 'protea-league'),
  organizer('africa', 'KE', 'Savanna Makers', 'صنّاع السافانا', null),
  organizer('africa', 'NG', 'Lagos Robot Arena', 'ساحة لاغوس للروبوت', 'lagos-arena', false),
  organizer('europe', 'DE', 'Rheinwerk Juniors', 'ناشئو راينفيرك', 'rheinwerk'),
  organizer('europe', 'ES', 'Sol y Robots', 'شمس وروبوتات', 'sol-robots'),
  organizer('europe', 'TR', 'Anadolu Robotik', 'الأناضول للروبوت', 'anadolu-robotik'),
  organizer('europe', 'DK', 'Nordic Brick Academy', 'أكاديمية الشمال للمكعبات', null, false),
  organizer('north-america', 'US', 'Great Lakes Robotics', 'البحيرات الكبرى للروبوت', 'great-lakes'),
  organizer('north-america', 'CA', 'Maple Mechatronics', 'القيقب للميكاترونيكس', 'maple-mech'),
  organizer('north-america', 'MX', 'Quetzal Robótica', 'كيتزال للروبوت', 'quetzal', false),
  organizer('south-america', 'BR', 'Jaguar Robótica', 'جاكوار للروبوت', 'jaguar-robotica'),
  organizer('south-america', 'PE', 'Andes Robot Lab', 'مختبر الأنديز للروبوت', 'andes-lab'),
  organizer('oceania', 'AU', 'Southern Cross Robotics', 'الصليب الجنوبي للروبوت', 'southern-cross'),
  organizer('oceania', 'NZ', 'Kea Robotics Trust', 'مؤسسة كِيا للروبوت', null),
]
