import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { JudgeTablets } from '#contract/event/event-overview.schema.ts'
import { formatList } from '#i18n/text-direction.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type Props = { tablets: JudgeTablets; serverTime: string; path: string }

/** Shows each tablet with a problem: its judge, its last contact and the sheets that it has not sent. */
function TabletTable({ tablets, serverTime, path }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatTimeUnlessOtherDay } = useDateFormat()
  const now = Date.parse(serverTime)
  const formatTime = (instant: string) => formatTimeUnlessOtherDay(instant, now)
  return (
    <StackedTable
      label={t('adminOverview.tablets')}
      minWidth={640}
      rows={tablets.problems.map((tablet, index) => ({ ...tablet, key: `${tablet.judgeId} ${index}` }))}
      getKey={({ key }) => key}
      columns={[
        {
          title: t('adminOverview.judge'),
          render: ({ judgeName, isHead }) => (
            <>
              <Anchor component={Link} to={`${path}/judges?state=problem`} fw={600}>
                <Bdi>{judgeName}</Bdi>
              </Anchor>{' '}
              {isHead ? <StatusBadge status="done">{t('adminJudging.judges.head')}</StatusBadge> : null}
            </>
          ),
        },
        {
          title: t('adminJudging.judges.tables'),
          render: (tablet) =>
            tablet.tables.length > 0
              ? formatList(tablet.tables, lang, 'unit')
              : t('adminJudging.judges.allTables'),
        },
        {
          title: t('adminOverview.lastContact'),
          render: ({ lastSeenAt, isSilent }) =>
            isSilent ? (
              <StatusBadge status="open">{formatTime(lastSeenAt)}</StatusBadge>
            ) : (
              formatTime(lastSeenAt)
            ),
        },
        {
          title: t('adminOverview.unsent'),
          render: ({ unsentSheets, reportedAt }) => {
            if (unsentSheets === null || reportedAt === null) return '–'
            const text = t('adminOverview.unsentAt', {
              number: formatNumber(unsentSheets, lang),
              time: formatTime(reportedAt),
            })
            return unsentSheets > 0 ? <StatusBadge status="problem">{text}</StatusBadge> : text
          },
        },
      ]}
    />
  )
}

/** Shows how many tablets the judges of an event are signed in on, and those that have a problem. */
export function TabletProblems({ tablets, serverTime, path }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { judges, count, problemCount, problems } = tablets
  const format = (number: number) => formatNumber(number, lang)
  if (judges === 0)
    return (
      <Anchor component={Link} to={`${path}/judges`}>
        {t('adminJudging.judges.none')}
      </Anchor>
    )
  return (
    <Stack gap="xs">
      <Text>{t('adminOverview.tabletCount', { number: format(count), problems: format(problemCount) })}</Text>
      {problems.length > 0 ? <TabletTable tablets={tablets} serverTime={serverTime} path={path} /> : null}
      {problemCount > problems.length ? (
        <Anchor component={Link} to={`${path}/judges?state=problem`}>
          {t('adminOverview.allMissing', { number: format(problemCount) })}
        </Anchor>
      ) : null}
    </Stack>
  )
}
