import { Alert, Drawer } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { hasPermission } from '#contract/rules/permissions.ts'
import type { SessionUser } from '#contract/session.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLogo } from '#web/shared/ui/site-logo.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './admin-layout.module.css'
import { adminNavigation, findNavigationEntry } from './navigation.ts'
import { usePaymentMode } from './payments/use-payment-mode.ts'
import { AdminTopBar } from './top-bar.tsx'

/** Shows the links of the sidebar that the user may open; the link of the open page is highlighted. */
function SidebarLinks({ iconsOnly = false, onNavigate }: { iconsOnly?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const current = findNavigationEntry(pathname)?.to
  const permissions = useSessionUser()?.permissions ?? []
  const list = (entries: typeof adminNavigation.main) => (
    <ul className={styles.list}>
      {entries
        .filter(({ permission }) => hasPermission(permissions, permission))
        .map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link ?? ''}
              title={t(text)}
              {...(to === current ? { 'aria-current': 'page' as const } : {})}
              {...(onNavigate ? { onClick: onNavigate } : {})}
            >
              <Icon size={22} stroke={1.6} aria-hidden />
              <span className={iconsOnly ? hidden.visuallyHidden : undefined}>{t(text)}</span>
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

/** Warns everybody in the back office while payments are in test mode. The demo content has a notice of its own on the page of payments. */
function TestPaymentsBanner() {
  const { t } = useTranslation()
  const { test, demo } = usePaymentMode()
  if (!test || demo) return null
  return (
    <Alert color="yellow" mb="md" title={t('adminPayments.testMode.title')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      {t('adminPayments.testMode.text')}
    </Alert>
  )
}

/** Shows the layout of every page of the back office: a sidebar (a drawer on phones and tablets), the top bar and the content. */
export function AdminPageLayout({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { t } = useTranslation()
  const [width, setWidth] = useLocalStorage<'wide' | 'narrow'>({
    key: 'admin_sidebar',
    defaultValue: 'wide',
    getInitialValueInEffect: false,
  })
  const narrow = width === 'narrow'
  const [drawer, setDrawer] = useState(false)
  const FoldIcon = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const brand = (
    <Link to="/admin/dashboard" className={styles.brand} aria-label={`${t('name')} · ${t('admin.nav.dashboard')}`}>
      <SiteLogo size={28} />
      <span className={narrow ? hidden.visuallyHidden : undefined} data-long={(!narrow && t('name').length > 16) || undefined}>
        {t('name')}
      </span>
    </Link>
  )
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      <nav className={narrow ? `${styles.side} ${styles.narrow}` : styles.side} aria-label={t('admin.nav.label')}>
        {brand}
        <SidebarLinks iconsOnly={narrow} />
        <button type="button" className={`${styles.link} ${styles.fold}`} onClick={() => setWidth(narrow ? 'wide' : 'narrow')}>
          <FoldIcon size={22} stroke={1.6} aria-hidden className={styles.mirrored} />
          <span className={narrow ? hidden.visuallyHidden : undefined}>{t(narrow ? 'admin.nav.expand' : 'admin.nav.collapse')}</span>
        </button>
      </nav>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        title={t('admin.nav.label')}
        size={290}
        closeButtonProps={{ 'aria-label': t('admin.nav.close') }}
      >
        <nav className={styles.drawerSide} aria-label={t('admin.nav.label')}>
          <SidebarLinks onNavigate={() => setDrawer(false)} />
        </nav>
      </Drawer>
      <div>
        <AdminTopBar user={user} onMenu={() => setDrawer(true)} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <TestPaymentsBanner />
          {children}
        </main>
      </div>
    </div>
  )
}
