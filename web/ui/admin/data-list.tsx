import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  Kbd,
  Modal,
  Pagination,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
  Tooltip,
} from '@mantine/core'
import { IconEdit, IconEye, IconEyeOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { languages } from '#i18n/languages.ts'
import { ApiError } from '#web/lib/api/call.ts'
import { toast } from '#web/ui/toast.ts'
import { Confirm } from './confirm.tsx'
import styles from './data-list.module.css'
import { FilterChips, type ListFilter, ListTools } from './list-tools.tsx'
import { saveFile } from './save-file.ts'
import { useColumns } from './use-columns.ts'
import { useKeys } from './use-keys.ts'
import type { List } from './use-list.ts'

export type Column<T> = {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** Figures stand under each other. */
  number?: boolean
  /** Not shown until somebody chooses it. */
  hidden?: boolean
}

type Props<T extends { id: string }> = {
  /** For what is remembered in the browser. */
  name: string
  title: string
  list: List<T>
  columns: Column<T>[]
  /** What a row is called when it is spoken of. */
  nameOf: (row: T) => string
  addTo?: string
  editTo?: (row: T) => string
  /** More actions of a row, before 'Delete'. */
  actions?: (row: T) => ReactNode
  tools?: ReactNode
  filters?: ListFilter[]
  exportCsv?: () => Promise<Blob>
  remove?: (id: string) => Promise<unknown>
  restore?: (id: string) => Promise<unknown>
  /** Shows or hides a row: makes the bulk actions for it. */
  activate?: (id: string, value: boolean) => Promise<unknown>
}

const message = (error: unknown) => (error instanceof ApiError ? error.message : '')

/** The list of every kind of record: search, filters, reload, page sizes, add, export, row actions, bulk actions, undo, keys. */
export function DataList<T extends { id: string }>(props: Props<T>) {
  const { name, title, list, columns, nameOf, addTo, editTo, actions, tools, filters = [], exportCsv, remove, restore, activate } = props
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const choice = useColumns(
    name,
    columns.filter(({ hidden }) => hidden).map(({ key }) => key),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<T[]>()
  const [removed, setRemoved] = useState<string[]>([])
  const [busy, setBusy] = useState<'remove' | 'export' | 'bulk' | 'undo'>()
  const [keys, setKeys] = useState(false)
  const { page, query } = list
  const rows = page?.rows ?? []
  const shown = columns.filter(({ key }) => !choice.hidden.includes(key))
  const selected = rows.filter(({ id }) => chosen.has(id))
  const number = (value: number) => new Intl.NumberFormat(languages[i18n.language as 'en' | 'ar'].locale).format(value)
  useKeys({
    '/': () => search.current?.focus(),
    n: addTo ? () => void navigate(addTo) : undefined,
    '?': () => setKeys(true),
  })

  const work = async (kind: typeof busy, act: () => Promise<unknown>, otherwise: string) => {
    setBusy(kind)
    try {
      await act()
    } catch (error) {
      toast.error(message(error) || otherwise)
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
  const exportAll = exportCsv && (() => work('export', async () => saveFile(await exportCsv(), `${name}.csv`), t('messages.loadFailed')))
  const selectable = Boolean(remove || activate)
  const choose = (id: string, value: boolean) => {
    const next = new Set(chosen)
    if (value) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const acting = Boolean(editTo || actions || remove)
  const width = shown.length + (acting ? 1 : 0) + (selectable ? 1 : 0)

  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Group>
          {tools}
          {addTo ? (
            <Button component={Link} to={addTo} leftSection={<IconPlus size={18} aria-hidden />} aria-keyshortcuts="n">
              {t('admin.list.add')}
            </Button>
          ) : null}
        </Group>
      </Group>
      <ListTools
        list={list}
        search={search}
        filters={filters}
        columns={columns}
        hidden={choice.hidden}
        onToggle={choice.toggle}
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
          <Group gap="xs">
            <Text size="sm">{t('admin.list.selected', { count: selected.length, formatted: number(selected.length) })}</Text>
            {activate ? (
              <>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconEye size={16} />}
                  loading={busy === 'bulk'}
                  onClick={() => void activateAll(true)}
                >
                  {t('admin.list.activate')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconEyeOff size={16} />}
                  loading={busy === 'bulk'}
                  onClick={() => void activateAll(false)}
                >
                  {t('admin.list.hide')}
                </Button>
              </>
            ) : null}
            {remove ? (
              <Button size="xs" variant="default" leftSection={<IconTrash size={16} />} onClick={() => setAsked(selected)}>
                {t('admin.list.remove')}
              </Button>
            ) : null}
          </Group>
        ) : null}
      </Group>
      {list.failed ? (
        <Alert color="red" title={t('messages.loadFailed')}>
          <Stack align="flex-start">
            {t('admin.list.failed')}
            <Button variant="default" onClick={() => void list.reload()}>
              {t('retry')}
            </Button>
          </Stack>
        </Alert>
      ) : (
        <Table.ScrollContainer minWidth={Math.min(960, 120 * width)} type="native">
          <Table verticalSpacing="sm" className={styles.table} aria-busy={list.loading}>
            <Table.Thead>
              <Table.Tr>
                {selectable ? (
                  <Table.Th w={44}>
                    <Checkbox
                      aria-label={t('admin.list.selectAll')}
                      checked={rows.length > 0 && selected.length === rows.length}
                      indeterminate={selected.length > 0 && selected.length < rows.length}
                      onChange={(event) => setChosen(new Set(event.currentTarget.checked ? rows.map(({ id }) => id) : []))}
                    />
                  </Table.Th>
                ) : null}
                {shown.map((column) => (
                  <Table.Th key={column.key} className={column.number ? styles.number : undefined}>
                    {column.title}
                  </Table.Th>
                ))}
                {acting ? <Table.Th ta="end">{t('admin.list.actions')}</Table.Th> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {page
                ? rows.map((row) => (
                    <Table.Tr key={row.id} className={chosen.has(row.id) ? styles.chosen : undefined}>
                      {selectable ? (
                        <Table.Td>
                          <Checkbox
                            aria-label={`${t('admin.list.selectOne')}: ${nameOf(row)}`}
                            checked={chosen.has(row.id)}
                            onChange={(event) => choose(row.id, event.currentTarget.checked)}
                          />
                        </Table.Td>
                      ) : null}
                      {shown.map((column) => (
                        <Table.Td key={column.key} className={column.number ? styles.number : undefined}>
                          {column.render(row)}
                        </Table.Td>
                      ))}
                      {acting ? (
                        <Table.Td>
                          <Group gap={4} justify="flex-end" wrap="nowrap">
                            {editTo ? (
                              <Tooltip label={t('admin.list.edit')}>
                                <ActionIcon
                                  component={Link}
                                  to={editTo(row)}
                                  variant="subtle"
                                  size={36}
                                  aria-label={`${t('admin.list.edit')}: ${nameOf(row)}`}
                                >
                                  <IconEdit size={20} />
                                </ActionIcon>
                              </Tooltip>
                            ) : null}
                            {actions?.(row)}
                            {remove ? (
                              <Tooltip label={t('admin.list.remove')}>
                                <ActionIcon
                                  variant="subtle"
                                  c="var(--mantine-color-error)"
                                  size={36}
                                  aria-label={`${t('admin.list.remove')}: ${nameOf(row)}`}
                                  onClick={() => setAsked([row])}
                                >
                                  <IconTrash size={20} />
                                </ActionIcon>
                              </Tooltip>
                            ) : null}
                          </Group>
                        </Table.Td>
                      ) : null}
                    </Table.Tr>
                  ))
                : Array.from({ length: 10 }, (_, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
                    <Table.Tr key={i}>
                      <Table.Td colSpan={width}>
                        <Skeleton height={28} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
              {page && rows.length === 0 ? (
                <Table.Tr>
                  <Table.Td colSpan={width} ta="center" py={48}>
                    {t(query.search || Object.keys(query.filters).length > 0 ? 'admin.list.nothingFound' : 'admin.list.empty')}
                  </Table.Td>
                </Table.Tr>
              ) : null}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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
        <Confirm
          title={t('messages.confirmDelete')}
          text={asked.map((row) => `\u2068${nameOf(row)}\u2069`).join(' · ')}
          action={t('admin.list.remove')}
          busy={busy === 'remove'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void removeAll(asked)}
        />
      ) : null}
      <Modal
        opened={keys}
        onClose={() => setKeys(false)}
        title={t('admin.list.keys')}
        centered
        closeButtonProps={{ 'aria-label': t('admin.list.close') }}
      >
        <Stack>
          <Text>
            <Kbd>/</Kbd> {t('admin.list.keySearch')}
          </Text>
          {addTo ? (
            <Text>
              <Kbd>n</Kbd> {t('admin.list.keyNew')}
            </Text>
          ) : null}
          <Text>
            <Kbd>?</Kbd> {t('admin.list.keyHelp')}
          </Text>
        </Stack>
      </Modal>
    </Stack>
  )
}
