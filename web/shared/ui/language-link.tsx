import { useLocation } from 'react-router'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** A link to this page in the other language, which saves the choice. It loads the page in full, because a page has one catalogue. */
export function LanguageLink({ className }: { className: string | undefined }) {
  const { t } = useTranslation()
  const other = useLang() === 'ar' ? 'en' : 'ar'
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('lang', other)
  return (
    <a className={className} href={`${pathname}?${query}`} hrefLang={other} lang={other} onClick={() => saveLanguage(other)}>
      {t('language.switch')}
    </a>
  )
}
