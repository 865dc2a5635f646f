import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { RequiredPermission } from '#contract/accounts/permissions.ts'
import type { adminEntities } from '#i18n/en/admin-entities.ts'
import { languages } from '#i18n/languages.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import type { DeletedRecordApi } from '#web/shared/api/admin/crud.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus } from '#web/shared/ui/icons.ts'
import styles from './data-list.module.css'
import { type Column, DataTable } from './data-table.tsx'
import { AdminConfirmDialog } from './dialog.tsx'
import { buildCsvBlob, saveBlobAsFile } from './download-file.ts'
import {
  KeyboardShortcutsDialog,
  ListNotice,
  ListPaginationAndPageSize,
  RestoreOrPurgeRecordsTable,
  SelectionActions,
} from './list-parts.tsx'
import { FilterChips, type ListFilter, ListToolbar } from './list-toolbar.tsx'
import { useCrossPageSelection, useDeleteRestoreActivateRows } from './use-list-actions.ts'
import { type ListState, useLoadedListPageWithErrorToast } from './use-url-list.ts'

type Entities = typeof adminEntities
type ListedEntity = {
  [E in keyof Entities]: Entities[E] extends { many: string; empty: object } ? E : never
}[keyof Entities]
type AddedEntity = {
  [E in ListedEntity]: Entities[E]['empty'] extends { add: string } ? E : never
}[ListedEntity]

type Props<T extends { id: string }> = {
  /** The key of stored choices, and the name of exported files. */
  name: string
  /** The entity of the records, which has the title of the list and the texts of the empty list. */
  entity: ListedEntity
  /** The level of the heading: more than 1 on a page with headings of its own. */
  titleOrder?: 1 | 2 | 3
  list: ListState<T>
  columns: Column<T>[]
  /** Returns the name of a row for labels and dialogs. */
  getName: (row: T) => string
  addPath?: string
  getEditPath?: (row: T) => string
  /** Returns true for a row that the user can neither edit, delete nor select. */
  isReadOnly?: (row: T) => boolean
  /** More actions of a row, before 'Delete'. */
  actions?: (row: T) => ReactNode
  tools?: ReactNode
  filters?: ListFilter[]
  exportCsv?: () => Promise<Blob>
  remove?: (id: string) => Promise<unknown>
  /** The message after a deletion, beside the undo button. */
  deletedMessage?: string
  /** The message before the reason when a deletion fails. */
  deleteFailedMessage?: string
  restore?: (id: string) => Promise<unknown>
  /** The calls about deleted records; with `restore` they add the filter 'Deleted'. */
  deletedRecords?: DeletedRecordApi
  /** What deleting a record permanently needs. */
  purgePermission?: RequiredPermission
  /**
   * Sets whether a row is active; adds the bulk actions 'show' and 'hide', unless `activateLabels` names
   * them.
   */
  activate?: (id: string, value: boolean) => Promise<unknown>
  /** Asks before rows become active; false cancels. */
  confirmActivation?: (rows: readonly T[]) => Promise<boolean>
  activateLabels?: { on: string; off: string }
}

/** Runs a keyboard shortcut only when the focus is outside dialogs and menus. */
const outsideDialogs = (act: () => void) => (event: KeyboardEvent) => {
  if (!(event.target as Element).closest('[role="dialog"], [role="menu"]')) act()
}

/**
 * Shows a list of records with search, filters, sorting, page sizes, row and bulk actions, undo and
 * shortcuts.
 */
