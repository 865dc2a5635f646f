import { type RequiredPermission, teamPeoplePermission } from '../accounts/permissions.ts'
import type { PrintSelection } from './print.schema.ts'

/** How many hours a print file can be downloaded, and how many of them an account has at most. */
export const printFileLimits = { hours: 24, perAccount: 20 } as const

/** Lists what a user needs for a document, all of it: the permissions of the pages that print it. */
export const listPermissionsToPrint = (selection: PrintSelection): RequiredPermission[] => {
  if (selection.document !== 'badges') return ['results']
  const { roles } = selection
  return [
    ['registration', 'results'],
    ...(roles.includes('member') || roles.includes('coach') ? [teamPeoplePermission] : []),
    ...(roles.includes('judge') ? (['results'] as const) : []),
  ]
}
