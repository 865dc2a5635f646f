import { useState } from 'react'
import { messageLimits } from '#contract/message.ts'
import { Field } from '#web/shared/forms/field.tsx'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { MessageForm } from './message-form.tsx'
import { findMessageTextError, MessageTextField } from './message-text-field.tsx'
import styles from './support.module.css'

/** Shows the form 'Report an Issue'. The server stores a report and mails it to the contact of the region. */
export function ReportIssueForm({ regionId }: { regionId: string | null }) {
  const { t } = useTranslation()
  const [body, setBody] = useState('')
  const required = t('fieldErrors.required')
  return (
    <MessageForm
      check={(text) => {
        const textError = findMessageTextError(t, text('body'))
        return {
          ...Object.fromEntries(['firstName', 'lastName', 'email', 'body'].flatMap((name) => (text(name) ? [] : [[name, required]]))),
          ...(textError ? { body: textError } : {}),
        }
      }}
      send={async (text) => {
        const reply = await getBrowserApi().messages.report({
          firstName: text('firstName'),
          lastName: text('lastName'),
          email: text('email'),
          body: text('body'),
          regionId: regionId ?? undefined,
          website: text('website'),
        })
        setBody('')
        return reply
      }}
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
          <Field
            label={t('pages.support.email')}
            name="email"
            type="email"
            dir="ltr"
            autoComplete="email"
            maxLength={messageLimits.email}
            required
            error={errors.email}
          />
          <MessageTextField text={body} onTextChange={setBody} error={errors.body} />
        </>
      )}
    </MessageForm>
  )
}
