import type { ReactNode } from 'react'
import { logo } from '#contract/site/logo.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './scoreboard-message.module.css'
import scores from './scores.module.css'

/** Shows a message instead of a ranking, with the star of the logo. */
export function ScoreboardMessage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.message}>
      <svg className={styles.star} viewBox={logo.viewBox} aria-hidden="true">
        <path d={logo.outline} />
        <path d={logo.traces} />
      </svg>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}

/** Shows that a ranking could not be loaded, with a button that tries again. */
export function ScoreboardLoadError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <ScoreboardMessage title={t('messages.loadFailed')}>
        <button type="button" className={scores.link} onClick={onRetry}>
          {t('retry')}
        </button>
      </ScoreboardMessage>
    </div>
  )
}
