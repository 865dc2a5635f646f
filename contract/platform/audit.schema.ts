import { auditActions, auditEntities, regionalAuditPermission } from './audit.ts'
import { defineCalls } from './define-calls.ts'
import { createPageAndSearchFields, localizedText } from './fields.schema.ts'
import { pageSizes } from './page-sizes.ts'
import { createListResponseSchema, messageOnlyResponse } from './response.schema.ts'
import { z } from './z.ts'

const values = z.record(z.string(), z.unknown()).nullable()

const auditReference = z.object({ entity: z.enum(auditEntities), name: localizedText })
export type AuditReference = z.infer<typeof auditReference>

/** An entry of the audit log. */
const auditEntry = z
  .object({
    id: z.string(),
    at: z.string().describe('ISO 8601'),
    actor: z
      .object({ id: z.string().nullable(), name: z.string() })
      .describe('without id: the system, or a removed account'),
    action: z.enum(auditActions),
    entity: z.enum(auditEntities),
    entityId: z.string(),
    parentId: z
      .string()
      .nullable()
      .describe(
        'the team of a team person or season record, the event of a score or simulator key; null when the record is gone',
      ),
    label: z
      .string()
      .describe(
        'the name of the record at that time; for people the name that the record has today, empty when it does not exist',
      ),
    references: z
      .record(z.string(), auditReference)
      .describe(
        'the existing records whose ids are values of the entry, by id, with the names that they have today',
      ),
    before: values.describe('only what differs, by column; secrets are masked'),
    after: values,
    currency: z
      .string()
      .nullable()
      .describe('the currency of the fee that an entry about a competition changed'),
    changedFields: z.array(z.string()).describe('changed fields of people, whose values are not stored'),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntry>

const auditListQuery = z.object({
  ...createPageAndSearchFields(pageSizes.long),
  entity: z.enum(auditEntities).optional(),
  action: z.enum(auditActions).optional(),
  from: z.iso.date().optional().describe('the first day (UTC)'),
  to: z.iso.date().optional().describe('the last day (UTC)'),
})
const auditEntryParams = z.object({ entryId: z.uuid() })
const auditListResponse = createListResponseSchema('entries', auditEntry)

/** The calls about audit. */
export const auditCalls = defineCalls(
  {
    tag: 'audit',
    audience: 'admin',
    permission: 'administration',
    regions: 'filtered',
    regionalPermission: regionalAuditPermission,
  },
  {
    'GET /api/admin/audit': {
      summary: 'Who changed what, the newest first; `s` searches who did it and the name of the record',
      query: auditListQuery,
      response: auditListResponse,
    },
    'POST /api/admin/audit/:entryId/revert': {
      summary:
        'Set the fields that an entry about content or configuration changed back to their former values',
      conditionalChecks: [
        { when: 'for an entry about content', permission: 'content' },
        { when: 'for an entry about competitions or seasons', permission: 'registration' },
        { when: 'for an entry about slots of a schedule', permission: 'results' },
        {
          when: 'for the settings of sessions and the address of the score log',
          permission: 'administration',
          confirmation: true,
        },
      ],
      params: auditEntryParams,
      response: messageOnlyResponse,
    },
  },
)
