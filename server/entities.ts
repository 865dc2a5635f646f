import type { AuditEntity, RevertibleEntity } from '#contract/platform/audit.ts'
import type { JobName } from '#contract/platform/status.schema.ts'
import { createDeletedTeamPurgeService } from './accounts/privacy/erase-teams.ts'
import { emailOwnersOfAffectedTeams } from './accounts/privacy/run-erasure.ts'
import { createUserService } from './accounts/users/service.ts'
import type { Core } from './deps.ts'
import { createCompetitionService } from './event/competitions/service.ts'
import { revertEventFieldsOrThrowIfChanged } from './event/events/revert-event.ts'
import { createEventService } from './event/events/service.ts'
import { createJudgePersonService } from './event/judge-people/service.ts'
import { createScheduleRevertWithAudit } from './event/schedule/change-schedule.ts'
import { createScheduleService } from './event/schedule/service.ts'
import { createSeasonYearService } from './people/seasons/years-service.ts'
import type { Revert } from './platform/audit/revert.ts'
import { createSettingsService, revertSettingsIfUnchanged } from './platform/settings/save-settings.ts'
import { createAnnouncementService } from './site/announcements/service.ts'
import {
  createContinentService,
  createFaqService,
  createOrganizerService,
  createPartnerService,
  createRegionService,
} from './site/contents/service.ts'
import { createRegistrantService } from './site/downloads/service.ts'
import { createMessageAdminService } from './site/messages/service.ts'

/** What other features do with the records of an entity. */
type Entity = {
  /** Sets fields of a record back to former values of the audit log. */
  revert?: Revert
  /**
   * Deletes the records permanently that were deleted more than 30 days ago, in the recurring job `job`.
   * Returns their number.
   */
  purge?: { job: JobName; run: () => Promise<number> }
}
type EntityTable = Partial<Record<AuditEntity, Entity>> & Record<RevertibleEntity, { revert: Revert }>

/**
 * The table of all entities that the audit log reverts or the recurring jobs purge. A new entity needs an entry
 * here.
 */
export const createEntityRevertsAndPurges = (core: Core) => {
  const { db } = core.database
  const events = createEventService(core)
  const settings = createSettingsService(core)
  const users = createUserService(core)
  const createContent = ({ revert, purge }: { revert: Revert; purge: () => Promise<number> }) => ({
    revert,
    purge: { job: 'purge-contents', run: purge } as const,
  })
  return {
    announcement: { purge: { job: 'purge-announcements', run: createAnnouncementService(core).purge } },
    competition: createContent(createCompetitionService(core)),
    continent: createContent(createContinentService(core)),
    download: { purge: { job: 'purge-messages', run: createRegistrantService(core).purge } },
    event: {
      revert: (id, fields, actor) => revertEventFieldsOrThrowIfChanged(db, events, id, fields, actor),
      purge: { job: 'purge-events', run: events.purge },
    },
    faq: createContent(createFaqService(core)),
    'judge-person': { purge: { job: 'purge-contents', run: createJudgePersonService(core).purge } },
    message: { purge: { job: 'purge-messages', run: createMessageAdminService(core).purge } },
    organizer: createContent(createOrganizerService(core)),
    partner: createContent(createPartnerService(core)),
    region: createContent(createRegionService(core)),
    schedule: { revert: createScheduleRevertWithAudit(core) },
    'schedule-slot': { revert: createScheduleService(core).revertSlot },
    'season-year': createContent(createSeasonYearService(core)),
    settings: { revert: (_siteName, fields, actor) => revertSettingsIfUnchanged(settings, fields, actor) },
    team: {
      purge: { job: 'purge-teams', run: createDeletedTeamPurgeService(core).purge },
    },
    user: {
      purge: {
        job: 'purge-users',
        run: () =>
          users.purge((tx, affectedTeams) => emailOwnersOfAffectedTeams(tx, core.emails, affectedTeams)),
      },
    },
  } satisfies EntityTable
}
