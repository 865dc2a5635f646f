import { use } from 'react'
import { shareImageSize } from '#contract/site/share-image.ts'
import { localizePath, useRootData } from '#web/shared/language.ts'
import { NonceContext } from '#web/shared/request-contexts.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  title: string
  description: string
  /** The canonical path, in English. */
  path: string
  /** The Open Graph image, `shareImageSize` large. Without it, the page has the image of the site. */
  shareImage?: { path: string; alt: string }
  /** Structured data for search engines. */
  jsonLd?: object
  noindex?: boolean
}

/**
 * Shows the metadata of a page: title, description, canonical address and language alternatives (not for a
 * page that is kept from search engines), Open Graph, structured data.
 */
export function PageMetadata({ title, description, path, shareImage, jsonLd, noindex = false }: Props) {
  const { t } = useTranslation()
  const { siteUrl, lang, brand } = useRootData()
  const nonce = use(NonceContext)
  const url = (of: 'en' | 'ar') => `${siteUrl}${localizePath(path, of)}`
  const fullTitle = `${title} · ${t('name')}`
  // the standard image shows the standard name
  const standard = brand.isStandard ? { path: `/og-${lang}.png`, alt: t('name') } : undefined
  const picture = shareImage ?? (brand.logo ? undefined : standard)
  const imageUrl = picture?.path ?? brand.logo
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
      {imageUrl ? <meta property="og:image" content={`${siteUrl}${imageUrl}`} /> : null}
      {picture ? (
        <>
          <meta property="og:image:width" content={String(shareImageSize.width)} />
          <meta property="og:image:height" content={String(shareImageSize.height)} />
          <meta property="og:image:alt" content={picture.alt} />
        </>
      ) : null}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
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
