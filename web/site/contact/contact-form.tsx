import { useState } from 'react'
import { messageLimits } from '#contract/message.ts'
import { Field } from '#web/shared/forms/field.tsx'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { MessageForm } from '#web/site/support/message-form.tsx'
import { findMessageTextError, MessageTextField } from '#web/site/support/message-text-field.tsx'

/** Shows the contact form. */
export function ContactForm() {
  const { t } = useTranslation()
  const [body, setBody] = useState('')
  const required = t('fieldErrors.required')
  return (
    <MessageForm
      check={(text) => {
        const textError = findMessageTextError(t, text('body'))
        return {
          ...Object.fromEntries(['name', 'email', 'body'].flatMap((name) => (text(name) ? [] : [[name, required]]))),
          ...(textError ? { body: textError } : {}),
        }
      }}
      send={async (text) => {
        const reply = await getBrowserApi().messages.contact({
          name: text('name'),
          email: text('email'),
          phone: text('phone'),
          body: text('body'),
          website: text('website'),
        })
        setBody('')
        return reply
      }}
    >
      {(errors) => (
        <>
          <Field
            label={t('pages.contact.name')}
            name="name"
            autoComplete="name"
            maxLength={messageLimits.name}
            required
            error={errors.name}
          />
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
          <Field
            label={t('pages.contact.phone')}
            note={t('pages.contact.optional')}
            name="phone"
            type="tel"
            dir="ltr"
            autoComplete="tel"
            maxLength={messageLimits.phone}
            error={errors.phone}
          />
          <MessageTextField text={body} onTextChange={setBody} error={errors.body} />
        </>
      )}
    </MessageForm>
  )
}
