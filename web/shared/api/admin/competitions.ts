import type { CompetitionRecord } from '#contract/competition.ts'
import { paths } from '#contract/paths.ts'
import type { WireCompetitionRecord } from '#contract/published/competition.schema.ts'
import {
  competitionFieldFromWire,
  competitionKeys,
  competitionRecordFromWire,
  competitionsIn,
  competitionToForm,
} from '#contract/published/competition.ts'
import type { ApiError, Call } from '#web/shared/api/call.ts'
import { recordCalls } from './records.ts'

/** The calls about competitions. */
export const adminCompetitionCalls = (call: Call) => ({
  ...recordCalls(call, {
    path: paths.adminCompetitions,
    one: competitionKeys.one,
    many: competitionKeys.many,
    fromWire: competitionRecordFromWire,
    toForm: competitionToForm,
    fieldFromWire: competitionFieldFromWire,
  }),
  /** All that take part, in their order. */
  allActive: async (): Promise<CompetitionRecord[]> => {
    type Reply = { [competitionKeys.many]: WireCompetitionRecord[] }
    return competitionsIn(await call<Reply>(`${paths.adminCompetitions}/`, { query: { all_active: true } })).map(competitionRecordFromWire)
  },
})

/** The competition as it is now, from the `details` of a `stale-version` refusal. */
export const currentCompetition = ({ details }: ApiError): CompetitionRecord | undefined =>
  details.current ? competitionRecordFromWire(details.current as WireCompetitionRecord) : undefined
