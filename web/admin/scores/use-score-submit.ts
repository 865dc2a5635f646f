import { useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { toast } from '#web/shared/ui/toast.ts'

/**
 * Sends one change at a time and ignores others while it runs. Shows the message of the response or of the
 * failure; `errors` are the errors by field.
 */
export const useSubmitWithToasts = () => {
  const { submitting, failure, submit } = useSubmitWithErrorFocus()
  const save = async (send: () => Promise<{ msg: string } | undefined>, onSuccess: () => void) => {
    const failed = await submit(async () => {
      const reply = await send()
      if (reply?.msg) toast.success(reply.msg)
      onSuccess()
    })
    if (failed) toast.error(failed.message)
  }
  return { saving: submitting, errors: failure?.fields ?? {}, save }
}
