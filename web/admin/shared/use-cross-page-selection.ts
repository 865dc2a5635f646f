import { useEffect, useState } from 'react'
import type { ListState } from './use-url-list.ts'

/**
 * Holds the selected rows of a list, also those of other pages. Another search or filter clears the selection, because the rows that it shows differ. `selectAll` selects
 * the rows of all pages.
 */
export const useCrossPageSelection = <T extends { id: string }>({ query, page, loadAllRows }: ListState<T>) => {
  const [rowsById, setRowsById] = useState<ReadonlyMap<string, T>>(new Map())
  const clear = () => setRowsById(new Map())
  const shownRows = JSON.stringify([query.search, query.filters, query.deleted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears whenever the list shows other rows
  useEffect(clear, [shownRows])
  const pageRows = page?.rows ?? []
  return {
    ids: new Set(rowsById.keys()) as ReadonlySet<string>,
    // rows of this page may be newer than the selected ones
    rows: [...rowsById.values()].map((row) => pageRows.find(({ id }) => id === row.id) ?? row),
    clear,
    setSelected: (rows: readonly T[], isSelected: boolean) =>
      setRowsById((before) => {
        const next = new Map(before)
        for (const row of rows) {
          if (isSelected) next.set(row.id, row)
          else next.delete(row.id)
        }
        return next
      }),
    selectAll: async () => setRowsById(new Map((await loadAllRows()).map((row) => [row.id, row]))),
  }
}
