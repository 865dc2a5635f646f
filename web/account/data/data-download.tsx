import { IconDownload } from '@tabler/icons-react'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { SignInToResubmitDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'

/** Shows a button that downloads all stored data of the user as a file. */
export function DataDownload() {
  const { t } = useTranslation()
  const submission = useSubmit({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit } = submission
  const download = () =>
    submit(async () => {
      const url = URL.createObjectURL(await accountApi.ownData.downloadCopy())
      const link = document.createElement('a')
      link.href = url
      link.download = 'botola-my-data.json'
      link.click()
      URL.revokeObjectURL(url)
    })
  return (
    <>
      <p>{t('account.dataPage.copyText')}</p>
      <FormError failure={failure} />
      <button type="button" className={`${page.ghost} ${styles.start}`} aria-disabled={submitting} onClick={() => void download()}>
        <IconDownload size={20} stroke={1.7} aria-hidden />
        {submitting ? t('account.dataPage.copying') : t('account.dataPage.copyButton')}
      </button>
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}
