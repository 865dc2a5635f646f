import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Role, roles } from '#contract/accounts/session.ts'
import { erasureReasons, type UserFilter, type UserRecord } from '#contract/accounts/user.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { isFocusLost } from '#web/admin/shared/focus.ts'
import { RegionLimitText } from '#web/admin/shared/region-limit-text.tsx'
import { BreakableEmailAddress, InstantSaveSwitchCell, Thumbnail } from '#web/admin/shared/table-cells.tsx'
import { useHasPermission, useIsLimitedToRegions } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { formatUserRole } from '#web/shared/accounts/users/user-texts.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconUpload, IconUser } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/users-page.ts'
import { EraseUserOrRefuseRequestDialog } from './erasure-decision-dialog.tsx'
import { ImportUsersDialog } from './import-users-dialog.tsx'
import styles from './users.module.css'

/** Shows the round avatar of a user. */
function UserAvatar({ src }: { src: string | null }) {
  return <Thumbnail src={src} size={36} isRound icon={<IconUser size={20} stroke={1.5} aria-hidden />} />
}

const nameOf = ({ firstName, lastName }: UserRecord) => `${firstName} ${lastName}`.trim()

/** Shows the list of users. */
function UserList({ regions }: { regions: readonly Region[] }) {
  const { t, i18n } = useTranslation()
  const isLimited = useIsLimitedToRegions()
  const [importing, setImporting] = useState(false)
  const canHandlePersonalData = useHasPermission('privacy')
  const [deciding, setDeciding] = useState<UserRecord>()
  const filterOf = (search: string, { role, active, leaving }: Record<string, string>): UserFilter => ({
    search,
    role: roles.find((each) => each === role) as Role | undefined,
    active: active === 'yes' ? true : active === 'no' ? false : undefined,
    erasureReason: erasureReasons.find((reason) => reason === leaving),
  })
  const list = useLoadedListWithUrlQuery<UserRecord>({
    pageSizes: pageSizes.long,
    filters: ['role', 'active', 'leaving'],
    sortKeys: listSortKeys.users,
    load: async ({ page, perPage, search, filters, sort }, signal) => {
      const found = await adminApi.users.list({ page, perPage, sort, ...filterOf(search, filters) }, signal)
      return { rows: found.records, total: found.total }
    },
  })
  const set = async (id: string, active: boolean) => {
    const { record } = await adminApi.users.toggle(id, active)
    list.updateRows((rows) => rows.map((row) => (row.id === id ? record : row)))
    void list.reload()
  }
  const { formatDateTime } = useDateFormat()
  const when = (iso: string | null) => (iso ? formatDateTime(iso) : t('adminUsers.never'))
  const genderOf = ({ gender }: UserRecord) =>
    gender === null ? '' : t(`userFields.options.gender.${gender}`)
  const ltr = (text: string | null) => (text ? <bdi dir="ltr">{text}</bdi> : '–')
  const columns: Column<UserRecord>[] = [
    {
      key: 'name',
      title: t('adminUsers.name'),
      text: nameOf,
      render: (row) => (
        <Group gap="sm" wrap="nowrap">
          <UserAvatar src={row.avatar} />
          {isLimited ? (
            <Text inherit fw={600} className={styles.breakable}>
              <Bdi>{nameOf(row)}</Bdi>
            </Text>
          ) : (
            <Anchor component={Link} to={`/admin/users/${row.id}/edit`} fw={600} className={styles.breakable}>
              <Bdi>{nameOf(row)}</Bdi>
            </Anchor>
          )}
          {row.erasureRequestedAt ? (
            <Badge variant="filled" color="red.9" tt="none">
              {t('adminUsers.leavingKinds.asked')}
            </Badge>
          ) : null}
        </Group>
      ),
    },
    {
      key: 'email',
      title: t('userFields.labels.email'),
      text: ({ email }) => email,
      render: ({ email }) => (
        <span className={styles.breakable}>
          <BreakableEmailAddress>{email}</BreakableEmailAddress>
        </span>
      ),
    },
    // a spreadsheet takes a plus for a formula
    {
      key: 'phone',
      title: t('userFields.labels.phone'),
      noWrap: true,
      text: ({ phone }) => phone?.replace(/^\+/, '') ?? '',
      render: ({ phone }) => ltr(phone),
    },
    {
      key: 'type',
      title: t('userFields.labels.role'),
      text: ({ role }) => t(`userFields.options.role.${role}`),
      render: ({ role, gender, regionIds }) =>
        role === 'admin' ? (
          <Stack gap={4} align="flex-start">
            <Badge variant="outline" tt="none">
              {formatUserRole(t, role, gender)}
            </Badge>
            <RegionLimitText regionIds={regionIds} regions={regions} />
          </Stack>
        ) : (
          formatUserRole(t, role, gender)
        ),
    },
    {
      key: 'missionType',
      title: t('userFields.labels.missionType'),
      text: ({ missionType }) => t(`missionType.${missionType}`),
      render: ({ missionType }) => t(`missionType.${missionType}`),
    },
    {
      key: 'gender',
      title: t('userFields.labels.gender'),
      hidden: true,
      text: genderOf,
      render: (row) => genderOf(row) || '–',
    },
    {
      key: 'age',
      title: t('userFields.labels.age'),
      hidden: true,
      number: true,
      text: ({ age }) => age,
      render: ({ age }) => age ?? '–',
    },
    {
      key: 'secondFactor',
      title: t('adminUsers.secondFactor'),
      hidden: true,
      render: ({ secondFactor }) => t(secondFactor ? 'adminUsers.on' : 'adminUsers.off'),
    },
    {
      key: 'lastSignIn',
      title: t('adminUsers.lastSignIn'),
      hidden: true,
      noWrap: true,
      render: ({ lastSignInAt }) => when(lastSignInAt),
    },
    {
      key: 'birthDate',
      title: t('userFields.labels.birthDate'),
      noWrap: true,
      hidden: true,
      render: ({ birthDate }) => (birthDate ? formatCalendarDate(birthDate, i18n.language) : '–'),
    },
    {
      key: 'school',
      title: t('userFields.labels.school'),
      hidden: true,
      render: ({ school }) => (school ? <Bdi>{school}</Bdi> : '–'),
    },
    {
      key: 'emailConfirmed',
      title: t('adminUsers.emailConfirmed'),
      noWrap: true,
      hidden: true,
      render: ({ emailConfirmedAt }) =>
        emailConfirmedAt ? when(emailConfirmedAt) : t('adminUsers.notConfirmed'),
    },
    {
      key: 'created',
      title: t('adminUsers.created'),
      hidden: true,
      noWrap: true,
      render: ({ createdAt }) => when(createdAt),
    },
    {
      key: 'active',
      title: t('userFields.labels.active'),
      text: ({ active }) => active,
      render: (row) => (
        <InstantSaveSwitchCell
          label={`${t('userFields.labels.active')}: ${nameOf(row)}`}
          value={row.active}
          isDisabled={isLimited}
          onChange={(value) => set(row.id, value)}
        />
      ),
    },
  ]
  const changes = {
    tools: (
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        {t('adminUsers.importUsers.title')}
      </Button>
    ),
    addPath: '/admin/users/new',
    getEditPath: ({ id }: UserRecord) => `/admin/users/${id}/edit`,
    remove: (id: string) => callApi('DELETE /api/admin/users', { query: { id } }),
    restore: (id: string) => callApi('POST /api/admin/users/restore', { json: { id } }),
    deletedRecords: adminApi.users.deleted,
    activate: adminApi.users.toggle,
  }
  const close = () => setImporting(false)
  return (
    <>
      <RecordListWithToolbarAndActions
        name="users"
        entity="user"
        list={list}
        columns={columns}
        getName={nameOf}
        filters={[
          {
            name: 'role',
            label: t('userFields.labels.role'),
            options: roles.map((value) => ({ value, label: t(`userFields.options.role.${value}`) })),
          },
          {
            name: 'active',
            label: t('userFields.labels.active'),
            options: (['yes', 'no'] as const).map((value) => ({
              value,
              label: t(`adminUsers.activeStates.${value}`),
            })),
          },
          {
            name: 'leaving',
            label: t('adminUsers.leaving'),
            options: erasureReasons.map((value) => ({ value, label: t(`adminUsers.leavingKinds.${value}`) })),
          },
        ]}
        actions={(row) =>
          row.erasureRequestedAt && canHandlePersonalData && !isLimited ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => setDeciding(row)}
              aria-label={`${t('adminUsers.erasure.decide')}: ${nameOf(row)}`}
            >
              {t('adminUsers.erasure.decide')}
            </Button>
          ) : null
        }
        {...(canHandlePersonalData
          ? { exportCsv: () => adminApi.users.exportCsv(filterOf(list.query.search, list.query.filters)) }
          : {})}
        purgePermission="privacy"
        activateLabels={{ on: t('adminUsers.activate'), off: t('adminUsers.deactivate') }}
        {...(isLimited ? {} : changes)}
      />
      {importing ? (
        <ImportUsersDialog
          onClose={close}
          onSaved={() => {
            close()
            void list.reload()
          }}
        />
      ) : null}
      {deciding ? (
        <EraseUserOrRefuseRequestDialog
          user={deciding}
          onClose={() => setDeciding(undefined)}
          onDone={() => {
            setDeciding(undefined)
            // the row of the button may have left the list
            void list
              .reload()
              .then(() =>
                window.setTimeout(() => isFocusLost() && document.getElementById('content')?.focus()),
              )
          }}
        />
      ) : null}
    </>
  )
}

export const clientLoader = () => getBrowserApi().content.regions()

export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.user.many')} · ${t('name')}`}</title>
      <UserList regions={loaderData} />
    </>
  )
}
