import { useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import type { ApiError } from '#web/shared/api/call.ts'
import { toast } from '#web/shared/ui/toast.ts'

/**
 * Sends one change at a time and ignores others while it runs. Shows the message of the response or of the
 * failure; `errors` are the errors by field. With `readStored`, `stored` is the record that somebody else saved
 * since it was read, which the caller shows in place of a message.
 */
export const useSubmitWithToasts = <Stored = never>(readStored?: (error: ApiError) => Stored) => {
  const { submitting, failure, submit, clear } = useSubmitWithErrorFocus()
  const isStale = (code: string) => code === 'stale-version' && readStored !== undefined
  const save = async (send: () => Promise<{ msg: string } | undefined>, onSuccess: () => void) => {
    const failed = await submit(async () => {
      const reply = await send()
      if (reply?.msg) toast.success(reply.msg)
      onSuccess()
    })
    if (failed && !isStale(failed.code)) toast.error(failed.message)
  }
  const stored = failure?.error && isStale(failure.code) ? readStored?.(failure.error) : undefined
  return { saving: submitting, errors: failure?.fields ?? {}, stored, save, clear }
}