export function RecordListWithToolbarAndActions<T extends { id: string }>(props: Props<T>) {
  const {
    name,
    entity,
    titleOrder = 1,
    list,
    columns,
    getName,
    addPath,
    getEditPath,
    isReadOnly,
    actions,
    tools,
    filters = [],
    exportCsv,
    remove,
    deletedMessage,
    deleteFailedMessage,
    restore,
    deletedRecords,
    purgePermission = 'administration',
    activate,
    confirmActivation,
    activateLabels,
  } = props
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const [storedHidden, setHidden] = useLocalStorage<readonly string[]>({
    key: `admin_columns_${name}`,
    defaultValue: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
    getInitialValueInEffect: false,
  })
  const hidden = Array.isArray(storedHidden) ? storedHidden : []
  const selection = useCrossPageSelection(list)
  const [rowsToDelete, setRowsToDelete] = useState<T[]>()
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const { query } = list
  const showsDeleted = query.deleted && deletedRecords !== undefined && restore !== undefined
  const deletedList = useLoadedListPageWithErrorToast({
    query: { page: query.page, perPage: query.perPage, search: query.search },
    load: (query, signal) => (deletedRecords as DeletedRecordApi).list(query, signal),
    isEnabled: showsDeleted,
    setPage: (page) => list.set({ page }),
  })
  const { loading, failed, reload } = showsDeleted ? deletedList : list
  const { page } = list
  const total = showsDeleted ? deletedList.page?.total : page?.total
  const rows = page?.rows ?? []
  const shownColumns = columns.filter(({ key }) => !hidden.includes(key))
  const selected = selection.rows
  const formatCount = (value: number) =>
    new Intl.NumberFormat(languages[i18n.language as 'en' | 'ar'].locale).format(value)
  const showShortcuts = outsideDialogs(() => setShortcutsOpen(true))
  const focusSearch = outsideDialogs(() => search.current?.focus())
  useHotkeys([
    ['/', focusSearch],
    ['shift+/', focusSearch],
    ['?', showShortcuts],
    ['shift+?', showShortcuts],
    ['n', outsideDialogs(() => addPath && void navigate(addPath))],
  ])

  const { busy, removedIds, clearRemovedIds, run, removeRows, restoreRemovedRows, activateRows } =
    useDeleteRestoreActivateRows({
      list,
      selection,
      remove,
      restore,
      activate,
      confirmActivation,
      deletedMessage,
      deleteFailedMessage,
    })
  const exportAll =
    exportCsv &&
    (() =>
      run('export', async () => saveBlobAsFile(await exportCsv(), `${name}.csv`), t('messages.loadFailed')))
  const exportable = columns.some(({ text }) => text)
  const exportSelected = exportable
    ? () => saveBlobAsFile(buildCsvBlob(columns, selected), `${name}.csv`)
    : undefined
  const selectable = Boolean(remove || activate || exportable)
  const isFiltered = Boolean(query.search) || Object.keys(query.filters).length > 0

  return (
    <Stack gap="sm" className={styles.list}>
      <Group justify="space-between" gap="xs" mih={36}>
        <Group align="baseline" gap="sm">
          <Title order={titleOrder} size={titleOrder === 1 ? 'h2' : 'h3'}>
            {t(`adminEntities.${entity}.many`)}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {total === undefined
              ? t('loading')
              : t('admin.list.count', { count: total, formatted: formatCount(total) })}
          </Text>
        </Group>
        {selected.length > 0 && !showsDeleted ? (
          <SelectionActions
            countText={t('admin.list.selected', {
              count: selected.length,
              formatted: formatCount(selected.length),
            })}
            busy={busy === 'bulk'}
            selectAllLabel={
              total !== undefined && total > selected.length && rows.every(({ id }) => selection.ids.has(id))
                ? t('admin.list.selectAllPages', { count: total, formatted: formatCount(total) })
                : undefined
            }
            onSelectAll={() => void run('bulk', selection.selectAll, t('messages.loadFailed'))}
            onClear={selection.clear}
            activateLabels={activateLabels}
            onActivate={activate && ((value) => void activateRows(value))}
            onExport={exportSelected}
            onRemove={remove && (() => setRowsToDelete(selected))}
          />
        ) : (
          <Group gap="xs">
            {tools}
            {addPath ? (
              <Button
                component={Link}
                to={addPath}
                leftSection={<IconPlus size={18} aria-hidden />}
                aria-keyshortcuts="n"
              >
                {t('admin.list.add')}
              </Button>
            ) : null}
          </Group>
        )}
      </Group>
      <ListToolbar
        list={list}
        loading={loading}
        onReload={() => void reload()}
        canShowDeleted={deletedRecords !== undefined && restore !== undefined}
        search={search}
        filters={showsDeleted ? [] : filters}
        columns={columns}
        hidden={hidden}
        onToggle={(key) =>
          setHidden(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key])
        }
        onExport={exportAll && !showsDeleted ? () => void exportAll() : undefined}
        exporting={busy === 'export'}
        onShowShortcuts={() => setShortcutsOpen(true)}
      />
      {showsDeleted ? null : <FilterChips list={list} filters={filters} />}
      {removedIds.length > 0 && restore && !showsDeleted ? (
        <Alert
          role="status"
          withCloseButton
          closeButtonLabel={t('admin.list.close')}
          onClose={() => clearRemovedIds()}
        >
          <Group>
            {t('admin.list.removed', { count: removedIds.length, formatted: formatCount(removedIds.length) })}
            <Button
              size="xs"
              variant="default"
              loading={busy === 'undo'}
              onClick={() => void restoreRemovedRows()}
            >
              {t('admin.list.undo')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {failed ? (
        <div role="alert">
          <ListNotice text={t('admin.list.failed')}>
            <Button variant="default" onClick={() => void reload()}>
              {t('retry')}
            </Button>
          </ListNotice>
        </div>
      ) : total === 0 && showsDeleted ? (
        <ListNotice text={t(query.search ? 'admin.list.nothingFound' : 'admin.list.nothingDeleted')} />
      ) : showsDeleted ? (
        <RestoreOrPurgeRecordsTable
          label={t(`adminEntities.${entity}.many`)}
          records={deletedList.page?.rows}
          loading={loading}
          purgePermission={purgePermission}
          restore={restore}
          purge={deletedRecords.purge}
          reload={() => {
            clearRemovedIds()
            return reload()
          }}
        />
      ) : page && rows.length === 0 ? (
        isFiltered ? (
          <ListNotice text={t('admin.list.nothingFound')} />
        ) : (
          <ListNotice
            text={t(`adminEntities.${entity}.empty.title`)}
            // a hint about adding is for users who may add
            {...(addPath || !i18n.exists(`adminEntities.${entity}.empty.add`)
              ? { hint: t(`adminEntities.${entity}.empty.hint`) }
              : {})}
          >
            {addPath ? (
              <Button component={Link} to={addPath} leftSection={<IconPlus size={18} aria-hidden />}>
                {t(`adminEntities.${entity as AddedEntity}.empty.add`)}
              </Button>
            ) : null}
          </ListNotice>
        )
      ) : (
        <DataTable<T>
          label={t(`adminEntities.${entity}.many`)}
          rows={page?.rows}
          loading={loading}
          columns={shownColumns}
          getName={getName}
          getEditPath={getEditPath}
          isReadOnly={isReadOnly}
          actions={actions}
          onRemove={remove && ((row) => setRowsToDelete([row]))}
          selectedIds={selectable ? selection.ids : undefined}
          onSelect={selection.setSelected}
          sortKeys={list.sortKeys}
          sort={query.sort}
          onSort={(sort) => list.set({ sort })}
        />
      )}
      <ListPaginationAndPageSize list={list} total={total} />
      {rowsToDelete ? (
        <AdminConfirmDialog
          title={t('messages.confirmDelete')}
          text={joinTexts(rowsToDelete.map(getName), i18n.language)}
          action={t('admin.list.remove')}
          busy={busy === 'remove'}
          onClose={() => setRowsToDelete(undefined)}
          onConfirm={() => void removeRows(rowsToDelete, () => setRowsToDelete(undefined))}
        />
      ) : null}
      <KeyboardShortcutsDialog
        opened={shortcutsOpen}
        canAdd={Boolean(addPath)}
        onClose={() => setShortcutsOpen(false)}
      />
    </Stack>
  )
}
