import { auditActions, auditEntities } from '#contract/audit.ts'
import { listQueryFields, listResponseFields, pageSizes } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'

const part = z.record(z.string(), z.unknown()).nullable()
export const wireAuditLine = z.object({
  _id: z.string(),
  at: z.string(),
  actor: z.object({ _id: z.string().nullable(), name: z.string() }),
  action: z.enum(auditActions),
  entity: z.enum(auditEntities),
  entityId: z.string(),
  label: z.string(),
  before: part,
  after: part,
})
export type WireAuditLine = z.infer<typeof wireAuditLine>

export const auditQuery = z.object({
  ...listQueryFields(pageSizes.long),
  entity: z.enum(auditEntities).optional(),
  action: z.enum(auditActions).optional(),
  from: z.iso.date().optional().describe('the first day (UTC)'),
  to: z.iso.date().optional().describe('the last day (UTC)'),
})
export const auditReply = z.object({ success: z.literal(true), entries: z.array(wireAuditLine), ...listResponseFields })
