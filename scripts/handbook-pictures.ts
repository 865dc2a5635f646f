import { getPageAddress } from '../tests/e2e/support/page-addresses.ts'
import type { ScreenshotRecords } from '../tests/support/browser/screenshot-paths.ts'

/** A picture of the handbook: the first window of a page, taken when an element is there. */
type HandbookPicture = {
  name: string
  route: string
  /** The element that the picture waits for. */
  shows?: string
  /** The element that is at the top of the picture. */
  from?: string
}

const pictures: readonly HandbookPicture[] = [
  { name: 'dashboard', route: '/admin/dashboard', shows: '#content h2' },
  { name: 'settings', route: '/admin/settings', shows: 'fieldset' },
  { name: 'competition', route: '/admin/competitions/:id/edit', shows: 'fieldset', from: 'fieldset:nth-of-type(2)' },
  { name: 'teams', route: '/admin/teams', shows: 'tbody a' },
  { name: 'team', route: '/admin/team/:id/view' },
  { name: 'payments', route: '/admin/payments', shows: 'tbody a' },
  { name: 'event', route: '/admin/events/:id/edit', shows: 'fieldset' },
  { name: 'rules', route: '/admin/events/:id/rules', shows: 'fieldset' },
  { name: 'schedule', route: '/admin/events/:id/schedule', shows: 'tbody tr' },
  { name: 'judges', route: '/admin/events/:id/judges', shows: 'tbody tr' },
  { name: 'check-in', route: '/admin/events/:id/teams', shows: 'tbody tr' },
  { name: 'overview', route: '/admin/events/:id', shows: 'tbody tr' },
  { name: 'protests', route: '/admin/events/:id/protests', shows: 'tbody tr' },
  { name: 'display', route: '/admin/events/:id/display' },
  { name: 'results', route: '/admin/events/:id/results' },
  { name: 'certificates', route: '/admin/events/:id/certificates', shows: 'article' },
]

type ShownRecords = Pick<ScreenshotRecords, 'asAdmin' | 'liveEventId' | 'finalEventId'>

/** Lists the pictures of the handbook with the paths of their pages. The code of a judge signs in to the judges' app. */
export const listHandbookPictures = async ({ asAdmin, liveEventId, finalEventId }: ShownRecords, judgeCode: string) => {
  const findPath = async (route: string) =>
    route.startsWith('/admin/events/:id')
      ? route.replace(':id', route.endsWith('/certificates') ? finalEventId : liveEventId)
      : await getPageAddress(route, asAdmin)
  const ofPages = pictures.map(async ({ name, route, shows = 'h2', from }) => ({ name, path: await findPath(route), shows, from }))
  return [
    ...(await Promise.all(ofPages)),
    { name: 'judge-app', path: `/judge/#code=${judgeCode}`, shows: 'main input[type="search"]', from: undefined },
  ]
}
