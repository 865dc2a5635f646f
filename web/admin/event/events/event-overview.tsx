import { Anchor, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { EventOverview as Overview } from '#contract/event/event-overview.schema.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './event-overview.module.css'
import { TabletProblems } from './tablet-problems.tsx'
import { useEventChangeVersion } from './use-event-changes.ts'

/** In milliseconds: how often the overview is read without a change, because times pass. */
const refreshMs = 30_000
/** How many teams that are not checked in are listed. */
const listedTeams = 12

/**
 * Reads the overview of an event, again after each change, at most once a second. `isLive` is false while
 * changes are not announced.
 */
const useEventOverview = (eventId: string): { overview: Overview | undefined; isLive: boolean } => {
  const [streamKey, setStreamKey] = useState<string>()
  const { version, isLive } = useEventChangeVersion(eventId, streamKey)
  const overview = useLoadedValueWithErrorToast(
    async () => {
      const reply = await callApi('GET /api/admin/events/:eventId/overview', { params: { eventId } })
      setStreamKey(reply.overview.streamKey)
      return reply.overview
    },
    `${eventId} ${version}`,
    refreshMs,
  )
  return { overview: overview?.event.id === eventId ? overview : undefined, isLive }
}

type FigureProps = {
  label: string
  to: string
  isProblem?: boolean
  note?: string | undefined
  children: ReactNode
}

/** Shows a figure of the overview as a link to the page where it is handled. */
function OverviewFigure({ label, to, isProblem = false, note, children }: FigureProps) {
  return (
    <Paper
      component={Link}
      to={to}
      withBorder
      p="sm"
      className={styles.figure}
      data-problem={isProblem || undefined}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{children}</span>
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
    </Paper>
  )
}

/** Shows a part of the overview; its table is a region with the same title. */
function OverviewPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </div>
  )
}

type Counts = { planned: number; recorded: number; waiting: number }
const countMissing = ({ planned, recorded, waiting }: Counts) => planned - recorded - waiting

