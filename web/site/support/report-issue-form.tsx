import { messageLimits } from '#contract/message.ts'
import { EmailField } from '#web/shared/forms/email-field.tsx'
import { Field } from '#web/shared/forms/field.tsx'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { MessageForm } from './message-form.tsx'
import styles from './support.module.css'

/** Shows the form 'Report an Issue'. The server stores a report and mails it to the contact of the region. */
export function ReportIssueForm({ regionId }: { regionId: string | null }) {
  const { t } = useTranslation()
  return (
    <MessageForm
      requiredFields={['firstName', 'lastName', 'email']}
      send={(text) =>
        getBrowserApi().messages.report({
          firstName: text('firstName'),
          lastName: text('lastName'),
          email: text('email'),
          body: text('body'),
          regionId: regionId ?? undefined,
          website: text('website'),
        })
      }
    >
      {(errors) => (
        <>
          <div className={styles.pair}>
            <Field
              label={t('pages.support.firstName')}
              name="firstName"
              autoComplete="given-name"
              maxLength={messageLimits.name}
              required
              error={errors.firstName}
            />
            <Field
              label={t('pages.support.lastName')}
              name="lastName"
              autoComplete="family-name"
              maxLength={messageLimits.name}
              required
              error={errors.lastName}
            />
          </div>
          <EmailField label={t('pages.support.email')} maxLength={messageLimits.email} error={errors.email} />
        </>
      )}
    </MessageForm>
  )
}
