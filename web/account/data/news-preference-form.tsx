import { accountApi } from '#web/shared/api/account-api.ts'
import { CheckboxField } from '#web/shared/forms/checkbox-field.tsx'
import { FormError } from '#web/shared/forms/form.tsx'
import { SignInToResubmitDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Shows a checkbox that sets whether the user gets news by mail. */
export function NewsPreferenceForm({ receivesNews, onChanged }: { receivesNews: boolean; onChanged: () => void }) {
  const { t } = useTranslation()
  const submission = useSubmit({ needsSession: true, offline: t('account.dataPage.offline') })
  const save = (value: boolean) =>
    submission.submit(async () => {
      toast.success(await accountApi.account.setReceivesNews(value))
      onChanged()
    })
  return (
    <>
      <p>{t('account.dataPage.newsText')}</p>
      <FormError failure={submission.failure} />
      <CheckboxField
        label={t('account.dataPage.newsLabel')}
        checked={receivesNews}
        onChange={(event) => void save(event.currentTarget.checked)}
      />
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}
