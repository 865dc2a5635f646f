import type { DemoEvent } from './types.ts'

/** The three current events. */
export const liveDemoEvents: readonly DemoEvent[] = [
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
    play: { missions: 2, entries: 48, by: 'team', best: 70, seconds: 180, hasRuleSet: true },
  },
  {
    slug: 'red-sea-clean-up',
    art: 'reef',
    title: { en: 'Red Sea Clean-up', ar: 'تنظيف البحر الأحمر' },
    description: {
      en: 'Dive among living corals, collect what does not belong there and leave the fish in peace. A calm challenge for the youngest players that rewards patience more than speed.',
      ar: 'غُص بين الشعاب المرجانية الحيّة، واجمع ما لا ينتمي إليها، ودع الأسماك تسبح في سلام. تحدٍّ هادئ لأصغر المشاركين، يكافئ الصبر قبل السرعة.',
    },
    startsInDays: -6,
    lengthDays: 20,
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
]
