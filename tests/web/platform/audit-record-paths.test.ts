import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { type AuditEntity, auditEntities } from '#contract/platform/audit.ts'
import { findAuditRecordPath } from '#web/admin/platform/audit/audit-record-paths.ts'
import routes from '#web/routes.ts'

const entryOf = (entity: AuditEntity, more: object = {}) => ({
  ...{
    id: '1',
    at: '2026-01-01T00:00:00Z',
    actor: { id: null, name: '' },
    action: 'update' as const,
    entity,
    entityId: 'record',
  },
  ...{
    parentId: 'parent',
    label: '',
    before: null,
    after: null,
    changedFields: [],
    references: {},
    currency: null,
  },
  ...more,
})

it.each(auditEntities)('an entry about a %s links to a page of the back office', (entity) => {
  const path = findAuditRecordPath(entryOf(entity)) ?? ''
  const matched = matchRoutes(routes as Parameters<typeof matchRoutes>[0], path)?.at(-1)?.route.path
  expect(matched).toMatch(/^admin\/\w/)
})

it('an entry about a removed score, whose event is not known any more, has no link', () => {
  expect(findAuditRecordPath(entryOf('score', { parentId: null }))).toBeUndefined()
})

it('an entry about a whole list links to the list', () => {
  expect(findAuditRecordPath(entryOf('team', { entityId: 'all' }))).toBe('/admin/teams')
})
