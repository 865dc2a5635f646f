import { Table, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import styles from './stacked-table.module.css'

/** Says whether the element with the returned ref is narrower than `width` pixels. */
export const useIsElementNarrowerThan = (width: number) => {
  const [isNarrower, setIsNarrower] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => setIsNarrower(element.clientWidth < width)
      // the first paint has the right layout
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [width],
  )
  return [ref, isNarrower] as const
}

export type StackedColumn<T> = {
  title: string
  render: (row: T) => ReactNode
  /** A numeric column, aligned at the end. */
  number?: boolean
  /** Keeps the values on one line, except in blocks. */
  noWrap?: boolean
  /** A block has the title before the value of its header, as in 'Line 2'. */
  hasLabel?: boolean
  /** A column of buttons. Only screen readers have its title. */
  isActions?: boolean
}

type Props<T> = {
  label: string
  /** The width in pixels below which the rows are blocks. */
  minWidth: number
  /** The height in pixels above which the table scrolls. */
  maxHeight?: number
  /** The first column is the header of its row. */
  columns: readonly [StackedColumn<T>, ...StackedColumn<T>[]]
  rows: readonly T[]
  getKey: (row: T) => string | number
  /** Rows below the others, such as totals. */
  footerRows?: readonly T[]
}

/**
 * A table that shows each row as a block of labels and values where it has no room. Its explicit roles keep
 * the table readable by screen readers there.
 */
export function StackedTable<T>({
  label,
  minWidth,
  maxHeight,
  columns,
  rows,
  getKey,
  footerRows = [],
}: Props<T>) {
  const [header, ...others] = columns
  const [ref, isStacked] = useIsElementNarrowerThan(minWidth)
  const getCellClass = ({ number, noWrap, isActions }: StackedColumn<T>) =>
    isActions ? styles.actions : number ? styles.number : noWrap ? styles.noWrap : undefined
  const renderRow = (row: T, isFooter: boolean) => (
    <Table.Tr key={getKey(row)} role="row">
      <Table.Th
        scope="row"
        role="rowheader"
        className={isFooter ? undefined : styles.name}
        data-label={header.hasLabel ? header.title : undefined}
      >
        {header.render(row)}
      </Table.Th>
      {others.map((column) => (
        <Table.Td
          key={column.title}
          role="cell"
          data-label={column.isActions ? undefined : column.title}
          className={getCellClass(column)}
        >
          <div className={styles.value}>{column.render(row)}</div>
        </Table.Td>
      ))}
    </Table.Tr>
  )
  return (
    <Table.ScrollContainer
      ref={ref}
      className={styles.container}
      minWidth={0}
      maxHeight={maxHeight}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table className={isStacked ? styles.stacked : undefined} role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column.title} role="columnheader" className={getCellClass(column)}>
                {column.isActions ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{rows.map((row) => renderRow(row, false))}</Table.Tbody>
        {footerRows.length > 0 ? (
          <Table.Tfoot role="rowgroup">{footerRows.map((row) => renderRow(row, true))}</Table.Tfoot>
        ) : null}
      </Table>
    </Table.ScrollContainer>
  )
}
