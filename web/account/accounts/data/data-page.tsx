import { type ReactNode, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { Account, ActiveSession } from '#contract/accounts/account.schema.ts'
import { payerDetailsYears } from '#contract/accounts/retention.ts'
import { passwordLength } from '#contract/accounts/user.ts'
import { findConsentTextByVersion } from '#contract/people/guardians/consent-texts.ts'
import styles from '#web/account/account.module.css'
import { formatDeviceName } from '#web/shared/accounts/session/device-name.ts'
import { readDataOrClearSessionAndRedirect } from '#web/shared/accounts/session/guards.ts'
import { findNewPasswordFailure } from '#web/shared/accounts/session/validate-new-password.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { CheckboxField } from '#web/shared/forms/fields.tsx'
import { Form, FormError, SubmitButton } from '#web/shared/forms/form.tsx'
import { ConsentStatement } from '#web/shared/forms/guardian-consent.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import { SignInToResubmitDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconDownload } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/data-page.ts'
import { AccountForm } from './account-form.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [account, sessions] = await readDataOrClearSessionAndRedirect(request.url, () =>
    Promise.all([accountApi.account.read(), accountApi.account.listSessions()]),
  )
  return { account, sessions }
}
clientLoader.hydrate = true as const

/** Shows the open sessions of the account, with buttons to end them. */
function SessionList({ sessions, onChanged }: { sessions: ActiveSession[]; onChanged: () => void }) {
  const { t, tAttribute } = useTranslation()
  const submission = useSubmitRunner({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit } = submission
  const { formatDateTime } = useDateFormat()
  const end = (work: () => Promise<void>) =>
    void submit(async () => {
      await work()
      toast.success(t('account.dataPage.ended'))
      onChanged()
    })
  return (
    <>
      <FormError failure={failure} />
      <ul className={styles.devices}>
        {sessions.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{formatDeviceName(t, one.device)}</strong>{' '}
              {one.current ? `(${t('accountForms.sessions.current')})` : null}
              <br />
              <span className={styles.note}>
                {t('accountForms.sessions.lastSeen')} {formatDateTime(one.lastSeenAt)} ·{' '}
                <bdi dir="ltr">{one.address}</bdi>
              </span>
            </span>
            {one.current ? null : (
              <button
                type="button"
                className={`${page.ghost} ${page.small}`}
                aria-label={tAttribute('accountForms.sessions.endOf', {
                  device: formatDeviceName(t, one.device),
                })}
                onClick={() => end(() => accountApi.account.endSession(one.id))}
              >
                {t('accountForms.sessions.end')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <button
          type="button"
          className={`${page.ghost} ${styles.start}`}
          aria-disabled={submitting}
          onClick={() => end(() => accountApi.account.endOtherSessions())}
        >
          {t('accountForms.sessions.endOthers')}
        </button>
      ) : null}
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}

/** Shows a form that changes the password and asks for the current one. */
function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const submission = useSubmitRunner({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit, reject } = submission
  const changePassword = (data: FormData) => {
    const value = (name: string) => String(data.get(name) ?? '')
    const [current, password, confirm] = [value('current'), value('password'), value('confirm')]
    const problem = findNewPasswordFailure(t, { current, password, confirm })
    if (problem) return reject(problem.message, problem.fields)
    void submit(async () => {
      const { message } = await accountApi.account.changePassword(current, password, confirm)
      form.current?.reset()
      toast.success(message)
      onChanged()
    })
  }
  const field = (name: 'current' | 'password' | 'confirm', label: string, note?: string) => (
    <PasswordField
      label={label}
      note={note}
      name={name}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      maxLength={passwordLength.max}
      required
      error={failure?.fields[name]}
    />
  )
  return (
    <>
      <Form ref={form} failure={failure} onSubmit={(_, data) => changePassword(data)}>
        {field('current', t('accountForms.password.current'))}
        {field(
          'password',
          t('accountForms.password.next'),
          t('accountForms.password.nextHint', { min: passwordLength.min }),
        )}
        {field('confirm', t('accountForms.password.confirm'))}
        <p className={styles.note}>{t('accountForms.password.intro')}</p>
        <SubmitButton submitting={submitting} className={`${page.button} ${styles.start}`}>
          {t('accountForms.password.submit')}
        </SubmitButton>
      </Form>
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}

/** Shows a form that requests the erasure of the account and asks for the password. */
function RequestErasureForm({ onRequested }: { onRequested: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const submission = useSubmitRunner({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit, reject } = submission
  const requestErasure = (password: string) => {
    if (!password) return reject(t('messages.formIncomplete'), { password: t('fieldErrors.required') })
    void submit(async () => {
      const { message } = await accountApi.ownData.requestErasure(password)
      form.current?.reset()
      toast.success(message)
      onRequested()
      window.scrollTo(0, 0)
    })
  }
  return (
    <>
      <p>{t('account.dataPage.eraseText', { years: payerDetailsYears })}</p>
      <Form
        ref={form}
        failure={failure}
        onSubmit={(_, data) => requestErasure(String(data.get('erasePassword') ?? ''))}
      >
        <PasswordField
          label={t('account.dataPage.erasePassword')}
          name="erasePassword"
          autoComplete="current-password"
          required
          error={failure?.fields.password}
        />
        <SubmitButton submitting={submitting} className={`${page.danger} ${styles.start}`}>
          {t('account.dataPage.eraseButton')}
        </SubmitButton>
      </Form>
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}

/** Shows a button that downloads all stored data of the user as a file. */
function DataDownload() {
  const { t } = useTranslation()
  const submission = useSubmitRunner({ needsSession: true, offline: t('account.dataPage.offline') })
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
      <button
        type="button"
        className={`${page.ghost} ${styles.start}`}
        aria-disabled={submitting}
        onClick={() => void download()}
      >
        <IconDownload size={20} stroke={1.7} aria-hidden />
        {submitting ? t('account.dataPage.copying') : t('account.dataPage.copyButton')}
      </button>
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}

/** Shows a checkbox that sets whether the user gets news by email. */
function NewsPreferenceForm({ receivesNews, onChanged }: { receivesNews: boolean; onChanged: () => void }) {
  const { t } = useTranslation()
  const submission = useSubmitRunner({ needsSession: true, offline: t('account.dataPage.offline') })
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

/** Shows the stored consent of the guardian, with the version of the text that it accepted. */
function GuardianConsentDetails({ guardian }: { guardian: NonNullable<Account['guardian']> }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  const text = findConsentTextByVersion(guardian.textVersion)?.[lang]
  const values = {
    name: guardian.name,
    contact: guardian.contact,
    day: formatDate(guardian.consentAt),
  }
  return (
    <>
      <p>{t('account.dataPage.guardianOf', values)}</p>
      {text ? (
        <details>
          <summary>{t('account.dataPage.showText')}</summary>
          <ConsentStatement text={text} version={guardian.textVersion} />
        </details>
      ) : null}
    </>
  )
}

/** Shows a part of the page with its heading. */
function AccountSection({ title, children, kind }: { title: string; children: ReactNode; kind?: 'danger' }) {
  return (
    <section className={`${styles.part} ${kind ? styles[kind] : ''}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Shows the sections of the data page: account form, password, sessions, download and erasure. */
function AccountData({
  account,
  sessions,
  onChanged,
}: {
  account: Account
  sessions: ActiveSession[]
  onChanged: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.parts}>
      <AccountSection title={t('account.dataPage.person')}>
        <AccountForm key={account.email} account={account} onSaved={onChanged} />
      </AccountSection>
      <div className={styles.column}>
        {account.guardian ? (
          <AccountSection title={t('account.dataPage.guardian')}>
            <GuardianConsentDetails guardian={account.guardian} />
          </AccountSection>
        ) : null}
        <AccountSection title={t('account.dataPage.password')}>
          <ChangePasswordForm onChanged={onChanged} />
        </AccountSection>
        <AccountSection title={t('account.dataPage.sessions')}>
          <SessionList sessions={sessions} onChanged={onChanged} />
        </AccountSection>
        <AccountSection title={t('account.dataPage.news')}>
          <NewsPreferenceForm receivesNews={account.receivesNews} onChanged={onChanged} />
        </AccountSection>
        <AccountSection title={t('account.dataPage.copy')}>
          <DataDownload />
        </AccountSection>
        {account.erasureRequestedAt || account.role === 'admin' ? null : (
          <AccountSection title={t('account.dataPage.erase')} kind="danger">
            <RequestErasureForm onRequested={onChanged} />
          </AccountSection>
        )}
      </div>
    </div>
  )
}

export default function AccountDataPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <AccountData {...loaderData} onChanged={() => void revalidate()} />
}
