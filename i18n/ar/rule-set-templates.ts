import type { Catalogue } from '../catalogue.ts'
import type { ruleSetTemplates as en } from '../en/rule-set-templates.ts'

export const ruleSetTemplates: Catalogue<typeof en> = {
  names: {
    robo_mission: 'مهمة الروبوت',
    future_engineers: 'مهندسو المستقبل',
    robosports: 'رياضات الروبوت',
    future_innovators: 'مبتكرو المستقبل',
    virtual_robot_challenges: 'تحديات الروبوت الافتراضي',
  },
  labels: {
    round: 'الجولة',
    roundNumber: 'الجولة {{number}}',
    openRound: 'الجولة المفتوحة',
    openRoundNumber: 'الجولة المفتوحة {{number}}',
    obstacleRound: 'جولة العوائق',
    obstacleRoundNumber: 'جولة العوائق {{number}}',
    documentation: 'التوثيق',
    game: 'الشوط',
    finals: 'الأدوار الإقصائية',
    run: 'المحاولة',
    runNumber: 'المحاولة {{number}}',
    innovation: 'الابتكار',
    solution: 'الحل الروبوتي',
    presentation: 'العرض',
    points: 'النقاط',
    time: 'الزمن',
    gamePoints: 'نقاط الشوط',
    fbs: 'المباراة {{number}}: fbs',
    obs: 'المباراة {{number}}: obs',
  },
}
