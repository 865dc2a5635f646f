import { ActionIcon, Anchor, Button, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DeletedRecord } from '#contract/crud.ts'
import type { RequiredPermission } from '#contract/rules/permissions.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { AdminConfirmDialog } from './confirm-dialog.tsx'
import { DataTable } from './data-table.tsx'
import { getErrorMessage } from './error-alert.tsx'
import { useHasPermission } from './use-has-permission.ts'

type Props = {
  label: string
  records: DeletedRecord[] | undefined
  loading: boolean
  purgePermission: RequiredPermission
  restore: (id: string) => Promise<unknown>
  purge: (id: string) => Promise<unknown>
  reload: () => Promise<void>
}

/** Shows the deleted records of a list, with who deleted them and until when, and buttons that restore them or delete them permanently. */
export function DeletedRecordTable({ label, records, loading, purgePermission, restore, purge, reload }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const [toPurge, setToPurge] = useState<DeletedRecord>()
  const [busyId, setBusyId] = useState<string>()
  const canPurge = useHasPermission(purgePermission)
  const canOpenUsers = useHasPermission(['registration', 'privacy'])
  const getName = ({ name }: DeletedRecord) => name[lang] || '–'

  const run = async (id: string, act: () => Promise<unknown>, message: string) => {
    setBusyId(id)
    try {
      await act()
      toast.success(message)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setToPurge(undefined)
    setBusyId(undefined)
    await reload()
  }
  const formatDeleter = ({ deletedBy: { id, name } }: DeletedRecord) => {
    const text = <bdi>{name || t('admin.list.unknownAccount')}</bdi>
    return id && canOpenUsers ? (
      <Anchor component={Link} to={`/admin/users/${id}/edit`}>
        {text}
      </Anchor>
    ) : (
      text
    )
  }
  return (
    <>
      <DataTable<DeletedRecord>
        label={label}
        rows={records}
        loading={loading}
        columns={[
          { key: 'name', title: t('admin.list.name'), render: (row) => <bdi>{getName(row)}</bdi> },
          { key: 'deletedAt', title: t('admin.list.deletedAt'), noWrap: true, render: ({ deletedAt }) => formatDateTime(deletedAt) },
          { key: 'deletedBy', title: t('admin.list.deletedBy'), render: formatDeleter },
          {
            key: 'restorableUntil',
            title: t('admin.list.restorableUntil'),
            noWrap: true,
            render: ({ restorableUntil }) => formatDateTime(restorableUntil),
          },
        ]}
        getName={getName}
        actions={(row) => (
          <Group gap={4} wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={busyId === row.id}
              aria-label={`${t('admin.list.restore')}: ${getName(row)}`}
              onClick={() => void run(row.id, () => restore(row.id), t('messages.restored'))}
            >
              {t('admin.list.restore')}
            </Button>
            {canPurge ? (
              <Tooltip label={t('admin.list.purge')}>
                <ActionIcon
                  variant="subtle"
                  c="var(--mantine-color-error)"
                  size={36}
                  aria-label={`${t('admin.list.purge')}: ${getName(row)}`}
                  onClick={() => setToPurge(row)}
                >
                  <IconTrashX size={20} />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </Group>
        )}
        onSelect={() => {}}
      />
      {toPurge ? (
        <AdminConfirmDialog
          title={t('admin.list.purgeQuestion', { name: `\u2068${getName(toPurge)}\u2069` })}
          text={t('admin.list.purgeText')}
          action={t('admin.list.purge')}
          busy={busyId === toPurge.id}
          onClose={() => setToPurge(undefined)}
          onConfirm={() => void run(toPurge.id, () => purge(toPurge.id), t('messages.purged'))}
        />
      ) : null}
    </>
  )
}
