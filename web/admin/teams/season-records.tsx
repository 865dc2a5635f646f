import { Paper, Table, Text, Title } from '@mantine/core'
import type { SeasonRecordSummary } from '#contract/season-year.ts'
import { formatNumber } from '#web/shared/format.ts'
import { formatTeamStage } from '#web/shared/format-team-stage.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PaidBadge } from './status-badges.tsx'

/** Shows the season records of a team, the newest first. `isFree` says that its competition has no fee. */
export function SeasonRecords({ records, isFree }: { records: readonly SeasonRecordSummary[]; isFree: boolean }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const title = t('adminSeasons.records.title')
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {records.length === 0 ? (
        <Text c="dimmed">{t('adminSeasons.records.none')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={620} type="native" tabIndex={0} role="region" aria-label={title}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('adminSeasons.records.season')}</Table.Th>
                <Table.Th>{t('adminSeasons.records.at')}</Table.Th>
                <Table.Th>{t('adminSeasons.records.type')}</Table.Th>
                <Table.Th>{t('adminSeasons.records.ref')}</Table.Th>
                <Table.Th>{t('adminSeasons.records.stage')}</Table.Th>
                <Table.Th>{t('adminSeasons.records.payment')}</Table.Th>
                <Table.Th>{t('adminSeasons.records.members')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {records.map((record) => (
                <Table.Tr key={record.id}>
                  <Table.Td>
                    <bdi>{record.season.name[lang]}</bdi>
                  </Table.Td>
                  <Table.Td>{formatDateTime(record.createdAt)}</Table.Td>
                  <Table.Td>
                    <bdi>{record.type}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <bdi>{record.ref || '–'}</bdi>
                  </Table.Td>
                  <Table.Td>{formatTeamStage(t, record.stage) || '–'}</Table.Td>
                  <Table.Td>{record.paid === null ? '–' : <PaidBadge paid={record.paid} isFree={isFree} />}</Table.Td>
                  <Table.Td>{record.memberCount === null ? '–' : formatNumber(record.memberCount, lang)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  )
}
