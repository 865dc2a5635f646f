import { startScoresApp } from './scores-support.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** The real app with an administrator signed in, and what tests do with judges. */
export const startJudgesApp = async (env: Record<string, string> = {}, options: Parameters<typeof startScoresApp>[1] = {}) => {
  const running = await startScoresApp(env, options)
  const { ask, ok } = running
  const judgesPath = (eventId: string) => `/api/admin/events/${eventId}/judges`
  /** Sends a call of a judge. */
  const askAsJudge = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string | undefined, payload?: object) =>
    ask(method, url, { visitor: true, headers: token ? { authorization: `Bearer ${token}` } : {}, ...(payload ? { payload } : {}) })
  const signInAsJudge = (code: string) => askAsJudge('POST', '/api/v1/judge/session', undefined, { code })
  return {
    ...running,
    judgesPath,
    askAsJudge,
    signInAsJudge,
    /** Creates a judge; returns the record and the code. */
    createJudge: async (eventId: string, fields: object = {}): Promise<Body> =>
      ok(await ask('POST', judgesPath(eventId), { payload: { names: ['Huda Nasser'], ...fields } })).judges[0],
    /** Creates a judge and signs in; returns the record and the token. */
    createSignedInJudge: async (eventId: string, fields: object = {}): Promise<{ judge: Body; code: string; token: string }> => {
      const { judge, code } = ok(await ask('POST', judgesPath(eventId), { payload: { names: ['Huda Nasser'], ...fields } })).judges[0]
      return { judge, code, token: ok(await signInAsJudge(code)).token }
    },
  }
}
export type JudgesApp = Awaited<ReturnType<typeof startJudgesApp>>
