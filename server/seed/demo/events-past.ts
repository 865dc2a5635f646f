import type { DemoEvent } from './events-current.ts'

/** Four past events with rankings. */
export const pastDemoEvents: readonly DemoEvent[] = [
  {
    slug: 'lunar-base',
    art: 'moon',
    title: { en: 'Lunar Base', ar: 'القاعدة القمرية' },
    description: {
      en: 'Low gravity, long shadows and a signal that takes more than a second. Players drove a rover between craters, laid a cable to the dome and switched on the first light of the base.',
      ar: 'جاذبية ضعيفة وظلال طويلة وإشارة تتأخر أكثر من ثانية. قاد المتسابقون عربة بين الفوّهات، ومدّوا كابلًا إلى القبّة، وأضاؤوا أول مصباح في القاعدة.',
    },
    startsInDays: -140,
    lengthDays: 7,
    schedule: {
      en: 'Rounds ran daily from 17:00 to 20:00, Riyadh time (UTC+3).',
      ar: 'أُقيمت الجولات يوميًا من الخامسة حتى الثامنة مساءً بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'Plan before you move: every command reached the rover with a delay of 1.3 seconds. Collect three rock samples, lay the cable without crossing your own track and park at the dome.',
      ar: 'خطّط قبل أن تتحرك، فكل أمر يصل إلى العربة بعد 1.3 ثانية. اجمع ثلاث عيّنات صخرية، ومدّ الكابل من دون أن تقطع أثرك، ثم قف عند القبّة.',
    },
    rules: {
      en: '• 20 points a sample, 60 for the cable, 20 for parking.\n• Falling into a crater ended the run.\n• The better of all runs counted for each mission.',
      ar: '• 20 نقطة لكل عيّنة، و60 للكابل، و20 للوقوف الصحيح.\n• السقوط في فوّهة ينهي المحاولة.\n• تُحتسب أفضل محاولة في كل مهمة.',
    },
    tags: ['Space · فضاء', 'Simulator · محاكاة'],
    missionType: 2,
    eventCode: 'LUNAR-25',
    region: null,
    trending: false,
    play: { missions: 3, entries: 90, by: 'player', best: 140, seconds: 200 },
  },
  {
    slug: 'warehouse-sprint',
    art: 'warehouse',
    title: { en: 'Warehouse Sprint', ar: 'سباق المستودع' },
    description: {
      en: 'Forty parcels, four shelves and one narrow aisle. The fastest sorting robots of the season met in Riyadh to find out whose algorithm wastes the fewest steps.',
      ar: 'أربعون طردًا وأربعة رفوف وممرّ ضيّق واحد. التقت في الرياض أسرع روبوتات الفرز هذا الموسم لتعرف أيّ خوارزمية تُهدر أقلّ عدد من الخطوات.',
    },
    startsInDays: -95,
    lengthDays: 3,
    schedule: {
      en: 'Qualification on the first two days, finals on the third at 18:00, Riyadh time (UTC+3).',
      ar: 'التصفيات في اليومين الأولين، والنهائي في الثالث عند السادسة مساءً بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'Read the colour mark on each parcel, bring it to its shelf and come back for the next. Parcels may be stacked two high; the order of work is yours.',
      ar: 'اقرأ العلامة الملوّنة على كل طرد، وضعه على رفّه، ثم عُد لتأخذ التالي. يُسمح بتكديس طردين فوق بعضهما، وترتيب العمل متروك لك.',
    },
    rules: {
      en: '• 5 points for a parcel on the right shelf, 2 for a parcel on a wrong one.\n• A fallen parcel is lost.\n• Teams of two or three, one robot each.',
      ar: '• 5 نقاط للطرد على رفّه الصحيح، ونقطتان إن وُضع على رفّ آخر.\n• الطرد الساقط لا يُستعاد.\n• الفريق من عضوين أو ثلاثة، ولكل فريق روبوت واحد.',
    },
    tags: ['Logistics · لوجستيات', 'Teams · فرق'],
    missionType: 1,
    eventCode: 'STORE-25',
    region: 'riyadh',
    trending: false,
    play: { missions: 2, entries: 48, by: 'team', best: 200, seconds: 300 },
  },
  {
    slug: 'smart-farm-cup',
    art: 'farm',
    title: { en: 'Smart Farm Cup', ar: 'كأس المزرعة الذكية' },
    description: {
      en: 'From the air a field tells more than from its edge. Young inventors built robots that find thirsty rows, count ripe fruit and spare water, and presented them to a jury of three in the style of Future Innovators.',
      ar: 'من الجوّ يحكي الحقل أكثر مما يحكيه من طرفه. ابتكر الفتيان والفتيات روبوتات تكتشف الصفوف العطشى وتُحصي الثمار الناضجة وتوفّر الماء، وعرضوها أمام لجنة من ثلاثة حكام على طريقة مبتكري المستقبل.',
    },
    startsInDays: -62,
    lengthDays: 6,
    schedule: {
      en: 'Presentations ran daily from 10:00 to 14:00, Cairo time.',
      ar: 'أُقيمت العروض يوميًا من العاشرة صباحًا حتى الثانية ظهرًا بتوقيت القاهرة.',
    },
    howToPlay: {
      en: 'Show the problem, the robot that solves it and what you learned, in five minutes. Then the jury asks questions for five minutes.',
      ar: 'اعرض المشكلة والروبوت الذي يحلّها وما تعلّمته في خمس دقائق، ثم تطرح اللجنة أسئلتها خمس دقائق أخرى.',
    },
    rules: {
      en: '• Three judges filled in the same rubric, each alone: innovation 40 points, robotic solution 40, presentation 20.\n• The result is the mean of the three sheets.\n• A judge who knew a team did not judge it.',
      ar: '• ملأ ثلاثة حكام ورقة التقييم نفسها، كلٌّ منفردًا: الابتكار 40 نقطة، والحل الروبوتي 40، والعرض 20.\n• النتيجة متوسط الأوراق الثلاث.\n• لم يحكّم أي حكم فريقًا يعرفه.',
    },
    tags: ['Agriculture · زراعة', 'Future Innovators · مبتكرو المستقبل'],
    missionType: 0,
    eventCode: 'FARM-25',
    region: 'egypt',
    trending: false,
    play: { missions: 1, entries: 24, by: 'team', best: 100, seconds: 0, scoring: 'panel' },
  },
  {
    slug: 'line-racer-open',
    art: 'track',
    title: { en: 'Line Racer Open', ar: 'بطولة سبّاق الخط المفتوحة' },
    description: {
      en: 'One black line, no excuses. The classic of every robotics club, driven on an 18-metre course with crossings, gaps and a final curve that forgives nothing.',
      ar: 'خط أسود واحد ولا أعذار. المسابقة الأشهر في كل نادٍ للروبوت، على مسار طوله 18 مترًا فيه تقاطعات وفجوات ومنعطف أخير لا يغفر خطأ.',
    },
    startsInDays: -30,
    lengthDays: 2,
    schedule: {
      en: 'Heats on the first day, duels on the second, both from 15:00, Riyadh time (UTC+3).',
      ar: 'التصفيات في اليوم الأول والمواجهات في الثاني، وكلتاهما من الثالثة عصرًا بتوقيت الرياض (UTC+3).',
    },
    howToPlay: {
      en: 'Calibrate on the strip next to the start, then press once and step back. Your robot has three heats; the best one decides who meets whom in the duels.',
      ar: 'عايِر حسّاساتك على الشريط المجاور لنقطة البداية، ثم اضغط مرة واحدة وتراجع. لروبوتك ثلاث جولات، وأفضلها تحدّد خصمك في المواجهات.',
    },
    rules: {
      en: '• 100 points for a full lap, 10 for each tenth of it otherwise.\n• A robot that leaves the line may be put back once, where it left.\n• No adhesives on the wheels.',
      ar: '• 100 نقطة للفّة الكاملة، وإلا فعشر نقاط لكل عُشر منها.\n• يُعاد الروبوت الخارج عن الخط مرة واحدة، إلى حيث خرج.\n• يُمنع استخدام اللواصق على العجلات.',
    },
    tags: ['Line following · تتبّع الخط', 'Speed · سرعة'],
    missionType: 3,
    eventCode: 'LINE-25',
    region: null,
    trending: false,
    play: { missions: 1, entries: 120, by: 'player', best: 100, seconds: 60 },
  },
]
