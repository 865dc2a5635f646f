import type { createdJudge, createJudgesRequest, judge, judgeEvent, judgeSession, saveJudgeRequest } from './judge.schema.ts'
import type { z } from './z.ts'

/** Maximum numbers of judges that one call creates, of tables and days of a judge, and of characters of names. */
export const judgeLimits = { judgesPerCall: 100, tables: 50, days: 31, name: 100, tableName: 40 } as const

/** A judge of an event as organizers see it. Without tables a judge judges at all of them, without days on all days. */
export type Judge = z.infer<typeof judge>
/** A new judge, or a judge with a new code. The code is shown only once. */
export type CreatedJudge = z.infer<typeof createdJudge>
export type CreateJudgesRequest = z.infer<typeof createJudgesRequest>
export type SaveJudgeRequest = z.infer<typeof saveJudgeRequest>
/** The event that a judge judges. */
export type JudgeEvent = z.infer<typeof judgeEvent>
/** What a judge's session is bound to. */
export type JudgeSession = z.infer<typeof judgeSession>
