import { Badge, Group, Paper, Text, Title } from '@mantine/core'
import type { Job } from '#contract/job.ts'
import { languages } from '#i18n/languages.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const colors = { succeeded: 'teal', failed: 'red', running: 'blue' } as const

/** Shows a table of the recurring jobs: last run, its result, and next run. */
export function JobsTable({ jobs }: { jobs: readonly Job[] }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const { formatDateTime } = useDateFormat()
  const number = new Intl.NumberFormat(locale)
  const resultOf = ({ lastRun }: Job) =>
    lastRun ? (
      <Group gap="xs">
        <Badge style={{ minInlineSize: 'max-content' }} color={colors[lastRun.result]} variant="outline" c="var(--mantine-color-text)">
          {t(`adminJobs.results.${lastRun.result}`)}
        </Badge>
        {lastRun.count === null ? null : t('adminJobs.records', { count: lastRun.count, formatted: number.format(lastRun.count) })}
      </Group>
    ) : null
  return (
    <Paper withBorder p="md" mt="xl" maw={1100}>
      <Title order={2} size="h4">
        {t('adminJobs.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('adminJobs.intro')}
      </Text>
      <StackedTable
        label={t('adminJobs.title')}
        minWidth={640}
        rows={jobs}
        getKey={({ name }) => name}
        columns={[
          { title: t('adminJobs.name'), render: ({ name }) => t(`adminJobs.names.${name}`) },
          {
            title: t('adminJobs.lastRun'),
            noWrap: true,
            render: ({ lastRun }) => (lastRun ? formatDateTime(lastRun.startedAt) : t('adminJobs.notYet')),
          },
          { title: t('adminJobs.result'), render: resultOf },
          { title: t('adminJobs.nextRun'), noWrap: true, render: ({ nextRunAt }) => formatDateTime(nextRunAt) },
        ]}
      />
    </Paper>
  )
}
