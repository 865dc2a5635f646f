import { useEffect } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from './toast.ts'

/** Says 'Something went wrong' once a list could not be read (specification, section 8); the list's own place says it, too. */
export const useLoadErrorToast = (failed: boolean) => {
  const { t } = useTranslation()
  useEffect(() => {
    if (failed) toast.error(t('messages.loadFailed'))
  }, [failed, t])
}
