import { ActionIcon, Checkbox, Group, Skeleton, Table, Tooltip, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import {
  IconArrowsSort,
  IconEdit,
  IconSortAscending,
  IconSortDescending,
  IconTrash,
} from '#web/shared/ui/icons.ts'
import styles from './data-list.module.css'
import stacked from './stacked-table.module.css'
import { useIsElementNarrowerThan } from './stacked-table.tsx'

export type Column<T> = {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** The cell in a CSV file of selected rows; a list with at least one of them offers that file. */
  text?: (row: T) => string | number | boolean | null
  /** A numeric column, aligned at the end. */
  number?: boolean
  /** Keeps the values on one line, except in cards. */
  noWrap?: boolean
  /** Hidden until the user shows it. */
  hidden?: boolean
}

type Props<T extends { id: string }> = {
  label: string
  /** Undefined before the first page is loaded: ten skeleton rows are shown. */
  rows: T[] | undefined
  loading: boolean
  columns: Column<T>[]
  getName: (row: T) => string
  getEditPath?: ((row: T) => string) | undefined
  /** Returns true for a row without 'Edit', 'Delete' and selection. */
  isReadOnly?: ((row: T) => boolean) | undefined
  actions?: ((row: T) => ReactNode) | undefined
  onRemove?: ((row: T) => void) | undefined
  /** The selected ids; undefined when rows cannot be selected. */
  selectedIds?: ReadonlySet<string> | undefined
  onSelect: (rows: readonly T[], isSelected: boolean) => void
  /**
   * The columns by which the list can be sorted, and the current order: the key of a column, with a minus
   * sign for descending order.
   */
  sortKeys?: readonly string[]
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
}

/**
 * Returns the next order when a column heading is pressed: ascending, descending, then the order of the
 * server.
 */
const getNextSort = (key: string, sort: string | undefined): string | undefined =>
  sort === key ? `-${key}` : sort === `-${key}` ? undefined : key

/**
 * Shows the table of a list, with selection and row actions; each row is a card where the table has no room.
 */
export function DataTable<T extends { id: string }>(props: Props<T>) {
  const {
    label,
    rows,
    loading,
    columns,
    getName,
    getEditPath,
    isReadOnly = () => false,
    actions,
    onRemove,
    selectedIds,
    onSelect,
    sortKeys = [],
    sort,
    onSort,
  } = props
  const { t } = useTranslation()
  const hasActions = Boolean(getEditPath || actions || onRemove)
  const width = columns.length + (hasActions ? 1 : 0) + (selectedIds ? 1 : 0)
  const [ref, isStacked] = useIsElementNarrowerThan(Math.min(940, 120 * width))
  const selected = rows?.filter(({ id }) => selectedIds?.has(id)).length ?? 0
  const selectable = rows?.filter((row) => !isReadOnly(row)) ?? []
  const getCellClass = (column: Column<T>) =>
    column.number ? styles.number : column.noWrap ? styles.noWrap : undefined
  return (
    <Table.ScrollContainer
      ref={ref}
      className={stacked.container}
      minWidth={0}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table
        verticalSpacing="sm"
        className={isStacked ? `${styles.table} ${styles.cards} ${stacked.stacked}` : styles.table}
        aria-busy={loading}
        role="table"
      >
        <Table.Thead role="rowgroup" className={selectedIds ? styles.selectionHead : undefined}>
          <Table.Tr role="row">
            {selectedIds ? (
              <Table.Th w={isStacked ? undefined : 44} role="columnheader">
                <Checkbox
                  aria-label={isStacked ? undefined : t('admin.list.selectAll')}
                  label={isStacked ? t('admin.list.selectAll') : undefined}
                  disabled={selectable.length === 0}
                  checked={selected > 0 && selected === selectable.length}
                  indeterminate={selected > 0 && selected < selectable.length}
                  onChange={(event) => onSelect(selectable, event.currentTarget.checked)}
                />
              </Table.Th>
            ) : null}
            {columns.map((column) => (
              <Table.Th
                key={column.key}
                role="columnheader"
                className={getCellClass(column)}
                aria-sort={
                  sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
                }
              >
                {sortKeys.includes(column.key) ? (
                  <UnstyledButton
                    className={styles.sort}
                    onClick={() => onSort?.(getNextSort(column.key, sort))}
                  >
                    {column.title}
                    {sort === column.key ? (
                      <IconSortAscending size={14} aria-hidden />
                    ) : sort === `-${column.key}` ? (
                      <IconSortDescending size={14} aria-hidden />
                    ) : (
                      <IconArrowsSort size={14} aria-hidden className={styles.unsorted} />
                    )}
                  </UnstyledButton>
                ) : (
                  column.title
                )}
              </Table.Th>
            ))}
            {hasActions ? (
              <Table.Th ta="end" role="columnheader" className={styles.actions}>
                {t('admin.list.actions')}
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows
            ? rows.map((row) => (
                <Table.Tr
                  key={row.id}
                  role="row"
                  className={selectedIds?.has(row.id) ? styles.chosen : undefined}
                >
                  {selectedIds ? (
                    <Table.Td role="cell" className={styles.select}>
                      <Checkbox
                        aria-label={`${t('admin.list.selectOne')}: ${getName(row)}`}
                        checked={selectedIds.has(row.id)}
                        disabled={isReadOnly(row)}
                        onChange={(event) => onSelect([row], event.currentTarget.checked)}
                      />
                    </Table.Td>
                  ) : null}
                  {columns.map((column) => (
                    <Table.Td
                      key={column.key}
                      role="cell"
                      data-label={column.title}
                      className={getCellClass(column)}
                    >
                      <div className={stacked.value}>{column.render(row)}</div>
                    </Table.Td>
                  ))}
                  {hasActions ? (
                    <Table.Td role="cell" className={styles.actions}>
                      <Group gap={4} justify="flex-end" wrap="nowrap">
                        {getEditPath && !isReadOnly(row) ? (
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
                        {onRemove && !isReadOnly(row) ? (
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
                <Table.Tr key={i} role="row">
                  <Table.Td colSpan={width} role="cell">
                    <Skeleton height={36} />
                  </Table.Td>
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
