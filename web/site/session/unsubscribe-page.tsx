import { useTranslation } from '#web/shared/texts.ts'
import { SessionPageMeta } from './session-page-meta.tsx'
import { UnsubscribeForm } from './unsubscribe-form.tsx'

export default function UnsubscribePage() {
  const { t } = useTranslation()
  return (
    <>
      <SessionPageMeta title={t('pages.unsubscribe.title')} />
      <UnsubscribeForm />
    </>
  )
}
