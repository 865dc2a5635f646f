import { useTranslation } from '#web/shared/texts.ts'

/** Sets the title of a page and excludes the page from search engines. */
export function NoindexPageMetadata({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
