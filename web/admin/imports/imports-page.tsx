import { useTranslation } from '#web/shared/texts.ts'
import { ImportList } from './import-list.tsx'

export default function ImportsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.import.many')} · ${t('name')}`}</title>
      <ImportList />
    </>
  )
}
