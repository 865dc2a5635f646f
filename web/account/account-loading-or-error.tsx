import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { Star } from '#web/shared/ui/star.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './account.module.css'

/** Shows that the account loads, or that it could not be loaded. It has only the texts of the public site. */
export function AccountLoadingOrError({ failed = false }: { failed?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={styles.loadingScreen}>
      <NoindexPageMetadata title={t('nav.account')} />
      {failed ? (
        <div className={page.empty}>
          <h1 className={styles.title}>{t('messages.loadFailed')}</h1>
          <p>{t('session.offline')}</p>
          <button type="button" className={page.button} onClick={() => window.location.reload()}>
            {t('retry')}
          </button>
        </div>
      ) : (
        <div>
          <h1 className={hidden.visuallyHidden}>{t('nav.account')}</h1>
          <Star size={64} core="var(--sun)" />
          <p role="status">{t('loading')}</p>
        </div>
      )}
    </div>
  )
}
