import { useTranslation } from '#web/shared/texts.ts'
import { CompetitionList } from './competition-list.tsx'

export default function CompetitionsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminCompetitions.title')} · ${t('name')}`}</title>
      <CompetitionList />
    </>
  )
}
