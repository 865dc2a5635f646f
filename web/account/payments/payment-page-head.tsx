import { useTranslation } from '#web/shared/texts.ts'

/** Title of a page about paying; search engines leave them out. */
export function PaymentPageHead({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
