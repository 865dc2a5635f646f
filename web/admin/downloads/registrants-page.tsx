import { useTranslation } from '#web/shared/texts.ts'
import { RegistrantList } from './registrant-list.tsx'

export default function RegistrantsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminRegistrants.title')} · ${t('name')}`}</title>
      <RegistrantList />
    </>
  )
}
