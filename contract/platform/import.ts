import type { Permission } from '../accounts/permissions.ts'

/**
 * The imports of CSV files: the path of the call of each, the permission that it, its list and its undo need,
 * whether a request with the `Idempotency-Key` of an earlier one changes nothing, and whether an import can skip
 * the rows that have problems.
 */
export const csvImports = {
  teams: { path: '/api/admin/teams/import', permission: 'registration', canSkipInvalidRows: true },
  scores: {
    path: '/api/admin/events/:eventId/scores/import',
    permission: 'results',
    hasIdempotencyKey: true,
  },
  users: { path: '/api/admin/users/import', permission: 'registration', canSkipInvalidRows: true },
  faqs: { path: '/api/admin/faqs/import', permission: 'content' },
  judges: { path: '/api/admin/judges/import', permission: 'results' },
  schedule: { path: '/api/admin/events/:eventId/schedule/import', permission: 'results' },
} as const satisfies Record<
  string,
  {
    path: `/api/admin/${string}/import`
    permission: Permission
    hasIdempotencyKey?: true
    canSkipInvalidRows?: true
  }
>
