import type { DemoEvent } from './types.ts'

const none = { missions: 1, entries: 0, by: 'player', best: 0, seconds: 0 } as const

/** Five future events. */
export const upcomingDemoEvents: readonly DemoEvent[] = [
  {
    slug: 'robo-football-cup',
    art: 'football',
    title: { en: 'Robo Football Cup', ar: 'كأس كرة القدم للروبوت' },
    description: {
      en: 'Two against two, ten minutes, no remote control. The robots find the ball, each other and, on a good day, the goal. Bring a flag: the stands are part of the game.',
      ar: 'اثنان ضد اثنين، وعشر دقائق، ولا تحكّم عن بُعد. على الروبوتات أن تجد الكرة، وأن يجد بعضها بعضًا، وأن تجد المرمى إذا حالفها الحظ. أحضروا أعلامكم، فالمدرّجات جزء من اللعبة.',
    },
    startsInDays: 9,
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
    play: none,
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
