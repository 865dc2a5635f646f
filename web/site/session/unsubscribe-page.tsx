import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { UnsubscribeForm } from './unsubscribe-form.tsx'

export default function UnsubscribePage() {
  const { t } = useTranslation()
  return (
    <>
      <NoindexPageMetadata title={t('pages.unsubscribe.title')} />
      <UnsubscribeForm />
    </>
  )
}
