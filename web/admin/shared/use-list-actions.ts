import { useEffect, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { getErrorMessage } from './admin-submit.tsx'
import type { ListState } from './use-url-list.ts'

/**
 * Holds the selected rows of a list, also those of other pages. Another search or filter clears the
 * selection, because the rows that it shows differ. `selectAll` selects the rows of all pages.
 */
export const useCrossPageSelection = <T extends { id: string }>({
  query,
  page,
  loadAllRows,
}: ListState<T>) => {
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

type ListAction = 'remove' | 'export' | 'bulk' | 'undo'
type Options<T extends { id: string }> = {
  list: ListState<T>
  selection: ReturnType<typeof useCrossPageSelection<T>>
  remove: ((id: string) => Promise<unknown>) | undefined
  restore: ((id: string) => Promise<unknown>) | undefined
  activate: ((id: string, value: boolean) => Promise<unknown>) | undefined
  confirmActivation: ((rows: readonly T[]) => Promise<boolean>) | undefined
  deletedMessage: string | undefined
  deleteFailedMessage: string | undefined
}

/**
 * Deletes, restores and activates rows of a list, shows the result as a message and reloads the list. `busy`
 * is the running action; `removedIds` are the rows that can be restored.
 */
export const useDeleteRestoreActivateRows = <T extends { id: string }>(options: Options<T>) => {
  const { list, selection, remove, restore, activate, confirmActivation } = options
  const { deletedMessage, deleteFailedMessage } = options
  const { t } = useTranslation()
  const [removedIds, setRemovedIds] = useState<string[]>([])
  const [busy, setBusy] = useState<ListAction>()
  const run = async (kind: ListAction, act: () => Promise<unknown>, fallback: string) => {
    setBusy(kind)
    try {
      await act()
    } catch (error) {
      const reason = getErrorMessage(t, error, fallback)
      toast.error(
        kind === 'remove' && deleteFailedMessage && reason !== deleteFailedMessage
          ? `${deleteFailedMessage}: ${reason}`
          : reason,
      )
    }
    setBusy(undefined)
  }
  const removeRows = (rows: readonly T[], closeDialog: () => void) =>
    run(
      'remove',
      async () => {
        const deletedIds: string[] = []
        try {
          for (const row of rows) {
            await remove?.(row.id)
            deletedIds.push(row.id)
          }
        } finally {
          closeDialog()
          selection.clear()
          if (deletedIds.length > 0 && deletedMessage) toast.success(deletedMessage)
          if (deletedIds.length > 0 && restore) setRemovedIds(deletedIds)
          else if (deletedIds.length > 0) toast.success(t('messages.erased'))
          await list.reload()
        }
      },
      t('messages.deleteFailed'),
    )
  const restoreRemovedRows = () =>
    run(
      'undo',
      async () => {
        for (const id of removedIds) await restore?.(id)
        setRemovedIds([])
        toast.success(t('messages.restored'))
        await list.reload()
      },
      t('messages.unknownError'),
    )
  const activateRows = (value: boolean) =>
    run(
      'bulk',
      async () => {
        if (value && confirmActivation && !(await confirmActivation(selection.rows))) return
        try {
          for (const { id } of selection.rows) await activate?.(id, value)
          toast.success(t('messages.statusUpdated'))
          selection.clear()
        } finally {
          await list.reload()
        }
      },
      t('messages.unknownError'),
    )
  return {
    busy,
    removedIds,
    clearRemovedIds: () => setRemovedIds([]),
    run,
    removeRows,
    restoreRemovedRows,
    activateRows,
  }
}
