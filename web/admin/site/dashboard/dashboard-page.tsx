import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { listCountries } from '#contract/platform/countries.ts'
import type {
  DashboardCount,
  Dashboard as Figures,
  SetupChecklist,
  SetupTask,
} from '#contract/site/dashboard.schema.ts'
import { languages } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'
import { canOpenAdminPage } from '#web/admin/navigation.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useIsLimitedToRegions } from '#web/admin/shared/use-has-permission.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconCircle, IconCircleCheckFilled } from '#web/shared/ui/icons.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/dashboard-page.ts'
import { type ChartCardProps, ChartOrTableCard, isChartEmpty } from './chart-card.tsx'
import styles from './dashboard.module.css'

const pages: Record<SetupTask, string> = {
  brand: '/admin/settings',
  contact: '/admin/settings',
  region: '/admin/settings',
  counters: '/admin/settings',
  legal: '/admin/settings',
  event: '/admin/events/new',
  competitions: '/admin/competitions',
  mail: '/admin/status',
  payment: '/admin/settings',
  secondFactor: '/admin/profile',
  demo: '/admin/events',
}

/**
 * Shows what is left to do on a new installation, each task with a link. When all tasks are done, a user can
 * hide the list in this browser.
 */
function SetupTaskList({ items, hasDemoContent }: SetupChecklist) {
  const { t } = useTranslation()
  const [isHidden, setIsHidden] = useLocalStorage({
    key: 'admin_setup_hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const doneCount = items.filter(({ done }) => done).length
  const isComplete = doneCount === items.length
  if (isComplete && isHidden) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="setup-checklist">
      <Group justify="space-between">
        <Title order={2} size="h4" id="setup-checklist">
          {t('adminDashboard.setup.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t(isComplete ? 'adminDashboard.setup.complete' : 'adminDashboard.setup.progress', {
            done: doneCount,
            all: items.length,
          })}
        </Text>
      </Group>
      <ul className={styles.tasks}>
        {items.map(({ task, done }) => {
          const Icon = done ? IconCircleCheckFilled : IconCircle
          return (
            <li key={task} className={styles.task} data-done={done}>
              <Icon size={22} aria-hidden className={styles.icon} />
              <div>
                <Link to={pages[task]} className={styles.taskLink}>
                  {t(`adminDashboard.setup.tasks.${task}.title`)}
                </Link>
                <span
                  className={hidden.visuallyHidden}
                >{` (${t(`adminDashboard.setup.${done ? 'done' : 'open'}`)})`}</span>
                {done ? null : (
                  <Text size="sm" c="dimmed">
                    {t(`adminDashboard.setup.tasks.${task}.text`)}
                    {task === 'payment' && hasDemoContent
                      ? ` ${t('adminDashboard.setup.demoPayments')}`
                      : null}
                  </Text>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {isComplete ? (
        <Button variant="default" size="sm" mt="md" onClick={() => setIsHidden(true)}>
          {t('adminDashboard.setup.dismiss')}
        </Button>
      ) : null}
    </Paper>
  )
}

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [{ dashboard }, checklist] = await Promise.all([
    callApi('GET /api/admin/dashboard', { signal }),
    callApi('GET /api/admin/setup-checklist', { signal }),
  ])
  return { figures: dashboard, checklist }
}

/** `parts` is the breakdown of the metric. */
type Props = { label: string; value: string; parts?: readonly string[]; to?: string }

/**
 * Shows a card with one metric of the dashboard and its breakdown, of which no part is broken over two lines. Its label is a link for users who may open
 * the page `to`.
 */
function MetricCard({ label, value, parts = [], to }: Props) {
  const user = useSessionUser()
  const isLink = to !== undefined && user !== undefined && canOpenAdminPage(to.split('?')[0] ?? to, user)
  return (
    <Paper withBorder p="md" className={styles.figure}>
      <Text size="sm" c="dimmed">
        {isLink ? (
          <Link to={to} className={styles.cover}>
            {label}
          </Link>
        ) : (
          label
        )}
      </Text>
      <Text className={styles.value}>{value}</Text>
      <Text size="sm" c="dimmed" mih={22}>
        {parts.map((part, at) => (
          <Fragment key={part}>
            {at > 0 ? ' · ' : null}
            <span className={styles.part}>{part}</span>
          </Fragment>
        ))}
      </Text>
    </Paper>
  )
}

/** Shows what is left to set up, and the metrics of the installation as cards and charts. */
function Dashboard({ figures, checklist }: { figures: Figures; checklist: SetupChecklist }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { users, events, downloads, teams, newestScores } = figures
  const number = new Intl.NumberFormat(languages[lang].locale)
  const format = (value: number) => number.format(value)
  const { formatDateTime } = useDateFormat()
  const isLimited = useIsLimitedToRegions()
  const names = new Map(listCountries(lang).map(({ slug, name }) => [slug, name]))
  const rows = (counts: DashboardCount[], nameOf: (key: string) => string) =>
    counts.map(({ key, count }) => ({ name: nameOf(key), count }))
  const downloadsByDay: ChartCardProps = {
    title: t('adminDashboard.downloadsByDay'),
    by: { key: 'day', label: t('adminDashboard.day') },
    series: [
      { key: 'win', label: t('adminDashboard.windows'), color: 'var(--mantine-color-oasis-6)' },
      { key: 'mac', label: t('adminDashboard.mac'), color: 'var(--mantine-color-yellow-6)' },
    ],
    rows: downloads.byDay,
    format,
  }
  const chart = (title: string, label: string, chartRows: ChartCardProps['rows']): ChartCardProps => ({
    title,
    format,
    flat: true,
    rows: chartRows,
    by: { key: 'name', label },
    series: [{ key: 'count', label: t('adminDashboard.count'), color: 'var(--mantine-color-oasis-6)' }],
  })
  const charts = [
    chart(
      t('adminDashboard.teamsByCompetition'),
      t('adminDashboard.competition'),
      teams.byCompetition.map(({ name, count }) => ({ name: name[lang], count })),
    ),
    ...(isLimited
      ? []
      : [
          chart(
            t('adminDashboard.downloadsByCountry'),
            t('adminDashboard.country'),
            rows(downloads.byCountry, (key) => names.get(key) ?? key),
          ),
        ]),
    chart(
      t('adminDashboard.usersByRole'),
      t('adminDashboard.role'),
      rows(users.byRole, (key) => t(`adminDashboard.roles.${key as 'admin' | 'student' | 'coach'}`)),
    ),
    chart(
      t('adminDashboard.teamsByStage'),
      t('adminDashboard.stage'),
      rows(teams.byStage, (key) => formatTeamStage(t, key) || t('adminDashboard.noStage')),
    ),
  ]
  const emptyTitles = [
    ...[...(isLimited ? [] : [downloadsByDay]), ...charts].filter(isChartEmpty).map(({ title }) => title),
    ...(newestScores.length === 0 ? [t('adminDashboard.newestScores')] : []),
  ]
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {t('adminDashboard.title')}
      </Title>
      <SetupTaskList {...checklist} />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
        <MetricCard
          label={t('adminDashboard.events')}
          value={format(events.live + events.coming + events.past)}
          to="/admin/events"
          parts={[
            t('adminDashboard.live', { formatted: format(events.live) }),
            t('adminDashboard.coming', { formatted: format(events.coming) }),
            t('adminDashboard.past', { formatted: format(events.past) }),
          ]}
        />
        <MetricCard label={t('adminDashboard.entries')} value={format(events.entries)} to="/admin/scores" />
        <MetricCard
          label={t('adminDashboard.users')}
          value={format(users.total)}
          to="/admin/users"
          parts={[t('adminDashboard.active', { formatted: format(users.active) })]}
        />
        {isLimited ? null : (
          <MetricCard
            label={t('adminDashboard.downloads')}
            value={format(downloads.total)}
            to="/admin/downloads"
          />
        )}
        <MetricCard
          label={t('adminDashboard.teams')}
          value={format(teams.total)}
          to="/admin/teams"
          parts={[
            `${t('adminDashboard.paid')} ${format(teams.paid)}`,
            `${t('adminDashboard.pending')} ${format(teams.pending)}`,
            ...(teams.waiting > 0 ? [`${t('adminDashboard.waiting')} ${format(teams.waiting)}`] : []),
            ...(teams.lapsed > 0 ? [`${t('adminDashboard.lapsed')} ${format(teams.lapsed)}`] : []),
          ]}
        />
        <MetricCard
          label={t('adminDashboard.messages')}
          value={format(figures.openMessages)}
          to="/admin/messages?state=new"
        />
      </SimpleGrid>
      {isChartEmpty(downloadsByDay) ? null : <ChartOrTableCard {...downloadsByDay} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {charts
          .filter((chart) => !isChartEmpty(chart))
          .map((chart) => (
            <ChartOrTableCard key={chart.title} {...chart} />
          ))}
      </SimpleGrid>
      {emptyTitles.length > 0 ? (
        <Text c="dimmed">
          {t('adminDashboard.none', {
            titles: formatList(emptyTitles, lang),
          })}
        </Text>
      ) : null}
      {newestScores.length > 0 ? (
        <Paper withBorder p="md">
          <Title order={2} size="h4" mb="md">
            {t('adminDashboard.newestScores')}
          </Title>
          <StackedTable
            label={t('adminDashboard.newestScores')}
            minWidth={560}
            rows={newestScores.map((score, at) => ({ ...score, key: at }))}
            getKey={({ key }) => key}
            columns={[
              { title: t('adminDashboard.who'), render: ({ who }) => <Bdi>{who}</Bdi> },
              {
                title: t('adminDashboard.event'),
                render: ({ eventId, event }) => (
                  <Anchor inherit component={Link} to={`/admin/events/${eventId}/scores`}>
                    <Bdi>{event[lang]}</Bdi>
                  </Anchor>
                ),
              },
              { title: t('adminDashboard.score'), number: true, render: ({ score }) => format(score) },
              { title: t('adminDashboard.at'), render: ({ at }) => formatDateTime(at) },
            ]}
          />
        </Paper>
      ) : null}
    </Stack>
  )
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminDashboard.title')} · ${t('name')}`}</title>
      <Dashboard figures={loaderData.figures} checklist={loaderData.checklist} />
    </>
  )
}
