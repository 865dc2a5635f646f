import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The pages of a kind of record of the site's contents: its list, a new one, an edit. */
const content = (kind: string) => [
  route(`admin/${kind}`, 'routes/admin/content/list.tsx', { id: `${kind} list` }),
  route(`admin/${kind}/new`, 'routes/admin/content/edit.tsx', { id: `${kind} new` }),
  route(`admin/${kind}/:id/edit`, 'routes/admin/content/edit.tsx', { id: `${kind} edit` }),
]

/** Every page of the site. */
export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('events', 'routes/site/events.tsx'),
    route('challenges', 'routes/site/challenges.tsx'),
    route('about', 'routes/site/about.tsx'),
    route('support', 'routes/site/support.tsx'),
    route('contact-us', 'routes/site/contact-us.tsx'),
    route('events/:slug', 'routes/site/event.tsx'),
    route('login', 'routes/site/login.tsx'),
    route('forgot-password', 'routes/site/forgot-password.tsx'),
    route('reset-password', 'routes/site/reset-password.tsx'),
    route('register', 'routes/site/register.tsx'),
    route('confirm-email', 'routes/site/confirm-email.tsx'),
    layout('routes/account/layout.tsx', [
      route('account', 'routes/account/index.tsx'),
      route('account/scores', 'routes/account/scores.tsx'),
      route('account/data', 'routes/account/data.tsx'),
    ]),
    route('*', 'routes/site/not-found.tsx'),
  ]),
  layout('routes/admin/layout.tsx', [
    route('admin', 'routes/admin/index.tsx'),
    route('admin/dashboard', 'routes/admin/dashboard.tsx'),
    route('admin/users', 'routes/admin/users/index.tsx'),
    route('admin/users/new', 'routes/admin/users/new.tsx'),
    route('admin/users/:id/edit', 'routes/admin/users/edit.tsx'),
    route('admin/events', 'routes/admin/events/index.tsx'),
    route('admin/events/new', 'routes/admin/events/new.tsx'),
    route('admin/events/:id/edit', 'routes/admin/events/edit.tsx'),
    route('admin/events/:id/scores', 'routes/admin/scores/event.tsx'),
    ...['faqs', 'partners', 'organizers', 'regions', 'continents'].flatMap(content),
    route('admin/downloads', 'routes/admin/downloads.tsx'),
    route('admin/messages', 'routes/admin/messages.tsx'),
    route('admin/settings', 'routes/admin/settings.tsx'),
    route('admin/profile', 'routes/admin/profile.tsx'),
    route('admin/audit', 'routes/admin/audit.tsx'),
    route('admin/scores', 'routes/admin/scores/index.tsx'),
    route('admin/*', 'routes/admin/not-found.tsx'),
  ]),
  route('admin/auth/signin', 'routes/admin/auth/signin.tsx'),
] satisfies RouteConfig
