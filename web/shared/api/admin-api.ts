import type {
  ActiveCompetition,
  CompetitionFields,
  CompetitionRecord,
} from '#contract/event/competition.schema.ts'
import type { JudgePerson, JudgePersonFields } from '#contract/event/judging/judge-person.schema.ts'
import type { SeasonYearFields, SeasonYearRecord } from '#contract/people/seasons/season-year.schema.ts'
import { fromPublishedCompetitionsResponse } from '#contract/published/competition.ts'
import type { Announcement } from '#contract/site/announcement.schema.ts'
import type { AnnouncementFields } from '#contract/site/announcement.ts'
import { createAdminContentApi, createAdminSettingsApi } from '#web/shared/api/admin/content.ts'
import { createCrudApi } from '#web/shared/api/admin/crud.ts'
import { accountApi } from './account.ts'
import { createAdminEventApi } from './admin/events.ts'
import { createImportApi } from './admin/imports.ts'
import { createAdminTeamApi } from './admin/teams.ts'
import { createAdminUserApi } from './admin/users.ts'
import type { ApiCall } from './call.ts'
import { callApi as call, requestApi as request } from './with-token.ts'

/** Creates the back office's calls about competitions. */
const createAdminCompetitionApi = (call: ApiCall) => ({
  ...createCrudApi<'/api/admin/competitions', CompetitionRecord, CompetitionFields>(call, {
    path: '/api/admin/competitions',
    one: 'competition',
    many: 'competitions',
  }),
  /** Lists the active competitions, in their order. */
  listActive: async (): Promise<ActiveCompetition[]> =>
    fromPublishedCompetitionsResponse(
      await call('GET /api/admin/competitions?all_active', { query: { all_active: 'true' } }),
    ),
})

/** The API client of the back office; in the browser only, because it needs the token. */
export const adminApi = {
  account: accountApi.account,
  announcements: createCrudApi<'/api/admin/announcements', Announcement, AnnouncementFields>(call, {
    path: '/api/admin/announcements',
    one: 'announcement',
    many: 'announcements',
  }),
  ...createAdminContentApi(call),
  events: createAdminEventApi(call),
  seasons: createCrudApi<'/api/admin/seasons', SeasonYearRecord, SeasonYearFields>(call, {
    path: '/api/admin/seasons',
    one: 'season',
    many: 'seasons',
  }),
  judges: createCrudApi<'/api/admin/judges', JudgePerson, JudgePersonFields>(call, {
    path: '/api/admin/judges',
    one: 'judge',
    many: 'judges',
  }),
  settings: createAdminSettingsApi(call),
  users: createAdminUserApi(call, request),
  competitions: createAdminCompetitionApi(call),
  teams: createAdminTeamApi(call, request),
  imports: createImportApi(call),
}
