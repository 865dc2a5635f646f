import type { Localized } from '#contract/localized.ts'
import type { RoundGroup, RuleRankingKey, RuleSet, ScoreSheetField } from '#contract/rule-set.schema.ts'
import { type RuleSetTemplateKey, ruleSetLimits } from '#contract/rule-set.ts'

/** The texts of the templates. They are in i18n/en/rule-set-templates.ts under `labels`. */
const templateLabelCodes = [
  'round',
  'roundNumber',
  'openRound',
  'openRoundNumber',
  'obstacleRound',
  'obstacleRoundNumber',
  'documentation',
  'game',
  'finals',
  'run',
  'runNumber',
  'points',
  'time',
  'objectsInArea',
  'objectsPartlyInArea',
  'structure',
  'structureMissing',
  'structurePartial',
  'structureComplete',
  'parked',
  'surpriseRule',
  'displaced',
  'project',
  'idea',
  'research',
  'benefit',
  'function',
  'engineering',
  'program',
  'explanation',
  'answers',
  'poster',
  'gamePoints',
  'fbs',
  'obs',
  'extraMatch',
  'juryVotes',
] as const
export type TemplateLabelCode = (typeof templateLabelCodes)[number]
/** Returns a text of the templates in both languages. `number` replaces the number in it. */
export type GetTemplateLabel = (code: TemplateLabelCode, number?: number) => Localized

const threeMinutesMs = 180_000
const fiveMinutesMs = 300_000
const noDisqualificationResult = { points: 0, timeMs: null }

/**
 * Builds a template by the rules of its competition (World Robot Olympiad). `rounds` is the number of rounds,
 * games or runs where the competition sets it.
 */
