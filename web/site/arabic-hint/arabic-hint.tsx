import { useState } from 'react'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconX } from '#web/shared/ui/icons.ts'
import { LanguageSwitchAndSaveLink } from '#web/shared/ui/localized-link.tsx'
import styles from './arabic-hint.module.css'

/**
 * Tells visitors with an Arabic browser that an English page exists in Arabic. It covers the lower edge of
 * the page, so that nothing moves.
 */
export default function ArabicHint() {
  const { t } = useTranslation()
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed) return null
  const close = () => {
    try {
      window.localStorage.setItem(storageKeys.arabicHint, 'closed')
    } catch {
      // closed until the next page
    }
    setIsClosed(true)
  }
  return (
    <aside className={styles.hint} lang="ar" dir="rtl" aria-label={t('language.arabicHint')}>
      <span>{t('language.arabicHint')}</span>
      <LanguageSwitchAndSaveLink className={styles.link} />
      <button type="button" className={styles.close} aria-label={t('language.closeHint')} onClick={close}>
        <IconX size={20} stroke={1.7} aria-hidden />
      </button>
    </aside>
  )
}
