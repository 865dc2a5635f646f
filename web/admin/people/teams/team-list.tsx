import { ActionIcon, Anchor, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import {
  isTeamOptionField,
  mapFieldsToValues,
  type TeamField,
  type TeamFilterField,
  teamFieldNames,
  teamFields,
  teamFilterFields,
} from '#contract/people/teams/team.fields.ts'
import type { TeamFilter, TeamListRow } from '#contract/people/teams/team.schema.ts'
import type { LeaveRequest } from '#contract/people/teams/team-leave.schema.ts'
import { teamStatuses } from '#contract/people/teams/team-places.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import {
  formatTeamValuesByField,
  getTeamFieldLabel,
  listTeamFieldOptions,
} from '#web/shared/people/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconAward, IconMailForward, IconUpload } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ImportTeamsDialog } from './import-teams-dialog.tsx'
import { CompetitionLeaveRequestDecisionList } from './leave-request-list.tsx'
import { TeamAndPeopleExportMenu } from './team-export-menu.tsx'
import {
  CompleteOrIncompleteBadge,
  GuardianRefusedBadge,
  MemberAvatars,
  MissingPlaceBadge,
  PaidPendingOrFreeBadge,
  TeamImage,
} from './team-parts.tsx'
import styles from './teams.module.css'

/** Page sizes of the list of teams (specification, section 9). */
const pageSizes = [10, 25, 100, 200, 300, 400, 500]

const filterNames = [
  ...teamFilterFields.map((field) => teamFields[field].column),
  'payment',
  'place',
  'guardians',
]
/** The choices of the filter of payments. */
const paymentFilters = {
  paid: { paid: true },
  pending: { paid: false, hasFee: true },
  noFee: { paid: false, hasFee: false },
} as const
/** The choices of the filter of guardians. */
const guardianFilters = {
  missing: { guardianMissing: true },
  refused: { guardianRefused: true },
  complete: { guardianMissing: false },
} as const
const toTeamFilter = (
  search: string,
  { payment, place, guardians, ...filters }: Record<string, string>,
): TeamFilter => ({
  search,
  ...(mapFieldsToValues(teamFilterFields, (field) => filters[teamFields[field].column]) as Pick<
    TeamFilter,
    TeamFilterField
  >),
  status: teamStatuses.find((status) => status === place),
  ...guardianFilters[guardians as keyof typeof guardianFilters],
  ...paymentFilters[payment as keyof typeof paymentFilters],
})
/**
 * The fields with a column of their own. The column of the team shows the name and the school, so that the
 * list fits at 1280 pixels.
 */
const columnFields = teamFieldNames.filter((field) => field !== 'name' && field !== 'competitionId')

/** The open requests to leave, and the options of the filters: all competitions, the regions, and the stages of all teams. */
type Props = {
  competitions: ActiveCompetition[]
  regions: Region[]
  stages: string[]
  leaveRequests: readonly LeaveRequest[]
}

