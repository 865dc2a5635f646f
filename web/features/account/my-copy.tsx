import { IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { personApi } from '#web/lib/person-api.ts'
import { useTranslation } from '#web/lib/texts.ts'
import fields from '#web/ui/field.module.css'
import page from '#web/ui/page.module.css'
import { SignInAgain } from '#web/ui/sign-in-again.tsx'
import { useSend } from '#web/ui/use-send.ts'
import styles from './account.module.css'

/** Everything that is kept, as a file. */
export function MyCopy() {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const { sending, problem, again, send, forget } = useSend(form)
  const take = () =>
    void send(async () => {
      const url = URL.createObjectURL(await personApi.own.download())
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
