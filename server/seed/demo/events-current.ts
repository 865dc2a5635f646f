import type { Localized } from '#contract/platform/localized.ts'

/** A demo event. Days count from the day on which the demo is added. */
export type DemoEvent = {
  slug: string
  /** Name of its images: `files/cover-<art>.webp`, `files/banner-<art>.webp`. */
  art: string
  title: Localized
  description: Localized
  startsInDays: number
  lengthDays: number
  /** The daily schedule. The dates are added before it. */
  schedule: Localized
  howToPlay: Localized
  rules: Localized
  tags: readonly string[]
  missionType: 0 | 1 | 2 | 3 | 4
  eventCode: string
  /** Slug of a region, or null for all regions. */
  region: string | null
  trending: boolean
  /**
   * Parameters of the generated scores. A future event has no entries. An event is scored by
   * points and time, by the rounds of `demoRuleSet`, by a panel (panel.ts) or in matches (matches.ts).
   */
  play: {
    missions: number
    entries: number
    by: 'player' | 'team'
    best: number
    seconds: number
    scoring?: 'rounds' | 'panel' | 'matches'
  }
}

const none = { missions: 1, entries: 0, by: 'player', best: 0, seconds: 0 } as const

/** Three events that take place now, and five future ones. */
export const currentDemoEvents: readonly DemoEvent[] = [
  {
    slug: 'oasis-rescue',
    art: 'oasis',
    title: { en: 'Oasis Rescue', ar: 'إنقاذ الواحة' },
    description: {
      en: 'The oasis is running dry. Your robot crosses the dunes, opens the three ancient water channels and brings the seedlings to the shore before the sun goes down. Precision decides: a spilled seedling counts for nothing.',
      ar: 'الواحة تجفّ، وأمام روبوتك مهمّة واحدة: أن يعبر الكثبان ويفتح قنوات الماء القديمة الثلاث وينقل الشتلات إلى الضفة قبل غروب الشمس. الدقّة هنا هي الفيصل، فالشتلة التي تسقط لا تُحتسب.',
    },
    startsInDays: -3,
    lengthDays: 12,
    schedule: {
      en: 'Rounds run daily from 16:00 to 20:00, Riyadh time (UTC+3). The scoreboard is updated after every run; results become final at 21:00 on the last day.',
      ar: 'تُقام الجولات يوميًا من الرابعة حتى الثامنة مساءً بتوقيت الرياض (UTC+3). تُحدَّث لوحة النتائج بعد كل محاولة، وتُعتمد النتائج نهائيًا عند التاسعة مساء اليوم الأخير.',
    },
    howToPlay: {
      en: '1. Open the simulator and enter the event code.\n2. Mission 1: open the water channels in any order.\n3. Mission 2: carry six seedlings to the planting frames.\n4. Mission 3: return to the start without touching the palm trees.\nYou may try each mission as often as you like; your best run of each mission counts.',
      ar: '1. افتح المحاكي وأدخل رمز الفعالية.\n2. المهمة الأولى: افتح قنوات الماء بالترتيب الذي تختاره.\n3. المهمة الثانية: انقل ست شتلات إلى أحواض الزراعة.\n4. المهمة الثالثة: عُد إلى نقطة البداية من دون أن تلمس النخيل.\nيمكنك تكرار كل مهمة ما شئت، وتُحتسب لك أفضل محاولة في كل منها.',
    },
    rules: {
      en: '• 40 points for each open channel, 15 for each standing seedling, 30 for a clean return.\n• A run lasts at most two and a half minutes.\n• Equal scores are separated by the shorter total time.\n• The program must run on its own once it has started; remote control ends the run.',
      ar: '• 40 نقطة لكل قناة تُفتح، و15 نقطة لكل شتلة قائمة، و30 نقطة للعودة السليمة.\n• لا تتجاوز مدة المحاولة دقيقتين ونصف الدقيقة.\n• عند تساوي النقاط يُقدَّم صاحب الزمن الكلي الأقصر.\n• يعمل البرنامج ذاتيًا منذ لحظة انطلاقه، وأي تحكّم عن بُعد ينهي المحاولة.',
    },
    tags: ['Simulator · محاكاة', 'Water · ماء', 'Autonomous · ذاتي'],
    missionType: 1,
    eventCode: 'OASIS-26',
    region: null,
    trending: true,
    play: { missions: 3, entries: 240, by: 'player', best: 120, seconds: 150 },
  },
  {
    slug: 'desert-rally',
    art: 'rally',
    title: { en: 'Desert Rally', ar: 'رالي الصحراء' },
    description: {
      en: 'A self-driving car, a night course through the dunes and no second steering wheel. Teams train their cars to read the road, avoid coloured gates and park on the last flicker of daylight.',
      ar: 'سيارة ذاتية القيادة ومسار ليلي بين الكثبان، ولا أحد خلف المقود. تُدرّب الفرق سياراتها على قراءة الطريق وتفادي البوابات الملوّنة والوقوف في مكانها الصحيح مع آخر ضوء من النهار.',
    },
    startsInDays: -1,
    lengthDays: 5,
    schedule: {
      en: 'Open rounds on the first two days, obstacle rounds on the third and fourth, finals on the last evening at 19:00, Riyadh time (UTC+3).',
      ar: 'الجولات المفتوحة في اليومين الأولين، وجولات العوائق في الثالث والرابع، والنهائي في مساء اليوم الأخير عند السابعة بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'Each team brings one car that fits into 30 × 20 × 30 cm.\nThe car drives three laps on its own: first on the open course, then with red and green gates that are drawn by lot. Pass red ones on the right, green ones on the left, and finish inside the parking bay.',
      ar: 'لكل فريق سيارة واحدة لا تتجاوز أبعادها 30 × 20 × 30 سم.\nتقطع السيارة ثلاث لفّات من تلقاء نفسها: الأولى على مسار مفتوح، ثم مع بوابات حمراء وخضراء تُحدَّد مواقعها بالقرعة. تُتجاوز الحمراء من اليمين والخضراء من اليسار، وتنتهي الجولة داخل الموقف.',
    },
    rules: {
      en: '• Open rounds: up to 30 points. Obstacle rounds: up to 70 points.\n• A touched gate costs 5 points, leaving the course ends the run.\n• A disqualified run counts as three minutes.\n• The code must be published with its history before the finals.',
      ar: '• الجولات المفتوحة: حتى 30 نقطة، وجولات العوائق: حتى 70 نقطة.\n• لمس البوابة يخصم 5 نقاط، والخروج عن المسار ينهي المحاولة.\n• المحاولة الملغاة تُحتسب بثلاث دقائق.\n• يُنشر البرنامج بسجل تعديلاته كاملًا قبل النهائي.',
    },
    tags: ['Self-driving · قيادة ذاتية', 'Teams · فرق', 'Vision · رؤية حاسوبية'],
    missionType: 2,
    eventCode: 'RALLY-26',
    region: null,
    trending: true,
    play: { missions: 2, entries: 48, by: 'team', best: 70, seconds: 180, scoring: 'rounds' },
  },
  {
    slug: 'red-sea-clean-up',
    art: 'reef',
    title: { en: 'Red Sea Clean-up', ar: 'تنظيف البحر الأحمر' },
    description: {
      en: 'Dive among living corals, collect what does not belong there and leave the fish in peace. A calm challenge for the youngest players that rewards patience more than speed.',
      ar: 'غُص بين الشعاب المرجانية الحيّة، واجمع ما لا ينتمي إليها، ودع الأسماك تسبح في سلام. تحدٍّ هادئ لأصغر المشاركين، يكافئ الصبر قبل السرعة.',
    },
    startsInDays: -36,
    lengthDays: 50,
    schedule: {
      en: 'Play whenever you like, day or night, until the last day at 18:00, Riyadh time (UTC+3).',
      ar: 'العبوا في أي وقت من النهار أو الليل، حتى السادسة من مساء اليوم الأخير بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'Build your program from blocks: dive, turn, grab, rise.\nBring plastic to the blue box and metal to the grey one. Every coral has a safe distance: the water around it glows when you come too close.',
      ar: 'ركّب برنامجك من كتل جاهزة: غُص، استدر، التقط، اصعد.\nضع البلاستيك في الصندوق الأزرق والمعدن في الرمادي. لكل شعبة مرجانية مسافة آمنة، وسترى الماء حولها يتوهّج إذا اقتربت أكثر مما ينبغي.',
    },
    rules: {
      en: '• 10 points for each object in the right box.\n• 5 points off for each touched coral.\n• There is no time limit, but a shorter time wins between equal scores.\n• Parents may watch, not type.',
      ar: '• 10 نقاط لكل قطعة توضع في صندوقها الصحيح.\n• تُخصم 5 نقاط عند لمس أي شعبة مرجانية.\n• لا حدّ للزمن، غير أن الأسرع يتقدّم عند تساوي النقاط.\n• للأهل أن يشاهدوا، لا أن يكتبوا البرنامج.',
    },
    tags: ['Blocks · كتل برمجية', 'Sea · بحر', 'Beginners · مبتدئون'],
    missionType: 0,
    eventCode: 'REEF-26',
    region: null,
    trending: true,
    play: { missions: 2, entries: 180, by: 'player', best: 100, seconds: 240 },
  },
  {
    slug: 'robo-football-cup',
    art: 'football',
    title: { en: 'Robo Football Cup', ar: 'كأس كرة القدم للروبوت' },
    description: {
      en: 'Two against two, ten minutes, no remote control. The robots find the ball, each other and, on a good day, the goal. Bring a flag: the stands are part of the game.',
      ar: 'اثنان ضد اثنين، وعشر دقائق، ولا تحكّم عن بُعد. على الروبوتات أن تجد الكرة، وأن يجد بعضها بعضًا، وأن تجد المرمى إذا حالفها الحظ. أحضروا أعلامكم، فالمدرّجات جزء من اللعبة.',
    },
    startsInDays: -2,
    lengthDays: 4,
    schedule: {
      en: 'Group matches from 15:00 to 20:00, semi-finals and final on the last day from 17:00, Riyadh time (UTC+3).',
      ar: 'مباريات المجموعات من الثالثة عصرًا حتى الثامنة مساءً، ونصف النهائي والنهائي في اليوم الأخير من الخامسة مساءً بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'A match has three parts. Robots start on their own half, the referee releases the ball, and from then on only the program plays. Between the parts a team may change code and batteries.',
      ar: 'المباراة ثلاثة أشواط. تبدأ الروبوتات في نصف ملعبها، ويُطلق الحكم الكرة، ومن تلك اللحظة لا يلعب إلا البرنامج. وبين الأشواط يمكن للفريق تعديل البرنامج وتبديل البطاريات.',
    },
    rules: {
      en: '• Three points for a win, one for a draw.\n• A robot that holds the ball for more than three seconds leaves the field for one minute.\n• Height and width at most 22 cm, weight at most 1.1 kg.',
      ar: '• ثلاث نقاط للفوز ونقطة للتعادل.\n• الروبوت الذي يحتجز الكرة أكثر من ثلاث ثوانٍ يغادر الملعب دقيقة كاملة.\n• لا يتجاوز الارتفاع والعرض 22 سم، ولا الوزن 1.1 كغ.',
    },
    tags: ['Football · كرة قدم', 'Teams · فرق', 'Live audience · جمهور'],
    missionType: 1,
    eventCode: 'GOAL-26',
    region: null,
    trending: false,
    play: { missions: 1, entries: 16, by: 'team', best: 10, seconds: 0, scoring: 'matches' },
  },
  {
    slug: 'labyrinth-of-lights',
    art: 'labyrinth',
    title: { en: 'Labyrinth of Lights', ar: 'متاهة الأضواء' },
    description: {
      en: 'The maze is drawn an hour before the start and nobody has seen it. Your robot maps it in the first run and solves it in the second, following nothing but light and logic.',
      ar: 'تُرسم المتاهة قبل البداية بساعة ولم يرها أحد. يرسم روبوتك خريطتها في الجولة الأولى ويحلّها في الثانية، ودليله الضوء والمنطق لا غير.',
    },
    startsInDays: 21,
    lengthDays: 2,
    schedule: {
      en: 'Mapping runs on the first day from 14:00, solving runs on the second from 14:00, Riyadh time (UTC+3).',
      ar: 'جولات رسم الخريطة في اليوم الأول من الثانية ظهرًا، وجولات الحل في الثاني من الثانية ظهرًا بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'Walls are 16.8 cm apart. Lamps mark dead ends in red and the way to the centre in gold, but three of them lie. Store what you learn: the second run starts with an empty battery of guesses.',
      ar: 'المسافة بين الجدران 16.8 سم. تشير المصابيح الحمراء إلى الطرق المسدودة والذهبية إلى المركز، لكنّ ثلاثة منها تكذب. احفظ ما تتعلّمه، ففي الجولة الثانية لا مكان للتخمين.',
    },
    rules: {
      en: '• 80 points for reaching the centre, 1 for each cell mapped correctly.\n• Ten minutes in all for both runs.\n• The robot must not jump, climb or damage the walls.',
      ar: '• 80 نقطة للوصول إلى المركز، ونقطة لكل خلية رُسمت صحيحة.\n• عشر دقائق للجولتين معًا.\n• لا يقفز الروبوت ولا يتسلّق ولا يُتلف الجدران.',
    },
    tags: ['Maze · متاهة', 'Algorithms · خوارزميات'],
    missionType: 2,
    eventCode: 'MAZE-26',
    region: null,
    trending: false,
    play: none,
  },
  {
    slug: 'city-in-the-sky',
    art: 'city',
    title: { en: 'City in the Sky', ar: 'مدينة في السماء' },
    description: {
      en: 'Medicine to the hospital, letters to the tower, bread to the roof terrace. Delivery drones share the air above a model city, and the best plan is the one that lets the others through.',
      ar: 'دواء إلى المستشفى، ورسائل إلى البرج، وخبز إلى السطح. تتقاسم مسيّرات التوصيل سماء مدينة مصغّرة، وأفضل خطة هي التي تفسح الطريق للآخرين.',
    },
    startsInDays: 35,
    lengthDays: 6,
    schedule: {
      en: 'Flight windows of 20 minutes between 09:00 and 17:00, Riyadh time (UTC+3); book yours from ten days before.',
      ar: 'نوافذ طيران مدة كل منها 20 دقيقة بين التاسعة صباحًا والخامسة مساءً بتوقيت الرياض (UTC+3)، ويبدأ حجزها قبل الفعالية بعشرة أيام.',
    },
    howToPlay: {
      en: 'Choose your orders, plan the route, then let the drones fly in the simulator together with those of two other teams. Priority orders may overtake; everything else gives way to the right.',
      ar: 'اختر طلباتك وخطّط مسارك، ثم دع المسيّرات تحلّق في المحاكي إلى جانب مسيّرات فريقين آخرين. للطلبات العاجلة أن تتجاوز، ولغيرها أن يعطي الأولوية لليمين.',
    },
    rules: {
      en: '• 25 points for a delivery on time, 10 for a late one.\n• A near miss costs 15 points, for both.\n• Energy left at the end counts as bonus.',
      ar: '• 25 نقطة للتسليم في موعده، و10 نقاط للتسليم المتأخر.\n• الاقتراب الخطر يخصم 15 نقطة من الطرفين.\n• الطاقة المتبقية في النهاية تُحتسب مكافأة.',
    },
    tags: ['Smart city · مدينة ذكية', 'Drones · مسيّرات'],
    missionType: 3,
    eventCode: 'CITY-26',
    region: null,
    trending: false,
    play: none,
  },
  {
    slug: 'star-gates',
    art: 'gates',
    title: { en: 'Star Gates', ar: 'بوابات النجوم' },
    description: {
      en: 'Eight-pointed gates, one line of flight and two tenths between joy and regret. The professional drone race of the season, flown entirely by onboard computers.',
      ar: 'بوابات ثُمانية الرؤوس ومسار واحد وعُشران من الثانية بين الفرح والحسرة. سباق المحترفين للمسيّرات هذا الموسم، تقوده الحواسيب المحمولة على متنها وحدها.',
    },
    startsInDays: 52,
    lengthDays: 3,
    schedule: {
      en: 'Training in the morning, timed laps from 18:00 to 22:00, Riyadh time (UTC+3).',
      ar: 'التدريب صباحًا، واللفّات المحتسبة من السادسة حتى العاشرة مساءً بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'Fly through twelve gates in the given order. The positions are published a week before, their angles only on the day. Three laps, one battery, no pilot.',
      ar: 'اعبر اثنتي عشرة بوابة بالترتيب المحدّد. تُعلَن مواقعها قبل أسبوع، أما زواياها فلا تُعرف إلا يوم السباق. ثلاث لفّات وبطارية واحدة ولا طيّار.',
    },
    rules: {
      en: '• 10 points a gate, 30 for a lap without contact.\n• A missed gate must be flown again.\n• Equal scores are separated by the sum of the lap times.',
      ar: '• 10 نقاط لكل بوابة، و30 نقطة للّفّة من دون تماس.\n• تُعاد البوابة الفائتة.\n• عند تساوي النقاط يُحتكم إلى مجموع أزمنة اللفّات.',
    },
    tags: ['Drones · مسيّرات', 'Race · سباق', 'Pro · محترفون'],
    missionType: 4,
    eventCode: 'GATES-26',
    region: null,
    trending: false,
    play: none,
  },
  {
    slug: 'grand-final',
    art: 'podium',
    title: { en: 'The Grand Final', ar: 'النهائي الكبير' },
    description: {
      en: 'The best of every season event come together for one evening. Three unknown missions, one arena and the star that every team has been building towards since the first line of code.',
      ar: 'أفضل المتأهلين من فعاليات الموسم في أمسية واحدة: ثلاث مهام لا يعرفها أحد، وساحة واحدة، والنجمة التي سعى إليها كل فريق منذ أول سطر من برنامجه.',
    },
    startsInDays: 80,
    lengthDays: 2,
    schedule: {
      en: 'Opening at 16:00, missions from 17:00, award ceremony at 21:00 on the second evening, Riyadh time (UTC+3).',
      ar: 'الافتتاح عند الرابعة عصرًا، والمهام من الخامسة، وحفل التتويج عند التاسعة من مساء اليوم الثاني بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'The first ten of each event are invited. Missions are revealed one hour before they start; teams work without internet and without their coaches. Spectators see every run on the big screen.',
      ar: 'يُدعى العشرة الأوائل من كل فعالية. يُكشف عن المهام قبل انطلاقها بساعة، وتعمل الفرق بلا إنترنت ولا مدرّبين، ويتابع الجمهور كل محاولة على الشاشة الكبيرة.',
    },
    rules: {
      en: '• Each mission gives up to 100 points; the sum decides.\n• Equal scores are separated by total time, then by who reached the score first.\n• The decision of the head judge is final.',
      ar: '• لكل مهمة 100 نقطة كحدّ أقصى، والفيصل مجموعها.\n• عند التساوي يُحتكم إلى الزمن الكلي، ثم إلى من بلغ النتيجة أولًا.\n• قرار رئيس الحكام نهائي.',
    },
    tags: ['Final · نهائي', 'Season · موسم', 'Live audience · جمهور'],
    missionType: 4,
    eventCode: 'FINAL-26',
    region: null,
    trending: false,
    play: none,
  },
]
