import { ActionIcon, Alert, Button, Drawer, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Fragment, type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts/session.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { formatList } from '#i18n/text-direction.ts'
import { signOutAndDeleteDrafts } from '#web/shared/accounts/session/sign-in.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { saveLanguage, useLang, useRootData } from '#web/shared/language.ts'
import { session, useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  IconDeviceDesktop,
  IconHelp,
  IconHome,
  IconLanguage,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '#web/shared/ui/icons.ts'
import { SiteLogo } from '#web/shared/ui/logo.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './admin-layout.module.css'
import { adminNavigation, canOpenAdminPage, canOpenEntry, findNavigationEntry } from './navigation.ts'
import { getHelpPath } from './platform/help/find-help-path.ts'
import { RunningTasksLink } from './platform/tasks/running-tasks-link.tsx'
import { useLoadedValueWithErrorToast } from './shared/use-loaded-value.ts'

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const

/** Shows the top bar: home, theme, language and the menu of the user. */
function AdminTopBar({ user, onMenu }: { user: SessionUser; onMenu: () => void }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Scheme = schemes[colorScheme]
  const otherLanguage = i18n.language === 'ar' ? 'en' : 'ar'
  // a language in the address would override the saved choice
  const query = new URLSearchParams(search)
  query.delete('lang')
  const pathInOtherLanguage = query.size > 0 ? `${pathname}?${query}` : pathname
  const name = useSessionUser()?.name ?? user.name
  const signOutAndLeave = async () => {
    const signedOut = await signOutAndDeleteDrafts()
    if (signedOut) toast.success(t('messages.signedOut'))
    else toast.error(t('messages.signOutFailed'))
    void navigate('/admin/auth/signin/')
  }
  return (
    <header className={styles.bar}>
      <ActionIcon
        className={styles.burger}
        variant="subtle"
        size={44}
        color="gray"
        aria-label={t('admin.nav.open')}
        onClick={onMenu}
      >
        <IconMenu2 />
      </ActionIcon>
      <Button
        component="a"
        href={i18n.language === 'ar' ? '/?lang=ar' : '/'}
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        h={44}
        className={styles.short}
      >
        <IconHome size={20} aria-hidden />
        <span className={hidden.visuallyHiddenWhenNarrow} style={{ marginInlineStart: 8 }}>
          {t('admin.bar.home')}
        </span>
      </Button>
      <RunningTasksLink />
      <Button
        component={Link}
        to={getHelpPath(pathname)}
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        h={44}
        px={10}
        className={`${styles.push} ${styles.help}`}
        leftSection={<IconHelp size={20} aria-hidden />}
      >
        {t('admin.bar.help')}
      </Button>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={44}
            c="var(--mantine-color-text)"
            aria-label={`${t('admin.bar.theme')}: ${t(`theme.${colorScheme}`)}`}
          >
            <Scheme size={22} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(['light', 'dark', 'auto'] as const).map((each) => {
            const EachIcon = schemes[each]
            return (
              <Menu.Item
                key={each}
                leftSection={<EachIcon size={18} />}
                aria-current={each === colorScheme || undefined}
                onClick={() => setColorScheme(each)}
              >
                {t(`theme.${each}`)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      <Button
        component="a"
        href={pathInOtherLanguage}
        hrefLang={otherLanguage}
        lang={otherLanguage}
        variant="subtle"
        c="var(--mantine-color-text)"
        h={44}
        px={10}
        leftSection={<IconLanguage size={20} aria-hidden />}
        onClick={() => saveLanguage(otherLanguage)}
      >
        {t('language.switch')}
      </Button>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={44}
            c="var(--mantine-color-text)"
            aria-label={t('admin.bar.menu')}
          >
            <IconUserCircle size={26} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Bdi>{name}</Bdi>
          </Menu.Label>
          <Menu.Item component={Link} to="/admin/profile" leftSection={<IconUserCircle size={18} />}>
            {t('admin.bar.profile')}
          </Menu.Item>
          {canOpenAdminPage('/admin/settings', user) ? (
            <Menu.Item component={Link} to="/admin/settings" leftSection={<IconSettings size={18} />}>
              {t('admin.bar.settings')}
            </Menu.Item>
          ) : null}
          <Menu.Item
            component={Link}
            to={getHelpPath(pathname)}
            hiddenFrom="sm"
            leftSection={<IconHelp size={18} />}
          >
            {t('admin.bar.help')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOutAndLeave()}>
            {t('admin.bar.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}

/** Shows the links of the sidebar that the user may open; the link of the open page is highlighted. */
function SidebarLinks({ iconsOnly = false, onNavigate }: { iconsOnly?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const user = useSessionUser()
  const current = user && findNavigationEntry(pathname, user)?.to
  const id = useId()
  const listOpen = (entries: typeof adminNavigation.main) =>
    entries.filter((entry) => user && canOpenEntry(entry, user))
  const list = (entries: typeof adminNavigation.main, headingId?: string) => (
    <ul className={styles.list} aria-labelledby={headingId}>
      {entries.map(({ to, text, icon: Icon }) => (
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
      {list(listOpen(adminNavigation.main))}
      {adminNavigation.groups.map(({ heading, entries }) => {
        const open = listOpen(entries)
        return open.length > 0 ? (
          <Fragment key={heading}>
            <p id={`${id}${heading}`} className={iconsOnly ? hidden.visuallyHidden : styles.heading}>
              {t(`admin.nav.groups.${heading}`)}
            </p>
            {list(open, `${id}${heading}`)}
          </Fragment>
        ) : null
      })}
    </>
  )
}

/**
 * Whether payments are in test mode, and whether the payment page is the stand-in of the demo content. Pages
 * read it with `useOutletContext`.
 */
export type PaymentMode = { test: boolean; demo: boolean }

/**
 * Warns everybody in the back office while payments are in test mode. The demo content has a notice of its
 * own on the page of payments.
 */
function TestPaymentsBanner({ mode: { test, demo } }: { mode: PaymentMode }) {
  const { t } = useTranslation()
  if (!test || demo) return null
  return (
    <Alert color="yellow" mb="sm" py="xs">
      <strong>{t('adminPayments.testMode.title')}.</strong> {t('adminPayments.testMode.text')}
    </Alert>
  )
}

/** Tells everybody in the back office that nothing can be changed. It asks again after each navigation. */
function ReadOnlyBanner() {
  const { t } = useTranslation()
  const lang = useLang()
  const { readOnlyMessage } = useRootData()
  const { key } = useLocation()
  const mode = useLoadedValueWithErrorToast(
    () =>
      callApi('GET /api/admin/read-only-mode').then(
        ({ readOnlyMode }) => readOnlyMode,
        // a page that says why the user may not go on needs no second message
        () => undefined,
      ),
    key,
  )
  const message = mode ? (mode.isOn ? mode.message[lang] : null) : readOnlyMessage
  if (message === null) return null
  return (
    <Alert color="yellow" mb="sm" py="xs">
      {t('readOnly', { message })}
    </Alert>
  )
}

/** Tells a user who is limited to regions which they are. */
function RegionLimitNotice({ regions }: { regions: readonly Localized[] }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const names = formatList(
    regions.map((name) => name[lang]),
    lang,
  )
  return (
    <Alert mb="sm" py="xs">
      {t('admin.regionLimit', { regions: names })}
    </Alert>
  )
}

/** `limitedTo` has the names of the regions to which the user is limited; undefined without a limit. */
type Props = {
  user: SessionUser
  paymentMode: PaymentMode
  limitedTo: readonly Localized[] | undefined
  children: ReactNode
}

/**
 * Shows the layout of every page of the back office: a sidebar (a drawer on phones and tablets), the top bar,
 * the content and the time zone of its times.
 */
export function AdminSidebarLayout({ user, paymentMode, limitedTo, children }: Props) {
  const { t } = useTranslation()
  const { timeZoneName } = useRootData()
  const [width, setWidth] = useLocalStorage<'wide' | 'narrow'>({
    key: 'admin_sidebar',
    defaultValue: 'wide',
    getInitialValueInEffect: false,
  })
  const navigate = useNavigate()
  // the pages of an ended session stay open, but nobody reads on after a sign-out
  useEffect(
    () => session.subscribeToSignOutElsewhere(() => void navigate('/admin/auth/signin/', { replace: true })),
    [navigate],
  )
  const narrow = width === 'narrow'
  const [drawer, setDrawer] = useState(false)
  const FoldIcon = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const brand = (
    <Link
      to="/admin/dashboard"
      className={styles.brand}
      aria-label={`${t('name')} · ${t('admin.nav.dashboard')}`}
    >
      <SiteLogo size={28} />
      <span
        className={narrow ? hidden.visuallyHidden : undefined}
        data-long={(!narrow && t('name').length > 16) || undefined}
      >
        {t('name')}
      </span>
    </Link>
  )
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      <nav
        className={narrow ? `${styles.side} ${styles.narrow}` : styles.side}
        aria-label={t('admin.nav.label')}
      >
        {brand}
        <SidebarLinks iconsOnly={narrow} />
        <button
          type="button"
          className={`${styles.link} ${styles.fold}`}
          onClick={() => setWidth(narrow ? 'wide' : 'narrow')}
        >
          <FoldIcon size={22} stroke={1.6} aria-hidden className={styles.mirrored} />
          <span className={narrow ? hidden.visuallyHidden : undefined}>
            {t(narrow ? 'admin.nav.expand' : 'admin.nav.collapse')}
          </span>
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
          <ReadOnlyBanner />
          <TestPaymentsBanner mode={paymentMode} />
          {limitedTo ? <RegionLimitNotice regions={limitedTo} /> : null}
          {children}
          <Text size="sm" c="dimmed" mt="xl" className={styles.timeZone}>
            {t('timeZone', { zone: timeZoneName })}
          </Text>
        </main>
      </div>
    </div>
  )
}
