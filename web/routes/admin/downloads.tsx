import { useTranslation } from 'react-i18next'
import { Registrants } from '#web/features/desk/registrants.tsx'

export default function Page() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminDesk.downloads')} · ${t('name')}`}</title>
      <Registrants />
    </>
  )
}
