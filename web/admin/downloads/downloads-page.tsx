import { useTranslation } from '#web/shared/texts.ts'
import { Registrants } from './registrant-list.tsx'

export default function Page() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminRegistrants.title')} · ${t('name')}`}</title>
      <Registrants />
    </>
  )
}
