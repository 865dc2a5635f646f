import { randomUUID } from 'node:crypto'
import { startScoresApp } from './scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** A rule set with two rounds, each with a count of cubes and a time. */
export const cubesRuleSet = {
  groups: [
    {
      key: 'runs',
      label: { en: 'Runs', ar: 'الجولات' },
      rounds: [1, 2].map((number) => ({
        key: `run_${number}`,
        label: { en: `Run ${number}`, ar: `الجولة ${number}` },
      })),
      combine: 'best',
      fields: [
        {
          kind: 'count',
          key: 'cubes',
          label: { en: 'Cubes', ar: 'المكعبات' },
          min: 0,
          max: 8,
          pointsPerUnit: 10,
        },
        { kind: 'time', key: 'time', label: { en: 'Time', ar: 'الوقت' }, max: 120_000 },
      ],
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
}

/** A sheet with 50 points for the first round of a team. */
export const createSheet = (teamId: string, fields: object = {}) => ({
  ...{
    id: randomUUID(),
    teamId,
    round: 1,
    score: 50,
    timeMs: 30_000,
    ruleVersion: null,
    judgedAt: new Date().toISOString(),
  },
  ...{ confirmedAt: new Date().toISOString(), expected: [] as { id: string; version: string }[] },
  ...fields,
})

/** The real app with an administrator signed in, and what tests do with judges. */
export const startJudgesApp = async (
  env: Record<string, string> = {},
  options: Parameters<typeof startScoresApp>[1] = {},
) => {
  const running = await startScoresApp(env, options)
  const { ask, ok } = running
  const judgesPath = (eventId: string) => `/api/admin/events/${eventId}/judges`
  /** Sends a call of a judge. */
  const askAsJudge = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    token: string | undefined,
    payload?: object,
  ) =>
    ask(method, url, {
      visitor: true,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload ? { payload } : {}),
    })
  const signInAsJudge = (code: string) => askAsJudge('POST', '/api/v1/judge/session', undefined, { code })
  return {
    ...running,
    judgesPath,
    askAsJudge,
    signInAsJudge,
    /** Creates a judge; returns the record and the code. */
    createJudge: async (eventId: string, fields: object = {}): Promise<Body> =>
      ok(await ask('POST', judgesPath(eventId), { payload: { names: ['Huda Nasser'], ...fields } }))
        .judges[0],
    /** Creates a judge and signs in; returns the record and the token. */
    createSignedInJudge: async (
      eventId: string,
      fields: object = {},
    ): Promise<{ judge: Body; code: string; token: string }> => {
      const { judge, code } = ok(
        await ask('POST', judgesPath(eventId), { payload: { names: ['Huda Nasser'], ...fields } }),
      ).judges[0]
      return { judge, code, token: ok(await signInAsJudge(code)).token }
    },
  }
}
export type JudgesApp = Awaited<ReturnType<typeof startJudgesApp>>
