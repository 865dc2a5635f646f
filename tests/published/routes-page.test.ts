import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { expect, it } from 'vitest'
import { permissions, type RequiredPermission } from '#contract/accounts/permissions.ts'
import type { Audience, ConditionalCheck, RegionRule } from '#contract/platform/define-calls.ts'
import { defaultCallsPerMinute } from '#server/platform/http/rate-limit.ts'
import { startApp } from '../support/services/app.ts'

const callers: Record<Audience, string> = {
  visitor: 'visitor',
  user: 'signed in',
  admin: 'back office',
  key: 'event key',
  judge: 'judge',
}

const formatPermission = (required: RequiredPermission) =>
  required === 'none' ? 'any' : typeof required === 'string' ? required : required.join(' or ')

const formatChecks = (
  checks: readonly ConditionalCheck[],
  format: (check: ConditionalCheck) => string | undefined,
) => checks.flatMap((check) => format(check) ?? [])

const regionRules: Record<RegionRule, string> = {
  same: 'the same',
  filtered: 'filtered',
  team: 'own team',
  event: 'own event',
  'event-or-global': 'own event, or read only',
  payment: 'own payment',
}
const formatRegions = (rule: RegionRule | undefined) => (rule ? regionRules[rule] : 'refused')

const formatLimit = (url: string, { rateLimit, errorLimit }: FastifyContextConfig) => {
  const limit = errorLimit ?? rateLimit
  if (limit)
    return `${limit.max} ${errorLimit ? 'rejected ' : ''}in ${String(limit.timeWindow).replace(/^1 /, 'a ')}`
  return url.startsWith('/api/') ? `${defaultCallsPerMinute} in a minute` : ''
}

const listRows = async () => {
  const registered: RouteOptions[] = []
  const t = await startApp(
    { METRICS_TOKEN: 'a token for tests only' },
    { onRoute: (route) => registered.push(route) },
  )
  await t.close()
  // plugins complete a route after `onRoute`, so it is read here
  const rows = registered.flatMap(({ method, url, config }) => {
    const checks = config?.conditionalChecks ?? []
    const { regionalPermission } = config ?? {}
    const permission = [
      ...(config?.permission ? [formatPermission(config.permission)] : []),
      ...(regionalPermission ? [`${formatPermission(regionalPermission)} with a limit to regions`] : []),
      ...formatChecks(
        checks,
        ({ when, permission }) => permission && `${formatPermission(permission)} ${when}`,
      ),
    ].join('; ')
    const confirmation = formatChecks(checks, ({ when, confirmation }) =>
      confirmation ? when : undefined,
    ).join('; ')
    const cells = [
      callers[config?.for ?? 'visitor'],
      permission,
      config?.for === 'admin' ? formatRegions(config.regions) : '',
      confirmation,
      formatLimit(url, config ?? {}),
    ]
    return [method].flat().map((each) => ({ method: each, rest: [`\`${url}\``, ...cells].join(' | ') }))
  })
  // the methods of a path with the same requirements share a row
  return [...Map.groupBy(rows, ({ rest }) => rest)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([rest, group]) => {
      const methods = group.map(({ method }) => method).toSorted()
      return `| ${methods.includes('TRACE') ? 'all' : methods.join(', ')} | ${rest} |`.replace(
        / {2}(?=\|)/g,
        ' ',
      )
    })
}

it('docs/security/routes.md lists every route with its callers, permission, regions, confirmation and rate limit (run npm run docs:calls to update it)', async () => {
  const rows = await listRows()
  const page = `# Routes and permissions

\`npm run docs:calls\` writes this page from the routes of the running server. Do not edit it.

- **Who**: a visitor, a signed-in user (student, coach or back office), a user of the back office, a simulator with the key of an event, or a judge who signed in with a code. A guard
  checks it before the body is read. Routes for signed-in users read and write their own data and teams only; with the permission that a row
  names, an administrator uses them for a team of another account.
- **Permission**: what a user of the back office needs (${permissions.join(', ')}); \`administration\` includes all others. Where the settings require a second factor, it must be set up, too. Some calls of a route need more, as stated.
- **Regions**: what a user of the back office who is limited to regions gets: nothing ('refused'), what everybody gets ('the same'), only the records of these regions ('filtered'), or a reply for a team, an
  event or a payment of these regions. Events without a region are read only. [The decision](../decisions/regional-officers.md) has the details.
- **Confirmation**: the calls that need a sign-in or a confirmation of the session that is not older than 10 minutes.
- **Rate limit**: calls of this route in one process, by one session where a signed-in user or a judge calls it, else by one client address (IPv6: one /64 network). 'Rejected'
  means that only rejected calls count. Replies from the response cache are not counted. Limits of accounts are in [Denial of service](../security.md#denial-of-service).

Pages and static files are not in this table: every other path is a page for visitors, of which one address may have 600 rendered in a minute.
\`/metrics\` exists only with \`METRICS_TOKEN\` and needs it as bearer token.

| method | path | who | permission | regions | confirmation | rate limit |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
  await expect(page).toMatchFileSnapshot('../../docs/security/routes.md')
})
