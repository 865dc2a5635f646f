import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type DownloadRequest, registrantLimits } from '#contract/registrant.ts'
import { countries } from '#contract/rules/countries.ts'
import { ApiError } from '#web/shared/api/call.ts'
import fields from '#web/shared/forms/field.module.css'
import { Field, Trap } from '#web/shared/forms/field.tsx'
import { PhoneField, phoneIn } from '#web/shared/forms/phone-field.tsx'
import { useLang } from '#web/shared/language.ts'
import { browserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import styles from './register-dialog.module.css'

type Props = { system: DownloadRequest['platform']; onClose: () => void }

/** The registration before the download: open, submitting, then the file starts and the dialog closes. What was typed survives a failure. */
export default function RegisterDialog({ system, onClose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const busy = useRef(false)
  const [submitting, setSubmitting] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [all] = useState(() => countries(lang))
  const name = t(system === 'mac' ? 'home.simulator.mac' : 'home.simulator.windows')

  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  // every refusal brings a new `errors`, also one with the same words
  useEffect(() => {
    if (Object.keys(errors).length > 0) dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  // closed by the dialog itself, which gives the focus back to the button that opened it
  const close = () => dialog.current?.close()

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const form = new FormData(event.currentTarget)
    const text = (field: string) => String(form.get(field) ?? '').trim()
    const missing = ['name', 'email', 'phone_number'].filter((field) => text(field) === '')
    setErrors(Object.fromEntries(missing.map((field) => [field, t('fieldErrors.required')])))
    if (missing.length > 0) return setProblem(t('messages.downloadIncomplete'))
    setProblem(undefined)
    busy.current = true
    setSubmitting(true)
    try {
      const { url } = await browserApi().download.register({
        name: text('name'),
        email: text('email'),
        phone: phoneIn(text, 'phone_number'),
        country: text('country'),
        platform: system,
        userType: text('user_type') === 'coach' ? 'coach' : 'student',
        website: text('website'),
      })
      toast.success(t('messages.downloadStarts'))
      close()
      window.location.assign(url)
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      setErrors(refusal?.fields ?? {})
      setProblem(refusal?.code === 'offline' ? t('download.offline') : refusal?.message || t('messages.loadFailed'))
    }
    busy.current = false
    setSubmitting(false)
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`} onClose={onClose}>
      <form method="post" noValidate className={fields.form} onSubmit={(event) => void send(event)}>
        <div>
          <h2 id={`${id}title`} className={styles.title}>
            {t('download.title')}
          </h2>
          <p className={styles.intro}>{t('download.intro')}</p>
        </div>
        <div role="alert">{problem ? <p className={fields.problem}>{problem}</p> : null}</div>
        <Field label={t('download.name')} name="name" autoComplete="name" maxLength={registrantLimits.name} required error={errors.name} />
        <Field
          label={t('download.email')}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={registrantLimits.email}
          required
          error={errors.email}
        />
        <PhoneField label={t('download.phone')} name="phone_number" maxLength={registrantLimits.phone} error={errors.phone_number} />
        <div>
          <label className={fields.label} htmlFor={`${id}country`}>
            {t('download.country')}
          </label>
          <select id={`${id}country`} name="country" className={fields.input} defaultValue="egypt" autoComplete="country-name">
            {all.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <fieldset className={styles.who}>
          <legend className={fields.label}>{t('download.who')}</legend>
          {(['student', 'coach'] as const).map((who) => (
            <label key={who} className={styles.choice}>
              <input type="radio" name="user_type" value={who} defaultChecked={who === 'student'} />
              {t(`download.${who}`)}
            </label>
          ))}
        </fieldset>
        <Trap />
        <div className={styles.actions}>
          <button type="submit" className={page.button} aria-disabled={submitting}>
            {submitting ? t('download.submitting') : t('download.submit', { system: name })}
          </button>
          <button type="button" className={page.ghost} onClick={close}>
            {t('download.close')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
