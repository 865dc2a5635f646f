import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { saveFlashMessage } from '#web/shared/flash-message.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { type Theme, useColorSchemeChoice } from '#web/shared/theme.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  IconDeviceDesktop,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUser,
  IconX,
} from '#web/shared/ui/icons.ts'
import { LanguageSwitchAndSaveLink, LocalizedLink, SiteNavLink } from '#web/shared/ui/localized-link.tsx'
import { SiteLogo } from '#web/shared/ui/logo.tsx'
import styles from './header.module.css'

const themeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const
const nextTheme = { light: 'dark', dark: 'auto', auto: 'light' } as const satisfies Record<Theme, Theme>

const headerPages = [
  ['/', 'home'],
  ['/challenges/', 'challenges'],
  ['/support/', 'support'],
] as const
/** The drawer has room for the pages of the footer. */
const drawerPages = [
  ['/', 'home'],
  ['/events/', 'events'],
  ['/competitions/', 'competitions'],
  ['/challenges/', 'challenges'],
  ['/about/', 'about'],
  ['/support/', 'support'],
  ['/contact-us/', 'contact'],
] as const

function PageLinks({ pages }: { pages: typeof headerPages | typeof drawerPages }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.pages}>
      {pages.map(([to, name]) => (
        <li key={to}>
          <SiteNavLink to={to} end={to === '/'}>
            {t(`nav.${name}`)}
          </SiteNavLink>
        </li>
      ))}
    </ul>
  )
}

/**
 * Shows the sign-in link, or the links of the signed-in user; in the drawer with the label of the sign-out
 * button.
 */
function UserLinks({ isInDrawer = false }: { isInDrawer?: boolean }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { isRegistrationEnabled } = useRootData()
  const user = useSessionUser()
  const signOutAndLeave = async () => {
    const { signOutAndDeleteDrafts } = await import('#web/shared/accounts/session/sign-in.ts')
    const signedOut = await signOutAndDeleteDrafts()
    saveFlashMessage(
      signedOut
        ? { kind: 'success', text: t('messages.signedOut') }
        : { kind: 'error', text: t('messages.signOutFailed') },
    )
    window.location.assign(localizePath('/admin/auth/signin/', lang))
  }
  if (!user)
    return (
      <>
        {isRegistrationEnabled ? (
          <LocalizedLink to="/competitions/" className={styles.register ?? ''}>
            {t('nav.registerTeam')}
          </LocalizedLink>
        ) : null}
        <LocalizedLink to="/login/" className={styles.sign ?? ''}>
          {t('nav.signIn')}
        </LocalizedLink>
      </>
    )
  return (
    <>
      {user.role === 'admin' ? (
        <a href={localizePath('/admin/dashboard/', lang)} className={styles.sign}>
          {t('nav.admin')}
        </a>
      ) : (
        <LocalizedLink
          to="/account/"
          className={styles.user ?? ''}
          aria-label={`${t('nav.account')}: ${user.name}`}
        >
          <IconUser size={20} stroke={1.7} aria-hidden />
          <Bdi>{user.name}</Bdi>
        </LocalizedLink>
      )}
      <button
        type="button"
        className={isInDrawer ? styles.signOut : styles.icon}
        {...(isInDrawer ? {} : { 'aria-label': t('nav.signOut'), title: t('nav.signOut') })}
        onClick={() => void signOutAndLeave()}
      >
        <IconLogout size={22} stroke={1.7} aria-hidden />
        {isInDrawer ? t('nav.signOut') : null}
      </button>
    </>
  )
}

/**
 * Shows the link to the account of a signed-in student or coach in the header of phones, whose other links
 * are in the drawer.
 */
function PhoneAccountLink() {
  const { t } = useTranslation()
  const user = useSessionUser()
  if (!user || user.role === 'admin') return null
  return (
    <LocalizedLink
      to="/account/"
      className={`${styles.icon} ${styles.burger}`}
      aria-label={`${t('nav.account')}: ${user.name}`}
    >
      <IconUser size={24} stroke={1.7} aria-hidden />
    </LocalizedLink>
  )
}

/** Shows the header of the public site: logo, pages, language, theme, sign-in; a drawer on phones. */
export function SiteHeader() {
  const { t } = useTranslation()
  const { key } = useLocation()
  const [theme, setTheme] = useColorSchemeChoice()
  const ThemeIcon = themeIcons[theme]
  const drawer = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  // a modal dialog keeps the focus inside
  useEffect(() => {
    if (open) drawer.current?.showModal()
    else drawer.current?.close()
  }, [open])
  const close = () => setOpen(false)
  // a navigation closes the drawer, even to the open page
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every navigation
  useEffect(() => {
    setOpen(false)
  }, [key])

  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      <div className={styles.row}>
        <LocalizedLink to="/" className={styles.brand ?? ''}>
          <SiteLogo size={34} />
          <span data-long={t('name').length > 16 || undefined}>{t('name')}</span>
        </LocalizedLink>
        <nav className={styles.main} aria-label={t('nav.main')}>
          <PageLinks pages={headerPages} />
        </nav>
        <div className={styles.tools}>
          <LanguageSwitchAndSaveLink className={styles.language} />
          <button
            type="button"
            className={styles.icon}
            aria-label={`${t('theme.label')}: ${t(`theme.${theme}`)}`}
            title={`${t('theme.label')}: ${t(`theme.${theme}`)}`}
            onClick={() => setTheme(nextTheme[theme])}
          >
            <ThemeIcon size={22} stroke={1.7} />
          </button>
          <span className={styles.wideOnly}>
            <UserLinks />
          </span>
          <PhoneAccountLink />
          <noscript>
            <a className={styles.language} href="#pages">
              {t('nav.menu')}
            </a>
          </noscript>
          <button
            type="button"
            className={`${styles.icon} ${styles.burger}`}
            aria-label={t('nav.openMenu')}
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <IconMenu2 size={26} stroke={1.7} />
          </button>
        </div>
      </div>
      <dialog ref={drawer} className={styles.drawer} aria-label={t('nav.menu')} onClose={close}>
        <button type="button" className={styles.icon} aria-label={t('nav.closeMenu')} onClick={close}>
          <IconX size={26} stroke={1.7} />
        </button>
        <nav aria-label={t('nav.menu')}>
          <PageLinks pages={drawerPages} />
        </nav>
        <div className={styles.drawerUser}>
          <UserLinks isInDrawer />
        </div>
      </dialog>
    </header>
  )
}
