import { ActionIcon, Anchor, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconAward, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CompetitionRecord } from '#contract/competition.ts'
import type { Region } from '#contract/region.ts'
import type { TeamFilter, TeamListRow } from '#contract/team.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { useListState } from '#web/admin/shared/use-list-state.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { formatStage } from '#web/shared/format-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ExportMenu } from './export-menu.tsx'
import { ImportTeams } from './import-teams.tsx'
import { MembersGroup } from './members-group.tsx'
import { CompleteBadge, PaidBadge } from './paid-badge.tsx'
import { TeamPicture } from './team-picture.tsx'
import styles from './teams.module.css'

/** Page sizes of the list of teams (specification, section 9). */
const pageSizes = [10, 25, 100, 200, 300, 400, 500]

const filterOf = (search: string, { competition, region, stage, payment }: Record<string, string>): TeamFilter => ({
  search,
  competitionId: competition,
  regionId: region,
  stage,
  paid: payment === 'paid' ? true : payment === 'pending' ? false : undefined,
})

/** What can be chosen in the filters: all competitions, the regions, and the stages that teams have. */
type Props = { competitions: CompetitionRecord[]; regions: Region[]; stages: string[] }

/** The teams of all competitions. */
export function TeamList({ competitions, regions, stages }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const [importing, setImporting] = useState(false)
  const list = useListState<TeamListRow>({
    pageSizes,
    filters: ['competition', 'region', 'stage', 'payment'],
    load: async ({ page, perPage, search, filters }, signal) => {
      const found = await adminApi.teams.list({ page, perPage, ...filterOf(search, filters) }, signal)
      return { rows: found.records, total: found.total }
    },
  })
  const day = new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium' })
  const dayOf = ({ createdAt }: TeamListRow) => day.format(Date.parse(createdAt))
  const view = ({ id }: TeamListRow) => `/admin/team/${id}/view`
  const columns: Column<TeamListRow>[] = [
    { key: 'number', title: t('adminTeams.number'), text: ({ teamNo }) => teamNo, render: ({ teamNo }) => <bdi>{teamNo}</bdi> },
    {
      key: 'team',
      title: t('adminTeams.team'),
      text: ({ name }) => name,
      render: (row) => (
        <Group gap="sm" wrap="nowrap">
          <TeamPicture src={row.image} size={36} />
          <Anchor component={Link} to={view(row)} fw={600}>
            <bdi>{row.name}</bdi>
          </Anchor>
        </Group>
      ),
    },
    {
      key: 'school',
      title: t('adminTeams.school'),
      text: ({ schoolName }) => schoolName,
      render: ({ schoolName }) => <bdi>{schoolName || '–'}</bdi>,
    },
    { key: 'members', title: t('adminTeams.members'), text: ({ memberCount }) => memberCount, render: (row) => <MembersGroup {...row} /> },
    {
      key: 'competition',
      title: t('adminTeams.competition'),
      text: ({ competition }) => competition.name[lang],
      render: ({ competition }) => <bdi>{competition.name[lang]}</bdi>,
    },
    {
      key: 'region',
      title: t('adminTeams.region'),
      text: ({ region }) => region?.name[lang] ?? '',
      render: ({ region }) => <bdi>{region?.name[lang] ?? '–'}</bdi>,
    },
    {
      key: 'stage',
      title: t('adminTeams.stage'),
      text: ({ stage }) => stage,
      render: ({ stage }) => <bdi>{formatStage(t, stage) || '–'}</bdi>,
    },
    {
      key: 'ageLevel',
      title: t('adminTeams.ageLevel'),
      text: ({ ageLevel }) => t(`adminTeams.ageLevels.${ageLevel}`),
      render: ({ ageLevel }) => t(`adminTeams.ageLevels.${ageLevel}`),
    },
    {
      key: 'payment',
      title: t('adminTeams.payment'),
      text: ({ paid }) => t(paid ? 'adminTeams.paid' : 'adminTeams.pending'),
      render: ({ paid }) => <PaidBadge paid={paid} />,
    },
    {
      key: 'complete',
      title: t('adminTeams.completeness'),
      text: ({ complete }) => t(complete ? 'adminTeams.complete' : 'adminTeams.incomplete'),
      render: ({ complete }) => <CompleteBadge complete={complete} />,
    },
    {
      key: 'created',
      title: t('adminTeams.created'),
      hidden: true,
      text: ({ createdAt }) => createdAt,
      render: (row) => (
        <Text size="sm" className={styles.nowrap}>
          {dayOf(row)}
        </Text>
      ),
    },
  ]
  const close = () => setImporting(false)
  return (
    <Stack gap={0}>
      <DataList
        name="teams"
        title={t('adminTeams.title')}
        list={list}
        columns={columns}
        getName={({ name }) => name}
        addPath="/admin/teams/new"
        getEditPath={({ id }) => `/admin/team/${id}/edit`}
        actions={(row) => (
          <Tooltip label={t('adminTeams.scores.open')}>
            <ActionIcon
              component={Link}
              to={`${view(row)}#scores`}
              variant="subtle"
              size={36}
              aria-label={`${t('adminTeams.scores.open')}: ${row.name}`}
            >
              <IconAward size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        tools={
          <>
            <ExportMenu competitions={competitions} shown={filterOf(list.query.search, list.query.filters)} />
            <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setImporting(true)}>
              {t('adminTeams.import.title')}
            </Button>
          </>
        }
        filters={[
          {
            name: 'competition',
            label: t('adminTeams.competition'),
            options: competitions.map(({ id, name }) => ({ value: id, label: name[lang] })),
          },
          { name: 'region', label: t('adminTeams.region'), options: regions.map(({ id, name }) => ({ value: id, label: name[lang] })) },
          { name: 'stage', label: t('adminTeams.stage'), options: stages.map((stage) => ({ value: stage, label: formatStage(t, stage) })) },
          {
            name: 'payment',
            label: t('adminTeams.payment'),
            options: (['paid', 'pending'] as const).map((value) => ({ value, label: t(`adminTeams.${value}`) })),
          },
        ]}
        remove={adminApi.teams.remove}
        deletedMessage={t('messages.teamDeleted')}
        restore={adminApi.teams.restore}
      />
      {importing ? (
        <ImportTeams
          competitions={competitions}
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
