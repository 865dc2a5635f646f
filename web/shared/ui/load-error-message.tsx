import { useTranslation } from '#web/shared/texts.ts'
import page from './page.module.css'

type Props = { isRetrying?: boolean; onRetry: () => void }

/** Shows that a part of a page could not be loaded, with a button that tries again. */
export function LoadErrorMessage({ isRetrying, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div className={page.empty}>
      <p>{t('messages.loadFailed')}</p>
      <button type="button" className={page.ghost} aria-disabled={isRetrying} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}
