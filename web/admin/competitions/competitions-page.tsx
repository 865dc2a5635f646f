import { useTranslation } from '#web/shared/texts.ts'
import { CompetitionList } from './competition-list.tsx'

export default function CompetitionsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.competition.many')} · ${t('name')}`}</title>
      <CompetitionList />
    </>
  )
}
