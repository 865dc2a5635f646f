import { NavLink } from 'react-router'
import { useTranslation } from '#web/lib/texts.ts'
import styles from './frame.module.css'
import { navigation } from './navigation.ts'

/** The entries of the sidebar; the one of the page that is open is marked. */
export function Side({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation()
  const list = (entries: typeof navigation.main) => (
    <ul className={styles.list}>
      {entries.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <NavLink to={to} className={styles.link ?? ''} title={t(`admin.nav.${label}`)} {...(onLeave ? { onClick: onLeave } : {})}>
            <Icon size={22} stroke={1.6} aria-hidden />
            <span className={styles.word}>{t(`admin.nav.${label}`)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(navigation.main)}
      <p className={`${styles.heading} ${styles.word}`}>{t('admin.nav.more')}</p>
      {list(navigation.more)}
    </>
  )
}
