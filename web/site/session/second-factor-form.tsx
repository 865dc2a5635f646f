import { useState } from 'react'
import { Field } from '#web/shared/forms/field.tsx'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import type { useSignIn } from '#web/shared/session/use-sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './session.module.css'
import { SessionPageLayout } from './session-page-layout.tsx'

/** Shows the code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ signIn, fullScreen }: { signIn: ReturnType<typeof useSignIn>; fullScreen: boolean }) {
  const { t } = useTranslation()
  const [recovery, setRecovery] = useState(false)
  return (
    <SessionPageLayout
      title={t('session.secondFactor.title')}
      intro={t(recovery ? 'session.secondFactor.introRecovery' : 'session.secondFactor.intro')}
      fullScreen={fullScreen}
    >
      <Form failure={signIn.failure} onSubmit={(text) => void signIn.enterCode(text('code'))}>
        <Field
          key={recovery ? 'recovery' : 'app'}
          label={t(recovery ? 'session.secondFactor.recoveryCode' : 'session.secondFactor.code')}
          name="code"
          dir="ltr"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
          required
        />
        <SubmitButton submitting={signIn.submitting}>{t('session.secondFactor.submit')}</SubmitButton>
      </Form>
      <div className={styles.links}>
        <button type="button" className={page.textButton} onClick={() => setRecovery(!recovery)}>
          {t(recovery ? 'session.secondFactor.useApp' : 'session.secondFactor.useRecovery')}
        </button>
        <button type="button" className={page.textButton} onClick={() => signIn.restart()}>
          {t('session.secondFactor.again')}
        </button>
      </div>
    </SessionPageLayout>
  )
}
