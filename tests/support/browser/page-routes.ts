import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'

const flattenRoutes = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`
    const own = path !== undefined || index ? [here || '/'] : []
    return [...(children.length > 0 && path === undefined ? [] : own), ...flattenRoutes(children, here)]
  })

/** The paths of all pages in the form of web/routes.ts (`/admin/users/:id/edit`). */
export const pageRoutes: readonly string[] = flattenRoutes(routes)
