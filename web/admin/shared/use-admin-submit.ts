import { useEffect } from 'react'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Adds the messages of the back office to `useSubmit`. After a failure, the first invalid field of the open dialog or of the page has the focus. */
export const useAdminSubmit = () => {
  const { t } = useTranslation()
  const submission = useSubmit({ offline: t('admin.form.offline'), unknown: t('messages.unknownError') })
  const { failure } = submission
  useEffect(() => {
    if (!failure) return
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    const field = (dialog ?? document).querySelector('[aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  }, [failure])
  return submission
}
