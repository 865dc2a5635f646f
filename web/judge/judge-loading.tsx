import { useTranslation } from '#web/shared/texts.ts'

/** Shows the start screen while the app of judges loads. */
export function JudgeLoading() {
  const { t } = useTranslation()
  return (
    <main style={{ padding: '2rem', textAlign: 'center' }}>
      <p role="status">{t('loading')}</p>
    </main>
  )
}
