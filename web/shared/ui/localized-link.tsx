import type { ComponentProps, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { localizePath, saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows a link to a page of the public site, in the language of this page. */
export function LocalizedLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return <Link {...rest} to={localizePath(to, useLang())} />
}

const addTrailingSlash = (path: string) => path.replace(/\/?$/, '/')

/**
 * Shows a link with `aria-current` while its page is open, or a page below it without `end`. A trailing slash
 * makes no difference.
 */
export function SiteNavLink({
  to,
  end = false,
  children,
}: {
  to: string
  end?: boolean
  children: ReactNode
}) {
  const path = addTrailingSlash(useLocation().pathname)
  const target = addTrailingSlash(to)
  const isCurrent = end ? path === target : path.startsWith(target)
  return (
    <LocalizedLink to={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </LocalizedLink>
  )
}

/**
 * Shows a link to this page in the other language, which saves the choice. It loads the page in full, because
 * a page has one catalogue.
 */
export function LanguageSwitchAndSaveLink({ className }: { className: string | undefined }) {
  const { t } = useTranslation()
  const other = useLang() === 'ar' ? 'en' : 'ar'
  const { pathname, search } = useLocation()
  return (
    <a
      className={className}
      href={`?lang=${other}`}
      hrefLang={other}
      lang={other}
      onClick={(event) => {
        saveLanguage(other)
        // the server renders the link without the query of the page
        const query = new URLSearchParams(search)
        query.set('lang', other)
        event.currentTarget.href = `${pathname}?${query}`
      }}
    >
      {t('language.switch')}
    </a>
  )
}
