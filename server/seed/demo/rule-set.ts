import type { Localized } from '#contract/localized.ts'
import { disqualifiedKey, type RuleSet, type ScoreSheetValues } from '#contract/rule-set.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import { buildRuleSetTemplate, type TemplateLabelCode } from '#contract/rules/rule-set-templates.ts'

const labels: Partial<Record<TemplateLabelCode, Localized>> = {
  openRound: { en: 'Open round', ar: 'الجولة المفتوحة' },
  openRoundNumber: { en: 'Open round {{number}}', ar: 'الجولة المفتوحة {{number}}' },
  obstacleRound: { en: 'Obstacle round', ar: 'جولة العوائق' },
  obstacleRoundNumber: { en: 'Obstacle round {{number}}', ar: 'جولة العوائق {{number}}' },
  documentation: { en: 'Documentation', ar: 'التوثيق' },
  points: { en: 'Points', ar: 'النقاط' },
  time: { en: 'Time', ar: 'الزمن' },
}

/** The rule set of the demo event with self-driving cars. */
export const demoRuleSet: RuleSet = buildRuleSetTemplate('future_engineers', 2, (code, number) => {
  const { en, ar } = labels[code] ?? { en: code, ar: code }
  const fill = (text: string) => text.replace('{{number}}', String(number ?? ''))
  return { en: fill(en), ar: fill(ar) }
})

/** The score sheets of a participant by rounds. Points are few different numbers, so that ties are common. */
export type DemoSheet = { mission: number; values: ScoreSheetValues }
export const createDemoSheets = (skill: number, next: () => number): DemoSheet[] =>
  listRounds(demoRuleSet).map(({ number, group }) => {
    const max = group.maxPoints ?? 0
    const share = Math.min(1, Math.max(0.1, 0.2 + skill * 0.7 + (next() - 0.5) * 0.25))
    const points = Math.round((max * share) / 10) * 10
    if (group.key === 'documentation') return { mission: number, values: { points } }
    if (next() < 0.04) return { mission: number, values: { [disqualifiedKey]: true } }
    return { mission: number, values: { points, time: Math.round((90 - skill * 45 + next() * 60) * 10) * 100 } }
  })

/** Returns the sheets of a participant who is slower in the second obstacle round only. */
export const slowDownLastRound = (sheets: readonly DemoSheet[]): DemoSheet[] =>
  sheets.map((sheet) =>
    sheet.mission === 4 && typeof sheet.values.time === 'number'
      ? { ...sheet, values: { ...sheet.values, time: Math.min(180_000, sheet.values.time + 1800) } }
      : sheet,
  )
