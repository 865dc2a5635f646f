import { IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import fields from '#web/shared/forms/field.module.css'
import { SignInAgain } from '#web/shared/forms/sign-in-again.tsx'
import { useSend } from '#web/shared/forms/use-send.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'

/** Everything that is kept, as a file. */
export function MyCopy() {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const { sending, problem, again, send, forget } = useSend(form)
  const take = () =>
    void send(async () => {
      const url = URL.createObjectURL(await accountApi.own.download())
      const link = document.createElement('a')
      link.href = url
      link.download = 'botola-my-data.json'
      link.click()
      URL.revokeObjectURL(url)
    })
  return (
    <>
      <p>{t('account.dataPage.copyText')}</p>
      <div role="alert">{problem ? <p className={fields.problem}>{problem.text}</p> : null}</div>
      <button type="button" className={`${page.ghost} ${styles.start}`} aria-disabled={sending} onClick={take}>
        <IconDownload size={20} stroke={1.7} aria-hidden />
        {sending ? t('account.dataPage.copying') : t('account.dataPage.copyButton')}
      </button>
      {again ? <SignInAgain onDone={again.go} onClose={forget} /> : null}
    </>
  )
}
