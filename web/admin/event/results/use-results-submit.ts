import type { AdminResults } from '#contract/event/results/results.schema.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { callApi } from '#web/shared/api/with-token.ts'

/** Loads the results again after a failure, because another screen may have changed them. */
export const reloadResultsIgnoringFailure = (
  eventId: string,
  onChange: (results: AdminResults) => void,
): Promise<void> =>
  callApi('GET /api/admin/events/:eventId/results', { params: { eventId } }).then(onChange, () => {})

/**
 * Sends one change of the freeze or reveal at a time and ignores others while it runs. After a failure it
 * loads the results again.
 */
export const useResultsSubmitWithReloadOnFailure = (
  eventId: string,
  onChange: (results: AdminResults) => void,
) => {
  const { saving, save: saveWithToasts } = useSubmitWithToasts()
  const save = async (send: () => Promise<AdminResults & { msg: string }>, isSilent = false) => {
    const failed = await saveWithToasts(async () => {
      const { msg, ...results } = await send()
      onChange(results)
      return isSilent ? undefined : { msg }
    })
    if (failed) await reloadResultsIgnoringFailure(eventId, onChange)
  }
  return { saving, save }
}
