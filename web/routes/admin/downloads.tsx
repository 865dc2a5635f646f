import { Registrants } from '#web/features/desk/registrants.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function Page() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminDesk.downloads')} · ${t('name')}`}</title>
      <Registrants />
    </>
  )
}
