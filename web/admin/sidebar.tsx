import { Link, useLocation } from 'react-router'
import { hasPermission } from '#contract/rules/permissions.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './admin-layout.module.css'
import { adminNavigation, findAdminEntry } from './navigation.ts'

/** Shows the links of the sidebar that the user may open; the link of the open page is highlighted. */
export function SidebarLinks({ iconsOnly = false, onNavigate }: { iconsOnly?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const current = findAdminEntry(pathname)?.to
  const permissions = useSessionUser()?.permissions ?? []
  const list = (entries: typeof adminNavigation.main) => (
    <ul className={styles.list}>
      {entries
        .filter(({ permission }) => hasPermission(permissions, permission))
        .map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link ?? ''}
              title={t(`admin.nav.${label}`)}
              {...(to === current ? { 'aria-current': 'page' as const } : {})}
              {...(onNavigate ? { onClick: onNavigate } : {})}
            >
              <Icon size={22} stroke={1.6} aria-hidden />
              <span className={iconsOnly ? hidden.visuallyHidden : undefined}>{t(`admin.nav.${label}`)}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
  return (
    <>
      {list(adminNavigation.main)}
      {adminNavigation.more.some(({ permission }) => hasPermission(permissions, permission)) ? (
        <>
          <p className={iconsOnly ? hidden.visuallyHidden : styles.heading}>{t('admin.nav.more')}</p>
          {list(adminNavigation.more)}
        </>
      ) : null}
    </>
  )
}
