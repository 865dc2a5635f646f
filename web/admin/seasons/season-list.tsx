import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SeasonYearRecord } from '#contract/season-year.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { SwitchCell } from '#web/admin/shared/switch-cell.tsx'
import type { ListState } from '#web/admin/shared/use-list-state.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

const getEditPath = ({ id }: SeasonYearRecord) => `/admin/seasons/${id}/edit`

/** Shows the list of seasons. The switch of a season makes it the active one. */
export function SeasonList({ list, tools }: { list: ListState<SeasonYearRecord>; tools: ReactNode }) {
  const { t } = useTranslation()
  const lang = useLang()
  const activate = async (id: string, active: boolean) => {
    await adminApi.seasons.toggle(id, active)
    // the former active season is not active any more
    list.updateRows((rows) => rows.map((row) => ({ ...row, active: row.id === id })))
    void list.reload()
  }
  const columns: Column<SeasonYearRecord>[] = [
    {
      key: 'year',
      title: t('adminSeasons.year'),
      text: ({ year }) => year,
      render: (row) => (
        <Anchor component={Link} to={getEditPath(row)} fw={600}>
          <bdi dir="ltr">{row.year}</bdi>
        </Anchor>
      ),
    },
    { key: 'name', title: t('adminSeasons.name'), text: ({ name }) => name[lang], render: ({ name }) => <bdi>{name[lang]}</bdi> },
    {
      key: 'teams',
      title: t('adminSeasons.teams'),
      number: true,
      text: ({ teamCount }) => teamCount,
      render: ({ teamCount }) => formatNumber(teamCount, lang),
    },
    {
      key: 'active',
      title: t('adminSeasons.active'),
      text: ({ active }) => active,
      render: (row) => (
        <SwitchCell label={`${t('adminSeasons.active')}: ${row.year}`} value={row.active} onChange={(value) => activate(row.id, value)} />
      ),
    },
  ]
  return (
    <DataList
      name="seasons"
      title={t('adminSeasons.title')}
      list={list}
      columns={columns}
      getName={({ name }) => name[lang]}
      addPath="/admin/seasons/new"
      getEditPath={getEditPath}
      remove={adminApi.seasons.remove}
      restore={adminApi.seasons.restore}
      deletedRecords={adminApi.seasons.deleted}
      tools={tools}
    />
  )
}
