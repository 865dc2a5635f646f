import type { Localized } from '#contract/platform/localized.ts'

type DemoOrganizer = {
  continent: string
  /** ISO 3166 code, which is also the name of the flag image. */
  country: string
  name: Localized
  /** Null uses the default link of the settings. */
  link: string | null
  active: boolean
}

type DemoFaq = { question: Localized; answer: Localized }
type DemoPartner = { file: string; name: string; link: string | null }

/** FAQs of the demo. */
export const demoFaqs: readonly DemoFaq[] = [
  {
    question: { en: 'Who can take part?', ar: 'من يمكنه المشاركة؟' },
    answer: {
      en: 'Students from 8 to 19, alone in the simulator or as a team of two or three with a coach. Every event says which level it is made for: Elementary, Junior, Senior, Adult or Pro.',
      ar: 'الطلاب من سن الثامنة حتى التاسعة عشرة، فرادى في المحاكي أو ضمن فريق من عضوين أو ثلاثة مع مدرّب. وتوضّح كل فعالية المستوى الذي أُعدّت له: الابتدائي أو المتوسط أو الثانوي أو البالغون أو المحترفون.',
    },
  },
  {
    question: { en: 'Do I need a real robot?', ar: 'هل أحتاج إلى روبوت حقيقي؟' },
    answer: {
      en: 'Not for the virtual events: the simulator for Windows and Mac is free and brings its own robot. For the team competitions you build one; the rules of each competition name the parts that are allowed.',
      ar: 'لا تحتاج إليه في الفعاليات الافتراضية، فالمحاكي مجاني لنظامي ويندوز وماك ومعه روبوته. أما مسابقات الفرق فتبني فيها روبوتك بنفسك، وتذكر قواعد كل مسابقة القطع المسموح بها.',
    },
  },
  {
    question: { en: 'How is the ranking made?', ar: 'كيف يُحسب الترتيب؟' },
    answer: {
      en: 'Each event states how it is scored. Unless it says otherwise, the highest total score comes first, the shorter total time breaks ties, and who has both the same shares the place. The table on each event page shows it live.',
      ar: 'توضّح كل فعالية طريقة الاحتساب. وما لم تذكر غير ذلك، يتقدّم صاحب أعلى مجموع من النقاط، وعند التساوي يُقدَّم صاحب الزمن الكلي الأقصر، ومن تساوى في الاثنين تقاسم المركز. ويظهر الترتيب مباشرة في جدول كل فعالية.',
    },
  },
  {
    question: { en: 'What does it cost?', ar: 'كم تبلغ رسوم المشاركة؟' },
    answer: {
      en: 'Virtual events are free. Team competitions have a fee per team, which is shown before you register and paid once for the whole season.',
      ar: 'الفعاليات الافتراضية مجانية. ولمسابقات الفرق رسوم عن الفريق كله تظهر قبل التسجيل، وتُدفع مرة واحدة عن الموسم بأكمله.',
    },
  },
  {
    question: { en: 'Can a student join two teams?', ar: 'هل يمكن للطالب الانضمام إلى فريقين؟' },
    answer: {
      en: 'Within one competition a student belongs to one team only. Playing virtual events on the side is welcome.',
      ar: 'ينتمي الطالب إلى فريق واحد فقط في المسابقة الواحدة، ويمكنه إلى جانب ذلك خوض الفعاليات الافتراضية كما يشاء.',
    },
  },
  {
    question: { en: 'I am a coach. Where do I begin?', ar: 'أنا مدرّب، فمن أين أبدأ؟' },
    answer: {
      en: 'Open an account, register your team with its members and their guardians’ consent, and download the simulator with “coach” selected. You can change the team until registration closes.',
      ar: 'أنشئ حسابًا، وسجّل فريقك وأعضاءه مع موافقة أولياء أمورهم، ثم نزّل المحاكي بعد اختيار «مدرّب». ويمكنك تعديل بيانات الفريق حتى إغلاق باب التسجيل.',
    },
  },
  {
    question: { en: 'What happens to my child’s data?', ar: 'ماذا يحدث لبيانات طفلي؟' },
    answer: {
      en: 'We ask only for what the competition needs. Rankings show a name and a school, never an e-mail address, phone number or date of birth. You may see, correct or delete the data at any time.',
      ar: 'لا نطلب إلا ما تحتاج إليه المسابقة. ولا يظهر في الترتيب سوى الاسم والمدرسة، من دون بريد إلكتروني أو رقم جوال أو تاريخ ميلاد. ويحق لكم الاطّلاع على البيانات وتصحيحها وحذفها في أي وقت.',
    },
  },
  {
    question: { en: 'My score is missing. What can I do?', ar: 'نتيجتي غير موجودة، ماذا أفعل؟' },
    answer: {
      en: 'Check that the event code in the simulator is right and that you are online; the run is then sent again by itself. If it is still missing after an hour, write to us on the support page with the event and the time of your run.',
      ar: 'تأكّد من صحة رمز الفعالية في المحاكي ومن اتصالك بالإنترنت، وستُرسل المحاولة تلقائيًا من جديد. فإن لم تظهر بعد ساعة فراسلنا من صفحة الدعم مع ذكر الفعالية ووقت المحاولة.',
    },
  },
]

/** Invented partners. The sources of their logos are in `sources/`. */
export const demoPartners: readonly DemoPartner[] = [
  { file: 'partner-masar.webp', name: 'Masar · مسار', link: 'https://masar.example' },
  { file: 'partner-nuqta.webp', name: 'Nuqta · نقطة', link: 'https://nuqta.example' },
  { file: 'partner-voltara.webp', name: 'Voltara', link: 'https://voltara.example' },
  { file: 'partner-wasl.webp', name: 'Wasl · وصل', link: 'https://wasl.example' },
  { file: 'partner-orbis.webp', name: 'Orbis Learning', link: null },
  { file: 'partner-sanad.webp', name: 'Sanad · سند', link: 'https://sanad.example' },
  { file: 'partner-kiteworks.webp', name: 'Blue Kite', link: 'https://blue-kite.example' },
  { file: 'partner-rimal.webp', name: 'Rimal · رمال', link: 'https://rimal.example' },
  { file: 'partner-hexa.webp', name: 'Hexa Foundry', link: null },
  { file: 'partner-durra.webp', name: 'Durra · درّة', link: 'https://durra.example' },
]

/** The promo video of the home page: files, title and description. */
export const demoPromoVideo = {
  video: 'story.mp4',
  poster: 'story.webp',
  title: { en: 'From the first line of code to the star', ar: 'من أول سطر برمجي إلى النجمة' },
  text: {
    en: 'Sixteen seconds without sound: the star of Botola draws itself, the cities of the season light up on a world map, a robot finds its way across the board, and three robots step onto the podium.',
    ar: 'ست عشرة ثانية بلا صوت: ترتسم نجمة بطولة، وتضيء مدن الموسم على خريطة العالم، ويشقّ روبوت طريقه على اللوحة، ثم تصعد ثلاثة روبوتات إلى منصّة التتويج.',
  },
} as const

/** The contact of the demo. */
export const demoContact = {
  phone: '+966110000000',
  email: 'hello@botola.example',
  address: { en: 'Riyadh, Saudi Arabia', ar: 'الرياض، المملكة العربية السعودية' },
}

/** Builds an invented organizer. Links use reserved example domains. */
const organizer = (
  continent: string,
  country: string,
  en: string,
  ar: string,
  link: string | null,
  active = true,
): DemoOrganizer => ({
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
