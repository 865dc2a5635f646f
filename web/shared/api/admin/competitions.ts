import type { CompetitionDraft, CompetitionRecord } from '#contract/competition.ts'
import { paths } from '#contract/paths.ts'
import type { ActiveCompetitionsResponse } from '#contract/published/competition.schema.ts'
import { fromPublishedActiveCompetitions } from '#contract/published/competition.ts'
import type { Call } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'
import { recordCalls } from './records.ts'

const formNames: Record<string, string> = { nameEn: 'name.en', nameAr: 'name.ar' }

/** The calls about competitions. */
export const adminCompetitionCalls = (call: Call) => ({
  ...recordCalls<CompetitionRecord, CompetitionDraft>(call, {
    path: paths.adminCompetitions,
    one: 'competition',
    many: 'competitions',
    toForm: ({ name, ...draft }) => toFormData({ ...draft, nameEn: name.en, nameAr: name.ar }),
    fieldFromWire: (field) => formNames[field] ?? field,
  }),
  /** All active competitions, in their order. */
  listActive: async (): Promise<CompetitionRecord[]> =>
    fromPublishedActiveCompetitions(await call<ActiveCompetitionsResponse>(`${paths.adminCompetitions}/`, { query: { all_active: true } })),
})
