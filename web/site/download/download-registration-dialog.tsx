import { useRef, useState } from 'react'
import { listCountries } from '#contract/platform/countries.ts'
import type { DownloadRequest } from '#contract/site/download-registrant.schema.ts'
import { registrantLimits } from '#contract/site/download-registrant.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { Dialog, DialogActions } from '#web/shared/forms/dialog.tsx'
import { EmailField, Honeypot, RadioGroup, SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { Form, type FormText, SubmitButton } from '#web/shared/forms/form.tsx'
import {
  isPhoneCountryUndecided,
  PhoneField,
  readPhoneFieldAsE164IfValid,
} from '#web/shared/forms/phone-field.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

type Props = { system: DownloadRequest['platform']; hasFile: boolean; onClose: () => void }

/**
 * Shows the registration before the download: open, submitting, then the file starts and the dialog closes.
 * Without a file the dialog says that an email follows.
 */
export default function DownloadRegistrationDialog({ system, hasFile, onClose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const dialog = useRef<HTMLDialogElement>(null)
  const { submitting, failure, submit, reject } = useSubmitRunner({ offline: t('download.offline') })
  const [countryOptions] = useState(() =>
    listCountries(lang).map(({ slug, name }) => ({ value: slug, label: name })),
  )
  const systemName = t(system === 'mac' ? 'home.simulator.mac' : 'home.simulator.windows')
  const errors = failure?.fields ?? {}

  const register = (text: FormText) => {
    const missing = ['name', 'email', 'phone_number'].filter((field) => text(field) === '')
    if (missing.length > 0)
      return reject(
        t('messages.downloadIncomplete'),
        Object.fromEntries(missing.map((field) => [field, t('fieldErrors.required')])),
      )
    if (isPhoneCountryUndecided(text, 'phone_number'))
      return reject(t('download.decideCountry'), { phone_number: t('download.decideCountry') })
    void submit(async () => {
      const { message, url } = await getBrowserApi().download.register({
        name: text('name'),
        email: text('email'),
        phone: await readPhoneFieldAsE164IfValid(text, 'phone_number'),
        country: text('country'),
        platform: system,
        userType: text('user_type') === 'coach' ? 'coach' : 'student',
        website: text('website'),
      })
      toast.success(message)
      dialog.current?.close()
      if (url !== null) window.location.assign(url)
    })
  }

  return (
    <Dialog
      ref={dialog}
      title={hasFile ? t('download.title') : t('download.titleWithoutFile', { system: systemName })}
      text={hasFile ? t('download.intro') : t('download.introWithoutFile', { system: systemName })}
      onClose={onClose}
    >
      <Form failure={failure} onSubmit={register}>
        <TextField
          label={t('download.name')}
          name="name"
          autoComplete="name"
          maxLength={registrantLimits.name}
          required
          error={errors.name}
        />
        <EmailField label={t('download.email')} maxLength={registrantLimits.email} error={errors.email} />
        <PhoneField
          label={t('download.phone')}
          name="phone_number"
          maxLength={registrantLimits.phone}
          error={errors.phone_number}
        />
        <SelectField
          label={t('download.country')}
          name="country"
          defaultValue="egypt"
          autoComplete="country-name"
          options={countryOptions}
        />
        <RadioGroup
          label={t('download.who')}
          name="user_type"
          defaultValue="student"
          options={(['student', 'coach'] as const).map((value) => ({ value, label: t(`download.${value}`) }))}
        />
        <Honeypot />
        <DialogActions>
          <SubmitButton submitting={submitting} submittingText={t('download.submitting')}>
            {hasFile ? t('download.submit', { system: systemName }) : t('download.submitWithoutFile')}
          </SubmitButton>
          <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
            {t('download.close')}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
