import { Badge, Group, Paper, Table, Text, Title } from '@mantine/core'
import type { Job } from '#contract/job.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const oneLine = { whiteSpace: 'nowrap' } as const
const colors = { succeeded: 'teal', failed: 'red', running: 'blue' } as const

/** Shows a table of the recurring jobs: last run, its result, and next run. */
export function JobsTable({ jobs }: { jobs: readonly Job[] }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language as Language]
  const { formatDateTime } = useDateFormat()
  const number = new Intl.NumberFormat(locale)
  const resultOf = ({ lastRun }: Job) =>
    lastRun ? (
      <Group gap="xs" wrap="nowrap" w="max-content">
        <Badge style={{ flexShrink: 0 }} color={colors[lastRun.result]} variant="outline" c="var(--mantine-color-text)">
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
      <Table.ScrollContainer minWidth={720} type="native" tabIndex={0} role="region" aria-label={t('adminJobs.title')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('adminJobs.name')}</Table.Th>
              <Table.Th>{t('adminJobs.lastRun')}</Table.Th>
              <Table.Th>{t('adminJobs.result')}</Table.Th>
              <Table.Th>{t('adminJobs.nextRun')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {jobs.map((job) => (
              <Table.Tr key={job.name}>
                <Table.Td>{t(`adminJobs.names.${job.name}`)}</Table.Td>
                <Table.Td style={oneLine}>{job.lastRun ? formatDateTime(job.lastRun.startedAt) : t('adminJobs.notYet')}</Table.Td>
                <Table.Td style={oneLine}>{resultOf(job)}</Table.Td>
                <Table.Td style={oneLine}>{formatDateTime(job.nextRunAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
