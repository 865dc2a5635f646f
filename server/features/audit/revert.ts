import {
  isRevertibleEntity,
  listRevertedFields,
  type RevertedField,
  type RevertibleEntity,
  revertPermissions,
} from '#contract/rules/audit-revert.ts'
import type { Core } from '#server/deps.ts'
import { createCompetitionService } from '#server/features/competitions/service.ts'
import { createContinentService } from '#server/features/continents/service.ts'
import { revertEvent } from '#server/features/events/revert-event.ts'
import { createEventService } from '#server/features/events/service.ts'
import { createFaqService } from '#server/features/faqs/service.ts'
import { createOrganizerService } from '#server/features/organizers/service.ts'
import { createPartnerService } from '#server/features/partners/service.ts'
import { createRegionService } from '#server/features/regions/service.ts'
import { createScheduleService } from '#server/features/schedule/service.ts'
import { createSeasonYearService } from '#server/features/seasons/years-service.ts'
import { revertSettings } from '#server/features/settings/revert-settings.ts'
import { createSettingsService } from '#server/features/settings/service.ts'
import { AppError, type ErrorCode } from '#server/lib/app-error.ts'
import { assertPermission } from '#server/lib/assert-permission.ts'
import type { RenderBilingualEmail } from '#server/lib/email-templates.ts'
import { findAuditRow } from './queries.ts'
import { type Actor, toAuditEntry } from './service.ts'

type Revert = (recordId: string, fields: readonly RevertedField[], actor: Actor) => Promise<unknown>

/** What the errors of a save mean for a revert. */
const revertErrors: Partial<Record<ErrorCode, ErrorCode>> = {
  'not-found': 'revert-deleted',
  'stale-version': 'revert-changed',
  'bad-input': 'revert-invalid',
  'form-incomplete': 'revert-invalid',
  conflict: 'revert-invalid',
}

/** Creates the service that reverts changes of the audit log. Each revert is a normal save of the record, with its own entry in the log. */
export const createAuditRevertService = (
  core: Pick<Core, 'config' | 'database' | 'invalidator' | 'files' | 'mailer'> & { renderBilingualEmail: RenderBilingualEmail },
) => {
  const { db } = core.database
  const events = createEventService(core)
  const settings = createSettingsService(core)
  const reverts: Record<RevertibleEntity, Revert> = {
    event: (id, fields, actor) => revertEvent(db, events, id, fields, actor),
    'schedule-slot': createScheduleService(core).revertSlot,
    competition: createCompetitionService(core).revert,
    faq: createFaqService(core).revert,
    partner: createPartnerService(core).revert,
    organizer: createOrganizerService(core).revert,
    region: createRegionService(core).revert,
    continent: createContinentService(core).revert,
    'season-year': createSeasonYearService(core).revert,
    settings: (_siteName, fields, actor) => revertSettings(settings, fields, actor),
  }
  return {
    /**
     * Sets the fields that an entry changed back to their former values. Throws `not-found`, `no-permission`, `revert-impossible` for an entry that cannot be
     * reverted, `revert-changed` when a field was changed since, `revert-deleted`, and `revert-invalid` when a former value is no longer valid.
     */
    revert: async (entryId: string, actor: Actor): Promise<void> => {
      const row = await findAuditRow(db, entryId)
      if (!row) throw new AppError('not-found')
      const entry = toAuditEntry(row)
      const { entity, entityId } = entry
      if (!isRevertibleEntity(entity)) throw new AppError('revert-impossible')
      assertPermission(actor, revertPermissions[entity])
      const fields = listRevertedFields(entry)
      if (fields.length === 0) throw new AppError('revert-impossible')
      try {
        await reverts[entity](entityId, fields, { ...actor, revertedEntryId: entryId })
      } catch (error) {
        const code = error instanceof AppError ? revertErrors[error.code] : undefined
        throw code && error instanceof AppError ? new AppError(code, error.fields) : error
      }
    },
  }
}
