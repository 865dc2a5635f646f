import { useLocation } from 'react-router'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows a link to this page in the other language, which saves the choice. It loads the page in full, because a page has one catalogue. */
export function LanguageLink({ className }: { className: string | undefined }) {
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
