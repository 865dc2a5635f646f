import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { permissions } from '#contract/accounts/permissions.ts'
import { type AuditEntity, auditEntities } from '#contract/platform/audit.ts'
import { findAuditRecordPath, findAuditReferencePath } from '#web/admin/platform/audit/audit-record-paths.ts'
import routes from '#web/routes.ts'

const administrator = { permissions }
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
  const path = findAuditRecordPath(entryOf(entity), administrator) ?? ''
  const matched = matchRoutes(routes as Parameters<typeof matchRoutes>[0], path)?.at(-1)?.route.path
  expect(matched).toMatch(/^admin\/\w/)
})

it('an entry about a removed score, whose event is not known any more, has no link', () => {
  expect(findAuditRecordPath(entryOf('score', { parentId: null }), administrator)).toBeUndefined()
})

it('an entry about a whole list links to the list', () => {
  expect(findAuditRecordPath(entryOf('team', { entityId: 'all' }), administrator)).toBe('/admin/teams')
})

it('only records whose pages a user who is limited to regions may open have a link', () => {
  const officer = {
    permissions: permissions.filter((permission) => permission !== 'administration'),
    regionLimit: ['region'],
  }
  const isLinked = (entity: AuditEntity) => findAuditReferencePath({ entity }, 'id', officer) !== undefined
  expect(
    (['team', 'event', 'payment', 'announcement'] as const).filter((entity) => !isLinked(entity)),
  ).toEqual([])
  expect((['user', 'competition', 'region', 'season-year', 'settings'] as const).filter(isLinked)).toEqual([])
  expect(findAuditRecordPath(entryOf('payment'), officer)).toBe('/admin/payments?payment=record')
})
