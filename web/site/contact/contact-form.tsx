import { useState } from 'react'
import { messageLimits } from '#contract/message.ts'
import { countWords, maxMessageWords } from '#contract/rules/word-count.ts'
import { Field, TextAreaField } from '#web/shared/forms/field.tsx'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { MessageForm } from '#web/site/support/message-form.tsx'

/** Shows the contact form. */
export function ContactForm() {
  const { t } = useTranslation()
  const [body, setBody] = useState('')
  const words = countWords(body)
  const tooLong = t('pages.support.tooLong', { limit: maxMessageWords })
  const required = t('fieldErrors.required')
  return (
    <MessageForm
      check={(text) => ({
        ...Object.fromEntries(['name', 'email', 'body'].flatMap((name) => (text(name) ? [] : [[name, required]]))),
        ...(countWords(text('body')) > maxMessageWords ? { body: tooLong } : {}),
      })}
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
          <TextAreaField
            label={t('pages.support.message')}
            name="body"
            maxLength={messageLimits.body}
            required
            error={errors.body ?? (words > maxMessageWords ? tooLong : undefined)}
            hint={t('pages.support.words', { used: words, limit: maxMessageWords })}
            onValueChange={setBody}
          />
        </>
      )}
    </MessageForm>
  )
}
