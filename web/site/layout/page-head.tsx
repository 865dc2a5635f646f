import { use } from 'react'
import { localizePath, useRootData } from '#web/shared/language.ts'
import { NonceContext } from '#web/shared/request-contexts.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  title: string
  description: string
  /** The canonical path, in English. */
  path: string
  /** The path of the Open Graph picture; without one that of the site. */
  image?: string | null
  /** Structured data for search engines. */
  jsonLd?: object
  noindex?: boolean
}

/** The metadata of a page: title, description, canonical address and language alternatives (not for a page that is kept from search engines), Open Graph, structured data. */
export function PageHead({ title, description, path, image, jsonLd, noindex = false }: Props) {
  const { t } = useTranslation()
  const { siteUrl, lang, brand } = useRootData()
  const nonce = use(NonceContext)
  const url = (of: 'en' | 'ar') => `${siteUrl}${localizePath(path, of)}`
  const fullTitle = `${title} · ${t('name')}`
  // the standard picture shows the standard name
  const picture = image ?? brand.logo ?? (brand.isStandard ? `/og-${lang}.png` : null)
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {noindex ? <meta name="robots" content="noindex" /> : null}
      {noindex ? null : (
        <>
          <link rel="canonical" href={url(lang)} />
          <link rel="alternate" hrefLang="en" href={url('en')} />
          <link rel="alternate" hrefLang="ar" href={url('ar')} />
          <link rel="alternate" hrefLang="x-default" href={url('en')} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t('name')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url(lang)} />
      <meta property="og:locale" content={lang === 'ar' ? 'ar_SA' : 'en_GB'} />
      {picture ? <meta property="og:image" content={`${siteUrl}${picture}`} /> : null}
      <meta name="twitter:card" content={picture && picture !== brand.logo ? 'summary_large_image' : 'summary'} />
      {jsonLd ? (
        <script
          type="application/ld+json"
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can be closed
          dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd).replaceAll('<', '\\u003c') }}
        />
      ) : null}
    </>
  )
}
