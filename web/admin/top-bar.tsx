import { ActionIcon, Button, Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconHome,
  IconLanguage,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { SessionUser } from '#contract/session.ts'
import { saveLanguage } from '#web/shared/language.ts'
import { signOut } from '#web/shared/session/sign-in.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './admin-layout.module.css'

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const

/** Shows the top bar: home, theme, language and the menu of the user. */
export function AdminTopBar({ user, onMenu }: { user: SessionUser; onMenu: () => void }) {
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
    const signedOut = await signOut()
    if (signedOut) toast.success(t('messages.signedOut'))
    else toast.error(t('messages.signOutFailed'))
    void navigate('/admin/auth/signin/')
  }
  return (
    <header className={styles.bar}>
      <ActionIcon className={styles.burger} variant="subtle" size={44} color="gray" aria-label={t('admin.nav.open')} onClick={onMenu}>
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
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            className={styles.push}
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
          <ActionIcon variant="subtle" size={44} c="var(--mantine-color-text)" aria-label={t('admin.bar.menu')}>
            <IconUserCircle size={26} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <bdi>{name}</bdi>
          </Menu.Label>
          <Menu.Item component={Link} to="/admin/profile" leftSection={<IconUserCircle size={18} />}>
            {t('admin.bar.profile')}
          </Menu.Item>
          <Menu.Item component={Link} to="/admin/settings" leftSection={<IconSettings size={18} />}>
            {t('admin.bar.settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOutAndLeave()}>
            {t('admin.bar.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}
