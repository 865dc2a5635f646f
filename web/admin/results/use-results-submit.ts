import type { AdminResults } from '#contract/results.schema.ts'
import { useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { toast } from '#web/shared/ui/toast.ts'

/**
 * Sends one change of the freeze or reveal at a time and ignores others while it runs. After a failure it
 * loads the results again, because another screen may have changed them.
 */
export const useFreezeOrRevealSubmit = (eventId: string, onChange: (results: AdminResults) => void) => {
  const { submitting, submit } = useSubmitWithErrorFocus()
  const save = async (send: () => Promise<AdminResults & { msg: string }>, isSilent = false) => {
    const failed = await submit(async () => {
      const { msg, ...results } = await send()
      onChange(results)
      if (!isSilent) toast.success(msg)
    })
    if (!failed) return
    toast.error(failed.message)
    await callApi('GET /api/admin/events/:eventId/results', { params: { eventId } }).then(onChange, () => {})
  }
  return { saving: submitting, save }
}
