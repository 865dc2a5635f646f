import type { Language } from '#i18n/languages.ts'
import { ScoreEditor } from '#web/features/scores/admin/score-editor.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/event.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.scores.list(params.id, { perPage: 100 })

export default function EventScores({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const title = loaderData.event.title[i18n.language as Language]
  return (
    <>
      <title>{`${t('adminScores.of', { event: title })} · ${t('name')}`}</title>
      <ScoreEditor key={loaderData.event.id} initial={loaderData} />
    </>
  )
}
