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

/** Shows when the browser is offline. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOffline = useSyncExternalStore(
    subscribe,
    () => !window.navigator.onLine,
    () => false,
  )
  return <div role="status">{isOffline ? <p className={styles.offline}>{t('offline')}</p> : null}</div>
}
