import { useTranslation } from '#web/shared/texts.ts'
import { ScoreboardMessage } from './scoreboard-message.tsx'
import styles from './scores.module.css'

/** Shows that a ranking could not be loaded, with a button that tries again. */
export function ScoreboardLoadError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <ScoreboardMessage title={t('messages.loadFailed')}>
        <button type="button" className={styles.link} onClick={onRetry}>
          {t('retry')}
        </button>
      </ScoreboardMessage>
    </div>
  )
}
