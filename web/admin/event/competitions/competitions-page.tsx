import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { CompetitionRecord } from '#contract/event/competition.schema.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { formatMoneyInput } from '#web/admin/shared/money-input.ts'
import { InstantSaveSwitchCell } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatMoney, formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { useIncompleteCompetitionConfirmation } from './use-competition-opening-confirmation.ts'

const range = (from: number | null, to: number | null) =>
  from === to ? String(from ?? '–') : `${from ?? ''}–${to ?? ''}`

/** Shows the list of competitions in the back office. */
function CompetitionList() {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime, formatForFile } = useDateFormat()
  const { confirmOpening, dialog } = useIncompleteCompetitionConfirmation()
  const list = useLoadedListWithUrlQuery<CompetitionRecord>({
    pageSizes: [10, 25, 100],
    sortKeys: listSortKeys.competitions,
    load: async ({ page, perPage, search, sort }, signal) => {
      const found = await adminApi.competitions.list({ page, perPage, search, sort }, signal)
      return { rows: found.records, total: found.total }
    },
  })
  const set = async (id: string, active: boolean) => {
    await adminApi.competitions.toggle(id, active)
    list.updateRows((rows) => rows.map((row) => (row.id === id ? { ...row, active } : row)))
    void list.reload()
  }
  const edit = ({ id }: CompetitionRecord) => `/admin/competitions/${id}/edit`
  const fee = (row: CompetitionRecord) =>
    row.fee === 0 ? (
      t('adminCompetitions.free')
    ) : (
      <bdi>{formatMoney({ amount: row.fee, currency: row.currency }, lang)}</bdi>
    )
  const day = (iso: string | null) =>
    iso ? <bdi>{formatDateTime(iso)}</bdi> : t('adminCompetitions.noLimit')
  const columns: Column<CompetitionRecord>[] = [
    {
      key: 'name',
      title: t('adminCompetitions.name'),
      text: ({ name }) => name[lang],
      render: (row) => (
        <Stack gap={0}>
          <Anchor component={Link} to={edit(row)} fw={600}>
            <Bdi>{row.name[lang]}</Bdi>
          </Anchor>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <bdi dir="ltr">{row.slug}</bdi>
          </Text>
        </Stack>
      ),
    },
    {
      key: 'teams',
      title: t('adminCompetitions.teams'),
      text: ({ teamCount }) => teamCount,
      render: ({ id, teamCount, maxTeams }) => (
        <Anchor component={Link} to={`/admin/teams?competition=${id}`}>
          <bdi dir="ltr">
            {formatNumber(teamCount, lang)}
            {maxTeams === null ? '' : `\u00a0/\u00a0${formatNumber(maxTeams, lang)}`}
          </bdi>
        </Anchor>
      ),
    },
    {
      key: 'members',
      title: t('adminCompetitions.members'),
      text: (row) => range(row.minMembers, row.maxMembers),
      render: (row) => <bdi dir="ltr">{range(row.minMembers, row.maxMembers)}</bdi>,
    },
    {
      key: 'fee',
      title: t('adminCompetitions.fee'),
      text: (row) => formatMoneyInput(row.fee, row.currency),
      render: fee,
    },
    {
      key: 'opens',
      title: t('adminCompetitions.opens'),
      noWrap: true,
      text: ({ opensAt }) => formatForFile(opensAt),
      render: ({ opensAt }) => day(opensAt),
    },
    {
      key: 'closes',
      title: t('adminCompetitions.closes'),
      noWrap: true,
      text: ({ closesAt }) => formatForFile(closesAt),
      render: ({ closesAt }) => day(closesAt),
    },
    {
      key: 'active',
      title: t('adminCompetitions.active'),
      text: ({ active }) => active,
      render: (row) => (
        <InstantSaveSwitchCell
          label={`${t('adminCompetitions.active')}: ${row.name[lang]}`}
          value={row.active}
          confirm={async (isActive) => !isActive || confirmOpening([row])}
          onChange={(value) => set(row.id, value)}
        />
      ),
    },
  ]
  return (
    <>
      <RecordListWithToolbarAndActions
        name="competitions"
        entity="competition"
        list={list}
        columns={columns}
        getName={({ name }) => name[lang]}
        addPath="/admin/competitions/new"
        getEditPath={edit}
        remove={adminApi.competitions.remove}
        restore={adminApi.competitions.restore}
        deletedRecords={adminApi.competitions.deleted}
        activate={adminApi.competitions.toggle}
        confirmActivation={(rows) => confirmOpening(rows.filter(({ active }) => !active))}
        activateLabels={{ on: t('adminUsers.activate'), off: t('adminUsers.deactivate') }}
      />
      {dialog}
    </>
  )
}

export default function AdminCompetitionsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.competition.many')} · ${t('name')}`}</title>
      <CompetitionList />
    </>
  )
}
