import { ActionIcon, Checkbox, Group, Skeleton, Table, Tooltip } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './data-list.module.css'

export type Column<T> = {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** The cell in a CSV file of selected rows; a list with at least one of them offers that file. */
  text?: (row: T) => string | number | boolean | null
  /** Figures stand under each other. */
  number?: boolean
  /** Not shown until somebody chooses it. */
  hidden?: boolean
}

type Props<T extends { id: string }> = {
  label: string
  /** Undefined while nothing has been read: ten skeleton rows. */
  rows: T[] | undefined
  loading: boolean
  columns: Column<T>[]
  getName: (row: T) => string
  getEditPath?: ((row: T) => string) | undefined
  actions?: ((row: T) => ReactNode) | undefined
  onRemove?: ((row: T) => void) | undefined
  /** Selection, where rows can be selected. */
  chosen?: ReadonlySet<string> | undefined
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** The rows of a list with their selection and their actions. */
export function DataTable<T extends { id: string }>(props: Props<T>) {
  const { label, rows, loading, columns, getName, getEditPath, actions, onRemove, chosen, onChoose } = props
  const { t } = useTranslation()
  const acting = Boolean(getEditPath || actions || onRemove)
  const width = columns.length + (acting ? 1 : 0) + (chosen ? 1 : 0)
  const selected = rows?.filter(({ id }) => chosen?.has(id)).length ?? 0
  const choose = (id: string, value: boolean) => {
    const next = new Set(chosen)
    if (value) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  const cellOf = (column: Column<T>) => (column.number ? styles.number : undefined)
  return (
    <Table.ScrollContainer minWidth={Math.min(960, 120 * width)} type="native" tabIndex={0} role="region" aria-label={label}>
      <Table verticalSpacing="sm" className={styles.table} aria-busy={loading}>
        <Table.Thead>
          <Table.Tr>
            {chosen ? (
              <Table.Th w={44}>
                <Checkbox
                  aria-label={t('admin.list.selectAll')}
                  checked={selected > 0 && selected === rows?.length}
                  indeterminate={selected > 0 && selected < (rows?.length ?? 0)}
                  onChange={(event) => onChoose(new Set(event.currentTarget.checked ? rows?.map(({ id }) => id) : []))}
                />
              </Table.Th>
            ) : null}
            {columns.map((column) => (
              <Table.Th key={column.key} className={cellOf(column)}>
                {column.title}
              </Table.Th>
            ))}
            {acting ? <Table.Th ta="end">{t('admin.list.actions')}</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            ? rows.map((row) => (
                <Table.Tr key={row.id} className={chosen?.has(row.id) ? styles.chosen : undefined}>
                  {chosen ? (
                    <Table.Td>
                      <Checkbox
                        aria-label={`${t('admin.list.selectOne')}: ${getName(row)}`}
                        checked={chosen.has(row.id)}
                        onChange={(event) => choose(row.id, event.currentTarget.checked)}
                      />
                    </Table.Td>
                  ) : null}
                  {columns.map((column) => (
                    <Table.Td key={column.key} className={cellOf(column)}>
                      {column.render(row)}
                    </Table.Td>
                  ))}
                  {acting ? (
                    <Table.Td>
                      <Group gap={4} justify="flex-end" wrap="nowrap">
                        {getEditPath ? (
                          <Tooltip label={t('admin.list.edit')}>
                            <ActionIcon
                              component={Link}
                              to={getEditPath(row)}
                              variant="subtle"
                              size={36}
                              aria-label={`${t('admin.list.edit')}: ${getName(row)}`}
                            >
                              <IconEdit size={20} />
                            </ActionIcon>
                          </Tooltip>
                        ) : null}
                        {actions?.(row)}
                        {onRemove ? (
                          <Tooltip label={t('admin.list.remove')}>
                            <ActionIcon
                              variant="subtle"
                              c="var(--mantine-color-error)"
                              size={36}
                              aria-label={`${t('admin.list.remove')}: ${getName(row)}`}
                              onClick={() => onRemove(row)}
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
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
