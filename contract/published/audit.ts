import type { AuditLine } from '#contract/audit.ts'
import type { WireAuditLine } from './audit.schema.ts'

export const auditLineToWire = (line: AuditLine): WireAuditLine => ({
  _id: line.id,
  at: line.at,
  actor: { _id: line.actor.id, name: line.actor.name },
  action: line.action,
  entity: line.entity,
  entityId: line.entityId,
  label: line.label,
  before: line.before,
  after: line.after,
})

export const auditLineFromWire = (wire: WireAuditLine): AuditLine => ({
  id: wire._id,
  at: wire.at,
  actor: { id: wire.actor._id, name: wire.actor.name },
  action: wire.action,
  entity: wire.entity,
  entityId: wire.entityId,
  label: wire.label,
  before: wire.before,
  after: wire.after,
})