/** Shows the list of teams. */
export function AdminTeamListWithActions({ competitions, regions, stages, leaveRequests }: Props) {
  const { t, i18n } = useTranslation()
  const { revalidate } = useRevalidator()
  const lang = i18n.language
  const mayInvite = useHasPermission('registration')
  const [importing, setImporting] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isInviting, setIsInviting] = useState(false)
  const list = useLoadedListWithUrlQuery<TeamListRow>({
    pageSizes,
    filters: filterNames,
    sortKeys: listSortKeys.teams,
    load: async ({ page, perPage, search, filters, sort }, signal) => {
      const found = await adminApi.teams.list(
        { page, perPage, sort, ...toTeamFilter(search, filters) },
        signal,
      )
      return { rows: found.records, total: found.total }
    },
  })
  const { formatDate } = useDateFormat()
  const formatDay = ({ createdAt }: TeamListRow) => formatDate(createdAt)
  const freeCompetitionIds = new Set(competitions.flatMap(({ id, fee }) => (fee === 0 ? [id] : [])))
  const isFree = ({ competition }: TeamListRow) => freeCompetitionIds.has(competition.id)
  const view = ({ id }: TeamListRow) => `/admin/team/${id}/view`
  const fieldColumn = (field: TeamField): Column<TeamListRow> => {
    const text = (team: TeamListRow) => formatTeamValuesByField(t, lang, team)[field]
    return {
      key: teamFields[field].column,
      title: getTeamFieldLabel(t, field),
      // these are shown when a person adds their column
      hidden: field !== 'competitionId',
      text,
      render: (team) => <Bdi>{text(team) || '–'}</Bdi>,
    }
  }
  const listFilterOptions = (field: TeamFilterField) => {
    if (field === 'stage') return stages.map((stage) => ({ value: stage, label: formatTeamStage(t, stage) }))
    if (isTeamOptionField(field)) return listTeamFieldOptions(t, field)
    return (field === 'regionId' ? regions : competitions).map(({ id, name }) => ({
      value: id,
      label: name[lang],
    }))
  }
  const columns: Column<TeamListRow>[] = [
    {
      key: 'number',
      title: t('adminTeams.number'),
      text: ({ teamNo }) => teamNo,
      render: ({ teamNo }) => <bdi>{teamNo}</bdi>,
    },
    {
      key: 'team',
      title: t('adminTeams.team'),
      text: ({ name }) => name,
      render: (row) => (
        <Group gap="sm" wrap="nowrap">
          <TeamImage src={row.image} size={36} />
          <div className={styles.name}>
            <Anchor component={Link} to={view(row)} fw={600}>
              <Bdi>{row.name}</Bdi>
            </Anchor>
            <Text size="sm" c="dimmed">
              <Bdi>{row.schoolName}</Bdi>
            </Text>
          </div>
        </Group>
      ),
    },
    {
      key: 'members',
      title: t('adminTeams.members'),
      text: ({ memberCount }) => memberCount,
      render: (row) => <MemberAvatars {...row} />,
    },
    fieldColumn('competitionId'),
    {
      key: 'payment',
      title: t('adminTeams.payment'),
      text: (team) =>
        t(team.paid ? 'adminTeams.paid' : isFree(team) ? 'adminTeams.noFee' : 'adminTeams.pending'),
      render: (team) => <PaidPendingOrFreeBadge paid={team.paid} isFree={isFree(team)} />,
    },
    {
      key: 'place',
      title: t('adminTeams.place'),
      text: ({ status }) => t(`adminTeams.places.${status}`),
      render: ({ status }) => <MissingPlaceBadge status={status} />,
    },
    {
      key: 'complete',
      title: t('adminTeams.completeness'),
      text: ({ complete, hasRefusal }) =>
        [
          t(complete ? 'adminTeams.complete' : 'adminTeams.incomplete'),
          ...(hasRefusal ? [t('adminTeams.consent.filterRefused')] : []),
        ].join(' · '),
      render: ({ complete, hasRefusal }) => (
        <>
          <CompleteOrIncompleteBadge complete={complete} />
          {hasRefusal ? <GuardianRefusedBadge /> : null}
        </>
      ),
    },
    ...columnFields.map(fieldColumn),
    {
      key: 'created',
      title: t('adminTeams.created'),
      hidden: true,
      noWrap: true,
      text: ({ createdAt }) => createdAt,
      render: formatDay,
    },
  ]
  const inviteCoaches = async () => {
    setIsInviting(true)
    try {
      const count = await adminApi.teams.inviteCoaches(toTeamFilter(list.query.search, list.query.filters))
      toast.success(t('adminTeams.invitation.sent', { count, formatted: formatNumber(count, lang) }))
      setIsAsking(false)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setIsInviting(false)
  }
  const close = () => setImporting(false)
  return (
    <Stack gap={0}>
      <CompetitionLeaveRequestDecisionList
        requests={leaveRequests}
        onDecided={() => {
          void revalidate()
          void list.reload()
        }}
      />
      <RecordListWithToolbarAndActions
        name="teams"
        entity="team"
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
            <TeamAndPeopleExportMenu
              competitions={competitions}
              shown={toTeamFilter(list.query.search, list.query.filters)}
            />
            <Button
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {t('adminTeams.import.title')}
            </Button>
            {mayInvite ? (
              <Button
                variant="default"
                leftSection={<IconMailForward size={18} aria-hidden />}
                onClick={() => setIsAsking(true)}
              >
                {t('adminTeams.invitation.inviteAll')}
              </Button>
            ) : null}
          </>
        }
        filters={[
          ...teamFilterFields.map((field) => ({
            name: teamFields[field].column,
            label: getTeamFieldLabel(t, field),
            options: listFilterOptions(field),
          })),
          {
            name: 'place',
            label: t('adminTeams.place'),
            options: teamStatuses.map((value) => ({ value, label: t(`adminTeams.places.${value}`) })),
          },
          {
            name: 'payment',
            label: t('adminTeams.payment'),
            options: (['paid', 'pending', 'noFee'] as const).map((value) => ({
              value,
              label: t(`adminTeams.${value}`),
            })),
          },
          {
            name: 'guardians',
            label: t('adminTeams.consent.filter'),
            options: [
              { value: 'missing', label: t('adminTeams.consent.filterMissing') },
              { value: 'refused', label: t('adminTeams.consent.filterRefused') },
              { value: 'complete', label: t('adminTeams.consent.filterComplete') },
            ],
          },
        ]}
        remove={(id) => callApi('DELETE /api/admin/teams', { query: { id } })}
        deletedMessage={t('messages.teamDeleted')}
        deleteFailedMessage={t('messages.deleteFailed')}
        restore={(id) => callApi('POST /api/admin/teams/restore', { json: { id } })}
        deletedRecords={adminApi.teams.deleted}
        purgePermission="privacy"
      />
      {isAsking ? (
        <AdminConfirmDialog
          title={t('adminTeams.invitation.inviteAllTitle')}
          text={t('adminTeams.invitation.inviteAllText', {
            count: list.page?.total ?? 0,
            formatted: formatNumber(list.page?.total ?? 0, lang),
          })}
          action={t('adminTeams.invitation.inviteAll')}
          color="oasis"
          busy={isInviting}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void inviteCoaches()}
        />
      ) : null}
      {importing ? (
        <ImportTeamsDialog
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
