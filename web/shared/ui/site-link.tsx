import type { ComponentProps, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { localizePath, useLang } from '#web/shared/language.ts'

/** Shows a link to a page of the public site, in the language of this page. */
export function SiteLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return <Link {...rest} to={localizePath(to, useLang())} />
}

const addTrailingSlash = (path: string) => path.replace(/\/?$/, '/')

/** Shows a link with `aria-current` while its page is open, or a page below it without `end`. A trailing slash makes no difference. */
export function SiteNavLink({ to, end = false, children }: { to: string; end?: boolean; children: ReactNode }) {
  const path = addTrailingSlash(useLocation().pathname)
  const target = addTrailingSlash(to)
  const isCurrent = end ? path === target : path.startsWith(target)
  return (
    <SiteLink to={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </SiteLink>
  )
}