/** Shows how many runs were played at each table in each round. */
function RunTable({ runs, path }: { runs: Overview['runs']; path: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const tables = [
    ...new Set(runs.rounds.flatMap((round) => round.tables.map(({ table }) => table))),
  ].toSorted((a, b) => a.localeCompare(b, lang, { numeric: true }))
  const describe = (counts: Counts | undefined) => {
    if (!counts) return '–'
    const text = t('adminOverview.playedOf', {
      played: formatNumber(counts.planned - countMissing(counts), lang),
      planned: formatNumber(counts.planned, lang),
    })
    return countMissing(counts) === 0 ? (
      <Text span c="dimmed">
        {text}
      </Text>
    ) : (
      <Anchor component={Link} to={`${path}/schedule`} fw={600}>
        {text}
      </Anchor>
    )
  }
  return (
    <StackedTable
      label={t('adminOverview.runs')}
      minWidth={160 + runs.rounds.length * 120}
      rows={tables}
      getKey={(table) => table}
      columns={[
        { title: t('adminOverview.table'), hasLabel: true, render: (table) => <Bdi>{table}</Bdi> },
        ...runs.rounds.map(({ round, label, tables: ofRound }) => ({
          title: label?.[lang] ?? t('adminOverview.round', { number: formatNumber(round, lang) }),
          number: true,
          render: (table: string) => describe(ofRound.find((each) => each.table === table)),
        })),
      ]}
    />
  )
}

/**
 * Shows what the person in charge of an event needs to know on the day. It follows changes by itself; each
 * figure leads to the place where it is handled.
 */
export function LiveEventOverview({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { overview, isLive } = useEventOverview(eventId)
  if (!overview) return <Skeleton height={240} />
  const path = `/admin/events/${eventId}`
  const {
    runs,
    panelSheets,
    delayMinutes,
    waitingSheets,
    openProtests,
    missingTeams,
    teamCount,
    tablets,
    freeze,
    results,
    isJudgingClosed,
  } = overview
  const format = (number: number) => formatNumber(number, lang)
  const describeDelay = () => {
    if (delayMinutes === null) return '–'
    if (delayMinutes === 0) return t('adminOverview.onTime')
    return t(delayMinutes > 0 ? 'adminOverview.late' : 'adminOverview.early', {
      minutes: format(Math.abs(delayMinutes)),
    })
  }
  const describeFreeze = () => {
    if (!freeze) return t('adminOverview.notFrozen')
    return freeze.isFrozen
      ? t('adminOverview.frozen')
      : t('adminOverview.frozenAt', { time: formatDateTime(freeze.freezeAt) })
  }
  const describeTeam = ({ teamNo, name }: Overview['missingTeams'][number]) => joinTexts([teamNo, name], lang)
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm">
        {panelSheets ? (
          <OverviewFigure
            label={t('adminOverview.panelSheets')}
            to={`${path}/judges`}
            note={t('adminOverview.missingRuns', { number: format(panelSheets.missing) })}
          >
            {t('adminOverview.playedOf', {
              played: format(panelSheets.planned - panelSheets.missing),
              planned: format(panelSheets.planned),
            })}
          </OverviewFigure>
        ) : null}
        {runs.planned > 0 || !panelSheets ? (
          <OverviewFigure
            label={t('adminOverview.played')}
            to={`${path}/schedule`}
            note={
              runs.planned === 0
                ? t('adminOverview.noSchedule')
                : t('adminOverview.missingRuns', { number: format(countMissing(runs)) })
            }
          >
            {runs.planned === 0
              ? '–'
              : t('adminOverview.playedOf', {
                  played: format(runs.recorded + runs.waiting),
                  planned: format(runs.planned),
                })}
          </OverviewFigure>
        ) : null}
        <OverviewFigure
          label={t('adminOverview.delay')}
          to={`${path}/schedule`}
          isProblem={(delayMinutes ?? 0) >= 10}
        >
          {describeDelay()}
        </OverviewFigure>
        <OverviewFigure
          label={t('adminOverview.decisions')}
          to={`${path}/judges`}
          isProblem={waitingSheets.decision > 0}
        >
          {format(waitingSheets.decision)}
        </OverviewFigure>
        <OverviewFigure label={t('adminOverview.secondJudge')} to={`${path}/judges`}>
          {format(waitingSheets.secondJudge)}
        </OverviewFigure>
        <OverviewFigure
          label={t('adminOverview.protests')}
          to={`${path}/protests`}
          isProblem={openProtests > 0}
        >
          {format(openProtests)}
        </OverviewFigure>
        <OverviewFigure
          label={t('adminOverview.notCheckedIn')}
          to={`${path}/teams`}
          note={t('adminOverview.ofTeams', { number: format(teamCount) })}
        >
          {format(missingTeams.length)}
        </OverviewFigure>
        <OverviewFigure
          label={t('adminOverview.unsent')}
          to={`${path}/judges?state=problem`}
          isProblem={tablets.unsentSheets > 0}
        >
          {format(tablets.unsentSheets)}
        </OverviewFigure>
        <OverviewFigure
          label={t('adminOverview.signedInJudges')}
          to={`${path}/judges${tablets.signedInJudges < tablets.judges ? '?state=notSignedIn' : ''}`}
          note={t('adminOverview.ofJudges', { number: format(tablets.judges) })}
        >
          {format(tablets.signedInJudges)}
        </OverviewFigure>
        <OverviewFigure
          label={t('adminOverview.results')}
          to={`${path}/results`}
          note={results ? t(`scores.results.${results.status}`) : t('adminOverview.notPublished')}
        >
          <span className={styles.words}>{describeFreeze()}</span>
        </OverviewFigure>
      </SimpleGrid>
      <Group gap="sm" role="status">
        {isLive ? null : <StatusBadge status="open">{t('adminOverview.notLive')}</StatusBadge>}
        {isJudgingClosed ? <StatusBadge status="open">{t('adminOverview.judgingClosed')}</StatusBadge> : null}
      </Group>
      {runs.planned > 0 ? (
        <OverviewPart title={t('adminOverview.runs')}>
          <RunTable runs={runs} path={path} />
        </OverviewPart>
      ) : null}
      <OverviewPart title={t('adminOverview.tablets')}>
        <TabletProblems tablets={tablets} serverTime={overview.serverTime} path={path} />
      </OverviewPart>
      {missingTeams.length > 0 ? (
        <OverviewPart title={t('adminOverview.notCheckedIn')}>
          <ul className={styles.teams}>
            {missingTeams.slice(0, listedTeams).map((team) => (
              <li key={team.id}>{describeTeam(team)}</li>
            ))}
          </ul>
          <Anchor component={Link} to={`${path}/teams`}>
            {missingTeams.length > listedTeams
              ? t('adminOverview.allMissing', { number: format(missingTeams.length) })
              : t('adminOverview.checkIn')}
          </Anchor>
        </OverviewPart>
      ) : null}
    </Stack>
  )
}
