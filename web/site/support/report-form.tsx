import { useState } from 'react'
import { messageLimits } from '#contract/message.ts'
import { countWords, mostWords } from '#contract/rules/words.ts'
import { Field, LongField } from '#web/shared/forms/field.tsx'
import { browserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SendForm } from './send-form.tsx'
import styles from './support.module.css'

/** Report an Issue: stored, shown to administrators and mailed to the region's contact. */
export function ReportForm({ regionId }: { regionId: string | null }) {
  const { t } = useTranslation()
  const [message, setMessage] = useState('')
  const words = countWords(message)
  const required = t('fieldErrors.required')
  return (
    <SendForm
      check={(text) => ({
        ...Object.fromEntries(['first_name', 'last_name', 'email', 'message'].flatMap((name) => (text(name) ? [] : [[name, required]]))),
        ...(countWords(text('message')) > mostWords ? { message: t('pages.support.tooLong', { limit: mostWords }) } : {}),
      })}
      send={async (text) => {
        const reply = await browserApi().support.report({
          firstName: text('first_name'),
          lastName: text('last_name'),
          email: text('email'),
          message: text('message'),
          regionId,
          trap: text('website'),
        })
        setMessage('')
        return reply
      }}
    >
      {(errors) => (
        <>
          <div className={styles.pair}>
            <Field
              label={t('pages.support.firstName')}
              name="first_name"
              autoComplete="given-name"
              maxLength={messageLimits.name}
              required
              error={errors.first_name}
            />
            <Field
              label={t('pages.support.lastName')}
              name="last_name"
              autoComplete="family-name"
              maxLength={messageLimits.name}
              required
              error={errors.last_name}
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
          <LongField
            label={t('pages.support.message')}
            name="message"
            maxLength={messageLimits.message}
            required
            error={errors.message ?? (words > mostWords ? t('pages.support.tooLong', { limit: mostWords }) : undefined)}
            below={t('pages.support.words', { used: words, limit: mostWords })}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </>
      )}
    </SendForm>
  )
}
