import { pageSizes } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { competitionForm, competitionsAllActive, wireCompetitionRecord } from '#contract/published/competition.schema.ts'
import { competitionFieldToWire, competitionKeys, competitionRecordToWire } from '#contract/published/competition.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes } from '#server/http/crud-routes.ts'
import { hasKey, routeVariant } from '#server/http/query-dispatch.ts'
import { defined } from '#server/lib/defined.ts'
import { competitionService } from './service.ts'

const instant = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text)

/** The back office's calls about competitions (specification, section 7 'Admin: teams'), spelled as they are published. */
export const competitionsAdmin = (deps: Deps) => {
  const records = competitionService(deps)
  return crudRoutes(deps, {
    path: paths.adminCompetitions,
    one: competitionKeys.one,
    many: competitionKeys.many,
    sizes: pageSizes.short,
    schema: wireCompetitionRecord,
    form: competitionForm,
    published: { record: competitionRecordToWire, field: competitionFieldToWire },
    variants: [
      routeVariant({
        when: (query) => hasKey(query, 'all_active'),
        schema: competitionsAllActive,
        handle: async () => {
          const all = (await records.allActive()).map(competitionRecordToWire)
          return { success: true, [competitionKeys.many]: all, currentPage: 1, totalItems: all.length, per_page: all.length }
        },
      }),
    ],
    service: {
      ...records,
      save: (form, actor) => {
        const values = defined({
          nameEn: form.name_en,
          nameAr: form.name_ar,
          minMembers: form.min_members,
          maxMembers: form.max_members,
          minCoaches: form.min_coaches,
          maxCoaches: form.max_coaches,
          minAge: form.min_age,
          maxAge: form.max_age,
          maxTeams: form.max_teams,
          rounds: form.rounds,
          fee: form.fee,
          currency: form.currency,
          opensAt: instant(form.opens_at),
          closesAt: instant(form.closes_at),
          active: form.status,
          position: form.position,
        })
        return records.save({ id: form.id, version: form.version, values }, actor)
      },
    },
  })
}
