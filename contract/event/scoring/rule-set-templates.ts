import { type RuleSet, ruleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { type RuleSetTemplateKey, ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { z } from '#contract/platform/z.ts'
import { roboSportsTemplate } from './robosports-template.ts'

/** The code of a text in i18n/en/rule-set-templates.ts under `labels`, or the code with the number in it. */
type TemplateLabel = string | readonly [code: string, number: number]
/** A rule set as it is sent to the server, where values can be left out, with the codes of its labels. */
type TemplateOf<T> = T extends Localized ? TemplateLabel : { readonly [K in keyof T]: TemplateOf<T[K]> }

/** The templates by the rules of their competitions (World Robot Olympiad). */
const templates = {
  robo_mission: {
    template: 'robo_mission',
    groups: [
      {
        key: 'r',
        label: 'round',
        rounds: [
          { key: 'r1', label: ['roundNumber', 1] },
          { key: 'r2', label: ['roundNumber', 2] },
          { key: 'r3', label: ['roundNumber', 3] },
        ],
        combine: 'best',
        // an example of each kind of mission, because the missions of a season change
        fields: [
          {
            kind: 'count',
            key: 'objects_in_area',
            label: 'objectsInArea',
            min: 0,
            max: 8,
            pointsPerUnit: 10,
          },
          {
            kind: 'count',
            key: 'objects_partly_in_area',
            label: 'objectsPartlyInArea',
            min: 0,
            max: 8,
            pointsPerUnit: 5,
          },
          {
            kind: 'choice',
            key: 'structure',
            label: 'structure',
            options: [
              { key: 'missing', label: 'structureMissing', points: 0 },
              { key: 'partial', label: 'structurePartial', points: 15 },
              { key: 'complete', label: 'structureComplete', points: 30 },
            ],
          },
          { kind: 'yesNo', key: 'parked', label: 'parked', pointsPerUnit: 20 },
          { kind: 'yesNo', key: 'surprise_rule', label: 'surpriseRule', pointsPerUnit: 20 },
          {
            kind: 'count',
            key: 'displaced',
            label: 'displaced',
            isPenalty: true,
            min: 0,
            max: 10,
            pointsPerUnit: -5,
          },
          { kind: 'time', key: 'time', label: 'time', max: 180_000 },
        ],
        minPoints: 0,
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: [
      { of: 'total', value: 'points', order: 'high' },
      { of: 'total', value: 'time', order: 'low' },
    ],
  },
  future_engineers: {
    template: 'future_engineers',
    groups: [
      {
        key: 'open',
        label: 'openRound',
        rounds: [
          { key: 'open1', label: ['openRoundNumber', 1] },
          { key: 'open2', label: ['openRoundNumber', 2] },
        ],
        combine: 'best',
        fields: [
          { kind: 'measure', key: 'points', label: 'points', min: 0, max: 30, step: 1, pointsPerUnit: 1 },
          { kind: 'time', key: 'time', label: 'time', max: 180_000 },
        ],
        maxPoints: 30,
        timeLimitMs: 180_000,
      },
      {
        key: 'obstacle',
        label: 'obstacleRound',
        rounds: [
          { key: 'obstacle1', label: ['obstacleRoundNumber', 1] },
          { key: 'obstacle2', label: ['obstacleRoundNumber', 2] },
        ],
        combine: 'best',
        fields: [
          { kind: 'measure', key: 'points', label: 'points', min: 0, max: 70, step: 1, pointsPerUnit: 1 },
          { kind: 'time', key: 'time', label: 'time', max: 180_000 },
        ],
        maxPoints: 70,
        timeLimitMs: 180_000,
      },
      {
        key: 'documentation',
        label: 'documentation',
        rounds: [{ key: 'documentation', label: 'documentation' }],
        combine: 'best',
        fields: [
          { kind: 'measure', key: 'points', label: 'points', min: 0, max: 30, step: 0.5, pointsPerUnit: 1 },
        ],
        maxPoints: 30,
      },
    ],
    disqualification: { points: 0, timeMs: 180_000 },
    rankingKeys: [
      { of: 'total', value: 'points', order: 'high' },
      { of: 'group', group: 'obstacle', value: 'points', nth: 1, order: 'high' },
      { of: 'group', group: 'obstacle', value: 'time', nth: 1, order: 'low' },
      { of: 'group', group: 'obstacle', value: 'points', nth: 2, order: 'high' },
      { of: 'group', group: 'obstacle', value: 'time', nth: 2, order: 'low' },
      { of: 'group', group: 'documentation', value: 'points', order: 'high' },
      { of: 'group', group: 'open', value: 'points', nth: 1, order: 'high' },
      { of: 'group', group: 'open', value: 'points', nth: 2, order: 'high' },
      { of: 'group', group: 'open', value: 'time', nth: 1, order: 'low' },
      { of: 'group', group: 'open', value: 'time', nth: 2, order: 'low' },
    ],
  },
  robosports: roboSportsTemplate,
  future_innovators: {
    template: 'future_innovators',
    groups: [
      {
        key: 'project',
        label: 'project',
        rounds: [{ key: 'project', label: 'project' }],
        combine: 'sum',
        panel: { judges: 3, combine: 'mean' },
        // 40 points for the innovation, 40 for the robotic solution, 20 for the presentation
        fields: [
          { kind: 'count', key: 'idea', label: 'idea', min: 0, max: 15, pointsPerUnit: 1 },
          { kind: 'count', key: 'research', label: 'research', min: 0, max: 15, pointsPerUnit: 1 },
          { kind: 'count', key: 'benefit', label: 'benefit', min: 0, max: 10, pointsPerUnit: 1 },
          { kind: 'count', key: 'function', label: 'function', min: 0, max: 15, pointsPerUnit: 1 },
          { kind: 'count', key: 'engineering', label: 'engineering', min: 0, max: 15, pointsPerUnit: 1 },
          { kind: 'count', key: 'program', label: 'program', min: 0, max: 10, pointsPerUnit: 1 },
          { kind: 'count', key: 'explanation', label: 'explanation', min: 0, max: 10, pointsPerUnit: 1 },
          { kind: 'count', key: 'answers', label: 'answers', min: 0, max: 5, pointsPerUnit: 1 },
          { kind: 'count', key: 'poster', label: 'poster', min: 0, max: 5, pointsPerUnit: 1 },
        ],
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: [
      { of: 'total', value: 'points', order: 'high' },
      { of: 'field', group: 'project', field: 'idea', order: 'high' },
    ],
  },
  virtual_robot_challenges: {
    template: 'virtual_robot_challenges',
    groups: [
      {
        key: 'run',
        label: 'run',
        rounds: [
          { key: 'run1', label: ['runNumber', 1] },
          { key: 'run2', label: ['runNumber', 2] },
          { key: 'run3', label: ['runNumber', 3] },
        ],
        combine: 'best',
        fields: [
          {
            kind: 'measure',
            key: 'points',
            label: 'points',
            min: -ruleSetLimits.points,
            max: ruleSetLimits.points,
            pointsPerUnit: 1,
          },
          { kind: 'time', key: 'time', label: 'time', max: 300_000 },
        ],
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: [
      { of: 'total', value: 'points', order: 'high' },
      { of: 'total', value: 'time', order: 'low' },
    ],
  },
} as const satisfies Record<RuleSetTemplateKey, TemplateOf<z.input<typeof ruleSet>>>

/** The codes of the labels in a part of a template. */
type LabelCodeIn<T> = T extends readonly unknown[]
  ? LabelCodeIn<T[number]>
  : T extends { readonly label: infer L }
    ? (L extends readonly [infer C, number] ? C : L) | LabelCodeIn<Omit<T, 'label'>>
    : T extends object
      ? { [K in keyof T]: LabelCodeIn<T[K]> }[keyof T]
      : never
export type TemplateLabelCode = LabelCodeIn<typeof templates>
/** Returns a text of the templates in both languages. `number` replaces the number in it. */
export type GetTemplateLabel = (code: TemplateLabelCode, number?: number) => Localized

/** Returns a template with its labels in both languages. */
export const buildRuleSetFromTemplate = (key: RuleSetTemplateKey, getLabel: GetTemplateLabel): RuleSet =>
  ruleSet.parse(
    JSON.parse(JSON.stringify(templates[key]), (name, value) =>
      name === 'label' ? getLabel(...([value].flat() as Parameters<GetTemplateLabel>)) : value,
    ),
  )
