import { useState } from 'react'
import { useLinkTokenMovedToStorage } from '#web/shared/accounts/session/use-link-token.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { SessionPageLayout } from './session-page-layout.tsx'

/**
 * Shows a button that unsubscribes the address of an email's link from news, and one that undoes it. Opening
 * the link is not enough, because mail scanners open links, too.
 */
function UnsubscribeForm() {
  const { t } = useTranslation()
  const { token } = useLinkTokenMovedToStorage('unsubscribe')
  const { submitting, failure, submit } = useSubmitRunner()
  const [reply, setReply] = useState<{ message: string; receivesNews: boolean }>()
  const setPreference = (receivesNews: boolean) =>
    submit(async () =>
      setReply({ message: await getBrowserApi().unsubscribe(token ?? '', receivesNews), receivesNews }),
    )
  const title = t('pages.unsubscribe.title')
  if (token === '')
    return (
      <SessionPageLayout title={title}>
        <p role="status">{t('pages.unsubscribe.noLink')}</p>
      </SessionPageLayout>
    )
  const isUnsubscribed = reply?.receivesNews === false
  return (
    <SessionPageLayout title={title} intro={reply ? undefined : t('pages.unsubscribe.intro')}>
      <p role="status">{reply?.message}</p>
      <Form failure={failure} onSubmit={() => void setPreference(isUnsubscribed)}>
        <SubmitButton submitting={submitting} isReady={token !== undefined}>
          {t(isUnsubscribed ? 'pages.unsubscribe.subscribe' : 'pages.unsubscribe.submit')}
        </SubmitButton>
      </Form>
    </SessionPageLayout>
  )
}

export default function UnsubscribePage() {
  const { t } = useTranslation()
  return (
    <>
      <NoindexPageMetadata title={t('pages.unsubscribe.title')} />
      <UnsubscribeForm />
    </>
  )
}
