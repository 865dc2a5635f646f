import type { EventListRow } from '#contract/event/event.schema.ts'
import { loadTeamFieldChoices, type TeamFieldChoices } from '#web/admin/people/teams/team-field-choices.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'

/** The options for the recipients of an announcement. */
export type AudienceChoices = TeamFieldChoices & { events: Pick<EventListRow, 'id' | 'title'>[] }

/** How many of the newest events can be chosen. */
const maxEvents = 200

/** Loads the options for the recipients of an announcement. */
export const loadAudienceChoices = async (): Promise<AudienceChoices> => {
  const [choices, { events }] = await Promise.all([
    loadTeamFieldChoices(),
    adminApi.events.list({ perPage: maxEvents }),
  ])
  return { ...choices, events }
}
