import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the site. */
export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('events/:slug', 'routes/site/event.tsx'),
    route('*', 'routes/site/not-found.tsx'),
  ]),
] satisfies RouteConfig
