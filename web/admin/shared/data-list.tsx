import { Alert, Button, Group, Pagination, Stack, Text, Title } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { languages } from '#i18n/languages.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { downloadFile } from './download-file.ts'
import { getErrorMessage } from './error-message.ts'
import { KeyboardShortcutsDialog, ListNotice, SelectionActions } from './list-parts.tsx'
import { FilterChips, type ListFilter, ListToolbar } from './list-toolbar.tsx'
import { rowsToCsv } from './rows-to-csv.ts'
import type { ListState } from './use-list-state.ts'

type Props<T extends { id: string }> = {
  /** For what is remembered in the browser. */
  name: string
  title: string
  list: ListState<T>
  columns: Column<T>[]
  /** What a row is called when it is spoken of. */
  getName: (row: T) => string
  addPath?: string
  getEditPath?: (row: T) => string
  /** More actions of a row, before 'Delete'. */
  actions?: (row: T) => ReactNode
  tools?: ReactNode
  filters?: ListFilter[]
  exportCsv?: () => Promise<Blob>
  remove?: (id: string) => Promise<unknown>
  /** What is said when rows were deleted, beside the way to bring them back. */
  deletedMessage?: string
  restore?: (id: string) => Promise<unknown>
  /** Shows or hides a row: makes the bulk actions for it. */
  activate?: (id: string, value: boolean) => Promise<unknown>
  /** What that is called, where it is not showing and hiding. */
  activateLabels?: { on: string; off: string }
}

/** Runs a keyboard shortcut only when the focus is outside dialogs and menus. */
const outsideDialogs = (act: () => void) => (event: KeyboardEvent) => {
  if (!(event.target as Element).closest('[role="dialog"], [role="menu"]')) act()
}

