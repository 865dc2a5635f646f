import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { JudgePerson } from '#contract/event/judging/judge-person.schema.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { buildCsvBlob } from '#web/admin/shared/download-file.ts'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconUpload } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ImportJudgesDialog } from './import-judges-dialog.tsx'
import { useJudgePersonOptionsAndFormats } from './use-judge-person-formats.ts'

const getEditPath = ({ id }: JudgePerson) => `/admin/judges/${id}/edit`

/** Shows the list of people who judge. Its CSV file can be imported. */
function JudgePersonList() {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formats = useJudgePersonOptionsAndFormats()
  const [isImporting, setImporting] = useState(false)
  const list = useLoadedListWithUrlQuery<JudgePerson>({
    pageSizes: pageSizes.short,
    sortKeys: listSortKeys.judges,
    filters: ['language', 'competition'],
    load: async ({ page, perPage, search, sort, filters }, signal) => {
      const query = toListQuery({ page, perPage, search, sort, ...filters })
      const { judges, totalItems } = await callApi('GET /api/admin/judges', { query, signal })
      return { rows: judges, total: totalItems }
    },
  })
  const columns: Column<JudgePerson>[] = [
    {
      key: 'name',
      title: t('adminJudgePeople.fields.name'),
      text: ({ name }) => name,
      render: (person) => (
        <Anchor component={Link} to={getEditPath(person)} fw={600}>
          <Bdi>{person.name}</Bdi>
        </Anchor>
      ),
    },
    {
      key: 'email',
      title: t('adminJudgePeople.fields.email'),
      text: ({ email }) => email,
      render: ({ email }) => (email === null ? null : <BreakableEmailAddress>{email}</BreakableEmailAddress>),
    },
    {
      key: 'languages',
      title: t('adminJudgePeople.fields.languages'),
      text: ({ languages }) => formats.formatLanguagesForFile(languages),
      render: ({ languages }) => formats.formatLanguages(languages),
    },
    {
      key: 'competitions',
      title: t('adminJudgePeople.fields.competitionIds'),
      text: ({ competitionIds }) => formats.formatCompetitionsForFile(competitionIds),
      render: ({ competitionIds }) => formats.formatCompetitions(competitionIds),
    },
    {
      key: 'changed',
      title: t('adminJudgePeople.changed'),
      noWrap: true,
      hidden: true,
      render: ({ updatedAt }) => formatDateTime(updatedAt),
    },
  ]
  const { remove, restore, deleted } = adminApi.judges
  const close = () => setImporting(false)
  return (
    <Stack>
      <RecordListWithToolbarAndActions
        name="judges"
        entity="judge-person"
        list={list}
        columns={columns}
        getName={({ name }) => name}
        filters={[
          {
            name: 'language',
            label: t('adminJudgePeople.fields.languages'),
            options: formats.languageOptions,
          },
          {
            name: 'competition',
            label: t('adminJudgePeople.fields.competitionIds'),
            options: formats.competitionOptions,
          },
        ]}
        tools={
          <Button
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('adminJudgePeople.importJudges.title')}
          </Button>
        }
        addPath="/admin/judges/new"
        getEditPath={getEditPath}
        exportCsv={async () => buildCsvBlob(columns, await list.loadAllRows())}
        remove={remove}
        restore={restore}
        deletedRecords={deleted}
        purgePermission="privacy"
      />
      <Text size="sm" c="dimmed" maw={720}>
        {t('adminJudgePeople.listHint')} {t('adminJudgePeople.deleteHint')}
      </Text>
      {isImporting ? (
        <ImportJudgesDialog
          formats={formats}
          onClose={close}
          onSaved={() => {
            close()
            void list.reload()
          }}
        />
      ) : null}
    </Stack>
  )
}

export default function JudgePeoplePage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.judge-person.many')} · ${t('name')}`}</title>
      <JudgePersonList />
    </>
  )
}
