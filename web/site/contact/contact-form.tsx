import { messageLimits } from '#contract/message.ts'
import { EmailField } from '#web/shared/forms/email-field.tsx'
import { Field } from '#web/shared/forms/field.tsx'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { MessageForm } from '#web/site/support/message-form.tsx'

/** Shows the contact form. */
export function ContactForm() {
  const { t } = useTranslation()
  return (
    <MessageForm
      requiredFields={['name', 'email']}
      send={(text) =>
        getBrowserApi().messages.contact({
          name: text('name'),
          email: text('email'),
          phone: text('phone'),
          body: text('body'),
          website: text('website'),
        })
      }
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
          <EmailField label={t('pages.support.email')} maxLength={messageLimits.email} error={errors.email} />
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
        </>
      )}
    </MessageForm>
  )
}