/** The list of every kind of record: search, filters, reload, page sizes, add, export, row actions, bulk actions, undo, keys. */
export function DataList<T extends { id: string }>(props: Props<T>) {
  const {
    name,
    title,
    list,
    columns,
    getName,
    addPath,
    getEditPath,
    actions,
    tools,
    filters = [],
    exportCsv,
    remove,
    deletedMessage,
    restore,
    activate,
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<T[]>()
  const [removed, setRemoved] = useState<string[]>([])
  const [busy, setBusy] = useState<'remove' | 'export' | 'bulk' | 'undo'>()
  const [keys, setKeys] = useState(false)
  const { page, query } = list
  const rows = page?.rows ?? []
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  const selected = rows.filter(({ id }) => chosen.has(id))
  const number = (value: number) => new Intl.NumberFormat(languages[i18n.language as 'en' | 'ar'].locale).format(value)
  const openKeys = outsideDialogs(() => setKeys(true))
  const focusSearch = outsideDialogs(() => search.current?.focus())
  useHotkeys([
    ['/', focusSearch],
    ['shift+/', focusSearch],
    ['?', openKeys],
    ['shift+?', openKeys],
    ['n', outsideDialogs(() => addPath && void navigate(addPath))],
  ])

  const work = async (kind: typeof busy, act: () => Promise<unknown>, otherwise: string) => {
    setBusy(kind)
    try {
      await act()
    } catch (error) {
      toast.error(getErrorMessage(t, error, otherwise))
    }
    setBusy(undefined)
  }
  const removeAll = (gone: T[]) =>
    work(
      'remove',
      async () => {
        const done: string[] = []
        try {
          for (const row of gone) {
            await remove?.(row.id)
            done.push(row.id)
          }
        } finally {
          setAsked(undefined)
          setChosen(new Set())
          if (done.length > 0 && deletedMessage) toast.success(deletedMessage)
          if (done.length > 0 && restore) setRemoved(done)
          else if (done.length > 0) toast.success(t('messages.erased'))
          await list.reload()
        }
      },
      t('messages.deleteFailed'),
    )
  const undo = () =>
    work(
      'undo',
      async () => {
        for (const id of removed) await restore?.(id)
        setRemoved([])
        toast.success(t('messages.restored'))
        await list.reload()
      },
      t('messages.unknownError'),
    )
  const activateAll = (value: boolean) =>
    work(
      'bulk',
      async () => {
        try {
          for (const { id } of selected) await activate?.(id, value)
          toast.success(t('messages.statusUpdated'))
          setChosen(new Set())
        } finally {
          await list.reload()
        }
      },
      t('messages.unknownError'),
    )
  const exportAll =
    exportCsv && (() => work('export', async () => downloadFile(await exportCsv(), `${name}.csv`), t('messages.loadFailed')))
  const exportable = columns.some(({ text }) => text)
  const exportSelected = exportable ? () => downloadFile(rowsToCsv(columns, selected), `${name}.csv`) : undefined
  const selectable = Boolean(remove || activate || exportable)
  const narrowed = Boolean(query.search) || Object.keys(query.filters).length > 0

  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Group>
          {tools}
          {addPath ? (
            <Button component={Link} to={addPath} leftSection={<IconPlus size={18} aria-hidden />} aria-keyshortcuts="n">
              {t('admin.list.add')}
            </Button>
          ) : null}
        </Group>
      </Group>
      <ListToolbar
        list={list}
        search={search}
        filters={filters}
        columns={columns}
        hidden={hidden}
        onToggle={(key) => setHidden(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key])}
        onExport={exportAll && (() => void exportAll())}
        exporting={busy === 'export'}
        onKeys={() => setKeys(true)}
      />
      <FilterChips list={list} filters={filters} />
      {removed.length > 0 && restore ? (
        <Alert role="status" withCloseButton closeButtonLabel={t('admin.list.close')} onClose={() => setRemoved([])}>
          <Group>
            {t('admin.list.removed', { count: removed.length, formatted: number(removed.length) })}
            <Button size="xs" variant="default" loading={busy === 'undo'} onClick={() => void undo()}>
              {t('admin.list.undo')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Group mih={36} justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {page ? t('admin.list.count', { count: page.total, formatted: number(page.total) }) : t('loading')}
        </Text>
        {selected.length > 0 ? (
          <SelectionActions
            countText={t('admin.list.selected', { count: selected.length, formatted: number(selected.length) })}
            busy={busy === 'bulk'}
            activateLabels={activateLabels}
            onActivate={activate && ((value) => void activateAll(value))}
            onExport={exportSelected}
            onRemove={remove && (() => setAsked(selected))}
          />
        ) : null}
      </Group>
      {list.failed ? (
        <div role="alert">
          <ListNotice text={t('admin.list.failed')}>
            <Button variant="default" onClick={() => void list.reload()}>
              {t('retry')}
            </Button>
          </ListNotice>
        </div>
      ) : page && rows.length === 0 ? (
        <ListNotice text={t(narrowed ? 'admin.list.nothingFound' : 'admin.list.empty')} />
      ) : (
        <DataTable<T>
          label={title}
          rows={page?.rows}
          loading={list.loading}
          columns={shown}
          getName={getName}
          getEditPath={getEditPath}
          actions={actions}
          onRemove={remove && ((row) => setAsked([row]))}
          chosen={selectable ? chosen : undefined}
          onChoose={setChosen}
        />
      )}
      {page && page.total > query.perPage ? (
        <Pagination
          total={Math.ceil(page.total / query.perPage)}
          value={query.page}
          onChange={(to) => list.set({ page: to })}
          withEdges
          getControlProps={(control) => ({ 'aria-label': t(`admin.list.${control}`) })}
        />
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={t('messages.confirmDelete')}
          text={asked.map((row) => `\u2068${getName(row)}\u2069`).join(' · ')}
          action={t('admin.list.remove')}
          busy={busy === 'remove'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void removeAll(asked)}
        />
      ) : null}
      <KeyboardShortcutsDialog opened={keys} canAdd={Boolean(addPath)} onClose={() => setKeys(false)} />
    </Stack>
  )
}
