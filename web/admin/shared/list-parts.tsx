import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Kbd,
  Modal,
  Pagination,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { RequiredPermission } from '#contract/accounts/permissions.ts'
import type { DeletedRecord } from '#contract/platform/crud.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  IconArrowBackUp,
  IconChecks,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconTrash,
  IconTrashX,
  IconX,
} from '#web/shared/ui/icons.ts'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { getErrorMessage } from './admin-submit.tsx'
import styles from './data-list.module.css'
import { DataTable } from './data-table.tsx'
import { AdminConfirmDialog } from './dialog.tsx'
import { useHasPermission } from './use-has-permission.ts'
import type { ListState } from './use-url-list.ts'

type SelectionProps = {
  /** The text with the number of selected rows. */
  countText: string
  busy: boolean
  /** The label of the button that selects the rows of all pages; undefined when all are selected. */
  selectAllLabel: string | undefined
  onSelectAll: () => void
  onClear: () => void
  /** The labels of activation, when they are not 'show' and 'hide'. */
  activateLabels?: { on: string; off: string } | undefined
  onActivate?: ((value: boolean) => void) | undefined
  onExport?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** Shows the bulk actions of the selected rows. */
export function SelectionActions(props: SelectionProps) {
  const {
    countText,
    busy,
    selectAllLabel,
    onSelectAll,
    onClear,
    activateLabels,
    onActivate,
    onExport,
    onRemove,
  } = props
  const { t } = useTranslation()
  const action = (label: string, icon: ReactNode, onClick: () => void, loading = false) => (
    <Button size="xs" variant="default" leftSection={icon} loading={loading} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      <Text size="sm">{countText}</Text>
      {selectAllLabel
        ? action(selectAllLabel, <IconChecks size={16} aria-hidden />, onSelectAll, busy)
        : null}
      {action(t('admin.list.clear'), <IconX size={16} aria-hidden />, onClear)}
      {onActivate ? (
        <>
          {action(
            activateLabels?.on ?? t('admin.list.activate'),
            <IconEye size={16} aria-hidden />,
            () => onActivate(true),
            busy,
          )}
          {action(
            activateLabels?.off ?? t('admin.list.hide'),
            <IconEyeOff size={16} aria-hidden />,
            () => onActivate(false),
            busy,
          )}
        </>
      ) : null}
      {onExport
        ? action(t('admin.list.exportSelection'), <IconDownload size={16} aria-hidden />, onExport)
        : null}
      {onRemove ? action(t('admin.list.remove'), <IconTrash size={16} aria-hidden />, onRemove) : null}
    </Group>
  )
}

/** Shows a notice in place of the rows: the list is empty, nothing was found, or it could not be loaded. */
export function ListNotice({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) {
  return (
    <Stack align="center" ta="center" py={56} c="var(--mantine-color-anchor)">
      <LogoStar size={64} lines />
      <Text c="var(--mantine-color-text)">{text}</Text>
      {hint ? (
        <Text c="dimmed" maw={480}>
          {hint}
        </Text>
      ) : null}
      {children}
    </Stack>
  )
}

/**
 * Shows the page size of a list, and the buttons of its pages unless all rows fit on one; nothing for an
 * empty list.
 */
export function ListPaginationAndPageSize<T>({
  list: { query, set, pageSizes },
  total,
}: {
  list: ListState<T>
  total: number | undefined
}) {
  const { t } = useTranslation()
  if (!total) return null
  return (
    <Group justify="space-between">
      {total > query.perPage ? (
        <Pagination
          total={Math.ceil(total / query.perPage)}
          value={query.page}
          onChange={(page) => set({ page })}
          withEdges
          gap={4}
          getControlProps={(control) => ({
            'aria-label': t(`admin.list.${control}`),
            className: control === 'first' || control === 'last' ? styles.edge : undefined,
          })}
        />
      ) : null}
      <Group gap="xs" ms="auto">
        <Text size="sm" c="dimmed" aria-hidden>
          {t('admin.list.perPage')}
        </Text>
        <ChoiceSelect
          aria-label={t('admin.list.perPage')}
          w={84}
          choices={pageSizes}
          toLabel={String}
          value={query.perPage}
          onChange={(perPage) => set({ perPage })}
        />
      </Group>
    </Group>
  )
}

/** Lists the keyboard shortcuts of a list. */
export function KeyboardShortcutsDialog({
  opened,
  canAdd,
  onClose,
}: {
  opened: boolean
  canAdd: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const keys = [
    ['/', t('admin.list.keySearch')],
    ...(canAdd ? [['n', t('admin.list.keyNew')]] : []),
    ['?', t('admin.list.keyHelp')],
  ] as const
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('admin.list.keys')}
      centered
      closeButtonProps={{ 'aria-label': t('admin.list.close') }}
    >
      <Stack>
        {keys.map(([key, what]) => (
          <Text key={key}>
            <Kbd>{key}</Kbd> {what}
          </Text>
        ))}
      </Stack>
    </Modal>
  )
}

type DeletedRecordTableProps = {
  label: string
  records: DeletedRecord[] | undefined
  loading: boolean
  purgePermission: RequiredPermission
  restore: (id: string) => Promise<unknown>
  purge: (id: string) => Promise<unknown>
  reload: () => Promise<void>
}

/**
 * Shows the deleted records of a list, with who deleted them and until when, and buttons that restore them or
 * delete them permanently.
 */
export function RestoreOrPurgeRecordsTable({
  label,
  records,
  loading,
  purgePermission,
  restore,
  purge,
  reload,
}: DeletedRecordTableProps) {
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
    const text = <Bdi>{name || t('admin.list.unknownAccount')}</Bdi>
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
          { key: 'name', title: t('admin.list.name'), render: (row) => <Bdi>{getName(row)}</Bdi> },
          {
            key: 'deletedAt',
            title: t('admin.list.deletedAt'),
            noWrap: true,
            render: ({ deletedAt }) => formatDateTime(deletedAt),
          },
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
          title={t('admin.list.purgeQuestion', { name: getName(toPurge) })}
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