export const buildRuleSetTemplate = (
  template: RuleSetTemplateKey,
  rounds: number,
  getLabel: GetTemplateLabel,
): RuleSet => {
  const pointsField = (
    max: number,
    options: { min?: number; label?: TemplateLabelCode; step?: number } = {},
  ): ScoreSheetField => ({
    kind: 'measure',
    key: 'points',
    label: getLabel(options.label ?? 'points'),
    isPenalty: false,
    isRequired: true,
    min: options.min ?? 0,
    max,
    step: options.step ?? 1,
    pointsPerUnit: 1,
    timeMsPerUnit: 0,
  })
  const timeField = (max: number): ScoreSheetField => ({
    kind: 'time',
    key: 'time',
    label: getLabel('time'),
    isPenalty: false,
    isRequired: true,
    min: 0,
    max,
  })
  const createGroup = (
    group: Pick<RoundGroup, 'key' | 'combine' | 'fields'> &
      Partial<RoundGroup> & { code: TemplateLabelCode; count?: number; roundCode?: TemplateLabelCode },
  ): RoundGroup => {
    const { code, roundCode, count, ...given } = group
    return {
      label: getLabel(code),
      rounds:
        roundCode && count !== undefined
          ? Array.from({ length: count }, (_, at) => ({
              key: `${given.key}${at + 1}`,
              label: getLabel(roundCode, at + 1),
            }))
          : [{ key: given.key, label: getLabel(code) }],
      caps: [],
      minPoints: null,
      maxPoints: null,
      timeLimitMs: null,
      ...given,
    }
  }
  const countField = (
    key: string,
    code: TemplateLabelCode,
    max: number,
    { pointsPerUnit = 1, ...options }: { pointsPerUnit?: number; isPenalty?: true; isRequired?: false } = {},
  ): ScoreSheetField => ({
    kind: 'count',
    key,
    label: getLabel(code),
    isPenalty: false,
    isRequired: true,
    min: 0,
    max,
    step: 1,
    pointsPerUnit,
    timeMsPerUnit: 0,
    ...options,
  })
  const yesNoField = (key: string, code: TemplateLabelCode, pointsPerUnit: number): ScoreSheetField => ({
    kind: 'yesNo',
    key,
    label: getLabel(code),
    isPenalty: false,
    pointsPerUnit,
    timeMsPerUnit: 0,
  })
  const byTotal: RuleRankingKey[] = [{ of: 'total', value: 'points', order: 'high' }]
  const byTotalAndTime: RuleRankingKey[] = [...byTotal, { of: 'total', value: 'time', order: 'low' }]

  switch (template) {
    case 'robo_mission':
      return {
        template,
        groups: [
          createGroup({
            key: 'r',
            code: 'round',
            roundCode: 'roundNumber',
            count: rounds,
            combine: 'best',
            // an example of each kind of mission, because the missions of a season change
            fields: [
              countField('objects_in_area', 'objectsInArea', 8, { pointsPerUnit: 10 }),
              countField('objects_partly_in_area', 'objectsPartlyInArea', 8, { pointsPerUnit: 5 }),
              {
                kind: 'choice',
                key: 'structure',
                label: getLabel('structure'),
                isPenalty: false,
                isRequired: true,
                options: [
                  { key: 'missing', label: getLabel('structureMissing'), points: 0 },
                  { key: 'partial', label: getLabel('structurePartial'), points: 15 },
                  { key: 'complete', label: getLabel('structureComplete'), points: 30 },
                ],
              },
              yesNoField('parked', 'parked', 20),
              yesNoField('surprise_rule', 'surpriseRule', 20),
              countField('displaced', 'displaced', 10, { pointsPerUnit: -5, isPenalty: true }),
              timeField(threeMinutesMs),
            ],
            minPoints: 0,
          }),
        ],
        disqualification: noDisqualificationResult,
        rankingKeys: byTotalAndTime,
      }
    case 'future_engineers': {
      const points = (group: string, nth: number): RuleRankingKey => ({
        of: 'group',
        group,
        value: 'points',
        nth,
        order: 'high',
      })
      const time = (group: string, nth: number): RuleRankingKey => ({
        of: 'group',
        group,
        value: 'time',
        nth,
        order: 'low',
      })
      return {
        template,
        groups: [
          createGroup({
            key: 'open',
            code: 'openRound',
            roundCode: 'openRoundNumber',
            count: 2,
            combine: 'best',
            fields: [pointsField(30), timeField(threeMinutesMs)],
            maxPoints: 30,
            timeLimitMs: threeMinutesMs,
          }),
          createGroup({
            key: 'obstacle',
            code: 'obstacleRound',
            roundCode: 'obstacleRoundNumber',
            count: 2,
            combine: 'best',
            fields: [pointsField(70), timeField(threeMinutesMs)],
            maxPoints: 70,
            timeLimitMs: threeMinutesMs,
          }),
          createGroup({
            key: 'documentation',
            code: 'documentation',
            combine: 'best',
            fields: [pointsField(30, { step: 0.5 })],
            maxPoints: 30,
          }),
        ],
        disqualification: { points: 0, timeMs: threeMinutesMs },
        rankingKeys: [
          ...byTotal,
          points('obstacle', 1),
          time('obstacle', 1),
          points('obstacle', 2),
          time('obstacle', 2),
          { of: 'group', group: 'documentation', value: 'points', nth: null, order: 'high' },
          points('open', 1),
          points('open', 2),
          time('open', 1),
          time('open', 2),
        ],
      }
    }
    case 'robosports': {
      // counts of balls are recorded without points, because the rules that turn them into points are not
      // public; the keys are those of the score sheets of teams
      const ballField = (match: number, key: 'fbs' | 'obs'): ScoreSheetField => ({
        kind: 'count',
        key: `m${match}_${key}`,
        label: getLabel(key, match),
        isPenalty: false,
        isRequired: false,
        min: -ruleSetLimits.points,
        max: ruleSetLimits.points,
        step: 1,
        pointsPerUnit: 0,
        timeMsPerUnit: 0,
      })
      const deciderField = (key: string, code: TemplateLabelCode): ScoreSheetField =>
        countField(key, code, 100, { pointsPerUnit: 0, isRequired: false })
      // a game of the competition has three matches; here a match is a game, which the side with more game
      // points wins
      const ballFields = [1, 2, 3].flatMap((match) => [ballField(match, 'fbs'), ballField(match, 'obs')])
      return {
        template,
        groups: [
          createGroup({
            key: 'game',
            code: 'game',
            combine: 'best',
            fields: [
              ...ballFields,
              pointsField(100, { label: 'gamePoints' }),
              deciderField('extra_match', 'extraMatch'),
              deciderField('jury_votes', 'juryVotes'),
            ],
          }),
        ],
        disqualification: noDisqualificationResult,
        rankingKeys: byTotal,
        matches: {
          teamsPerSide: 1,
          winningScore: 'high',
          points: { win: 3, draw: 1, loss: 0 },
          standing: [
            { of: 'points' },
            { of: 'difference' },
            { of: 'scored' },
            { of: 'headToHead', apply: 'once', by: ['points', 'difference', 'scored'] },
            { of: 'lot' },
          ],
          deciders: [
            { field: 'extra_match', order: 'high' },
            { field: 'jury_votes', order: 'high' },
          ],
          walkover: { winner: 3, loser: 0 },
          withdrawal: 'annul',
          groups: { count: 4, legs: 1, draw: 'lot', unevenGroups: 'all' },
          knockOuts: [
            {
              key: 'finals',
              label: getLabel('finals'),
              places: { from: 1, to: 2 },
              draw: 'seed',
              bestOf: 1,
              thirdPlace: true,
              losers: 'share',
              pairs: [
                ['A1', 'B2'],
                ['C1', 'D2'],
                ['B1', 'A2'],
                ['D1', 'C2'],
              ],
            },
          ],
        },
      }
    }
    case 'future_innovators':
      return {
        template,
        groups: [
          createGroup({
            key: 'project',
            code: 'project',
            combine: 'sum',
            panel: { judges: 3, combine: 'mean' },
            // 40 points for the innovation, 40 for the robotic solution, 20 for the presentation
            fields: [
              countField('idea', 'idea', 15),
              countField('research', 'research', 15),
              countField('benefit', 'benefit', 10),
              countField('function', 'function', 15),
              countField('engineering', 'engineering', 15),
              countField('program', 'program', 10),
              countField('explanation', 'explanation', 10),
              countField('answers', 'answers', 5),
              countField('poster', 'poster', 5),
            ],
          }),
        ],
        disqualification: noDisqualificationResult,
        rankingKeys: [...byTotal, { of: 'field', group: 'project', field: 'idea', nth: null, order: 'high' }],
      }
    case 'virtual_robot_challenges':
      return {
        template,
        groups: [
          createGroup({
            key: 'run',
            code: 'run',
            roundCode: 'runNumber',
            count: rounds,
            combine: 'best',
            fields: [
              pointsField(ruleSetLimits.points, { min: -ruleSetLimits.points, step: 0.001 }),
              timeField(fiveMinutesMs),
            ],
          }),
        ],
        disqualification: noDisqualificationResult,
        rankingKeys: byTotalAndTime,
      }
  }
}
