import { Link, NavLink, useLocation } from 'react-router'
import { hasPermission } from '#contract/rules/permissions.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './admin-layout.module.css'
import { adminNavigation } from './navigation.ts'

/** The links of the sidebar that the user may open; the link of the open page is highlighted. */
export function SidebarLinks({ iconsOnly = false, onNavigate }: { iconsOnly?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const permissions = useSessionUser()?.permissions ?? []
  const list = (entries: typeof adminNavigation.main) => (
    <ul className={styles.list}>
      {entries
        .filter(({ permission }) => hasPermission(permissions, permission))
        .map(({ to, also, label, icon: Icon }) => {
          // NavLink highlights only paths below its own
          const Entry = also && pathname.startsWith(also) ? Link : NavLink
          return (
            <li key={to}>
              <Entry
                to={to}
                className={styles.link ?? ''}
                title={t(`admin.nav.${label}`)}
                aria-current="page"
                {...(onNavigate ? { onClick: onNavigate } : {})}
              >
                <Icon size={22} stroke={1.6} aria-hidden />
                <span className={iconsOnly ? hidden.visuallyHidden : undefined}>{t(`admin.nav.${label}`)}</span>
              </Entry>
            </li>
          )
        })}
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
