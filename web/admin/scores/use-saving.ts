import { useRef, useState } from 'react'
import { problemWords } from '#web/admin/shared/problem-words.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Runs one save at a time and ignores further submits meanwhile. Shows the message of the reply; `errors` are the errors by field. */
export const useSaving = () => {
  const { t } = useTranslation()
  const isBusy = useRef(false)
  const [saving, setSaving] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = async (send: () => Promise<{ msg: string } | undefined>, onSuccess: () => void) => {
    if (isBusy.current) return
    isBusy.current = true
    setSaving(true)
    setErrors({})
    try {
      const reply = await send()
      if (reply?.msg) toast.success(reply.msg)
      onSuccess()
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields)
      const isOffline = error instanceof ApiError && error.code === 'offline'
      toast.error(isOffline ? t('admin.form.offline') : problemWords(t, error))
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }
  return { saving, errors, save }
}
