import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './offline-banner.module.css'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says when the browser has no connection. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const away = useSyncExternalStore(
    subscribe,
    () => !window.navigator.onLine,
    () => false,
  )
  return <div role="status">{away ? <p className={styles.offline}>{t('offline')}</p> : null}</div>
}
