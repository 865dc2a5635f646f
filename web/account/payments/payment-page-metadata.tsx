import { useTranslation } from '#web/shared/texts.ts'

/** Sets the title of a payment page and excludes it from search engines. */
export function PaymentPageMetadata({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
