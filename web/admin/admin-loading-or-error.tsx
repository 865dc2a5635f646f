import { logo } from '#contract/site/logo.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './admin-loading-or-error.module.css'

/**
 * Shows that the back office loads, or that it could not be loaded. It has only the texts of the public site.
 */
export function AdminLoadingOrError({ failed = false }: { failed?: boolean }) {
  const { t } = useTranslation()
  return (
    <main className={styles.screen}>
      <svg
        className={failed ? undefined : styles.turning}
        width="72"
        height="72"
        viewBox={logo.viewBox}
        aria-hidden="true"
      >
        <path d={logo.star} fill="currentColor" fillRule="evenodd" />
      </svg>
      {failed ? (
        <>
          <h1 className={styles.title}>{t('messages.loadFailed')}</h1>
          <p>{t('session.offline')}</p>
          <button type="button" className={styles.again} onClick={() => window.location.reload()}>
            {t('retry')}
          </button>
        </>
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </main>
  )
}
