import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** `useSubmit` with the messages of the back office. */
export const useAdminSubmit = () => {
  const { t } = useTranslation()
  return useSubmit({ offline: t('admin.form.offline'), unknown: t('messages.unknownError') })
}
