import { useTranslation } from '#web/shared/texts.ts'

/** Shows the title of a page around signing in; search engines leave them out. */
export function SessionPageMeta({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
