import { useTranslation } from '#web/shared/texts.ts'

/** Shown while the judges' app loads. */
export function JudgeLoading() {
  const { t } = useTranslation()
  return (
    <main style={{ padding: '2rem', textAlign: 'center' }}>
      <p role="status">{t('loading')}</p>
    </main>
  )
}
