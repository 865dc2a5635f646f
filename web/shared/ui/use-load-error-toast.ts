import { useEffect } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from './toast.ts'

/** Shows the toast 'Something went wrong' when a list could not be loaded (specification, section 8). */
export const useLoadErrorToast = (failed: boolean) => {
  const { t } = useTranslation()
  useEffect(() => {
    if (failed) toast.error(t('messages.loadFailed'))
  }, [failed, t])
}
