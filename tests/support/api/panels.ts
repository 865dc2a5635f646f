import { randomUUID } from 'node:crypto'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { PanelCombination } from '#contract/event/scoring/rule-set.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { JudgesApp } from './judges.ts'
import { addEventTeam } from './judging.ts'

const label = { en: 'Presentation', ar: 'العرض' }
/** A rule set with one round that a panel judges by a rubric of two fields, of at most 10 and 5 points. */
export const createPanelRuleSet = (combine: PanelCombination, judges = 3) => ({
  groups: [
    {
      ...{ key: 'show', label, rounds: [{ key: 'show', label }], combine: 'sum', panel: { judges, combine } },
      fields: [
        {
          kind: 'measure',
          key: 'idea',
          label: { en: 'Idea', ar: 'الفكرة' },
          min: 0,
          max: 10,
          step: 0.5,
          pointsPerUnit: 1,
        },
        {
          kind: 'measure',
          key: 'talk',
          label: { en: 'Talk', ar: 'الإلقاء' },
          min: 0,
          max: 5,
          step: 1,
          pointsPerUnit: 1,
          isRequired: false,
        },
      ],
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: [
    ...(combine === 'sumOfPlaces'
      ? [{ of: 'group', group: 'show', value: 'places', nth: null, order: 'low' }]
      : []),
    { of: 'total', value: 'points', order: 'high' },
  ],
})

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
export type PanelSheet = { token: string; teamId: string; idea: number; more?: object }

/** Functions that prepare events with a panel and send sheets of judges. */
export const createPanelTools = (t: JudgesApp) => {
  const readEvent = async (token: string): Promise<Body> =>
    t.ok(await t.askAsJudge('GET', getPath('GET /api/v1/judge/event'), token))
  return {
    readEvent,
    /** Creates an event with a panel, teams and judges, the last of whom is a head judge. */
    prepare: async (
      title: string,
      combine: PanelCombination,
      {
        teams = ['Falcons'],
        judges = ['Omar', 'Lina', 'Mona'],
      }: { teams?: string[]; judges?: string[] } = {},
    ) => {
      const eventId = (await t.event({ title_en: title }))._id as string
      const ruleSet = createPanelRuleSet(combine, judges.length) as unknown as RuleSet
      t.ok(
        await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
          payload: { ruleSet, version: null },
        }),
      )
      const eventTeams = []
      for (const name of teams) eventTeams.push(await addEventTeam(t, eventId, name))
      const signedIn = []
      for (const name of judges) signedIn.push(await t.createSignedInJudge(eventId, { names: [name] }))
      const head = await t.createSignedInJudge(eventId, { names: ['Huda'], isHead: true })
      return { eventId, teams: eventTeams, judges: signedIn, head }
    },
    /** Sends a sheet of a judge for the round of the panel. */
    send: ({ token, teamId, idea, more = {} }: PanelSheet) =>
      t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, {
        ...{
          id: randomUUID(),
          teamId,
          round: 1,
          values: { idea },
          ruleVersion: 1,
          judgedAt: new Date().toISOString(),
        },
        ...more,
      }),
    /**
     * Lists the ranking as visitors see it: name, total, number of sheets, and whether the result is
     * provisional.
     */
    listBoard: async (eventId: string) =>
      (await t.board(eventId)).event.Scores.map(({ teamId, totalScore, attempts, provisional }: Body) => [
        teamId.name,
        totalScore,
        attempts,
        provisional ?? false,
      ]),
    readPanels: async (eventId: string): Promise<Body> =>
      t.ok(await t.ask('GET', `/api/admin/events/${eventId}/panels`)).panels,
  }
}
