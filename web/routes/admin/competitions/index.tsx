import { CompetitionList } from '#web/features/competitions-admin/competition-list.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function Competitions() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminCompetitions.title')} · ${t('name')}`}</title>
      <CompetitionList />
    </>
  )
}
