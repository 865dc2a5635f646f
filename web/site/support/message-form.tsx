import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { countWords, maxMessageWords, messageLimits } from '#contract/site/message.ts'
import type { SentMessage } from '#web/shared/api/public-api.ts'
import { Honeypot, TextAreaField } from '#web/shared/forms/fields.tsx'
import { Form, type FormText, SubmitButton } from '#web/shared/forms/form.tsx'
import { type FieldErrors, useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './support.module.css'

/** Returns the error of a message with too many words, undefined for a shorter one. */
const findMessageTextError = (t: TFunction, text: string): string | undefined =>
  countWords(text) > maxMessageWords ? t('pages.support.tooLong', { limit: maxMessageWords }) : undefined

type FindMessageTextErrorProps = {
  text: string
  onTextChange: (text: string) => void
  error: string | undefined
}

/** Shows the field `body` of a message form, with the number of its words. */
function MessageTextField({ text, onTextChange, error }: FindMessageTextErrorProps) {
  const { t } = useTranslation()
  return (
    <TextAreaField
      label={t('pages.support.message')}
      name="body"
      maxLength={messageLimits.body}
      required
      error={error ?? findMessageTextError(t, text)}
      hint={t('pages.support.words', { used: countWords(text), limit: maxMessageWords })}
      onValueChange={onTextChange}
    />
  )
}

type Props = {
  requiredFields: readonly string[]
  /** Sends the message, whose text is the field `body`. */
  send: (text: FormText) => Promise<SentMessage>
  /** Shows the fields above the text of the message. */
  children: (errors: FieldErrors) => ReactNode
}

/** Shows a form of a message to the organizers. It keeps its values until the server has stored them. */
export function OrganizerMessageForm({ requiredFields, send, children }: Props) {
  const { t } = useTranslation()
  const confirmation = useRef<HTMLDivElement>(null)
  const { submitting, failure, submit, reject } = useSubmitRunner({ offline: t('pages.support.offline') })
  const [reply, setReply] = useState<SentMessage>()
  const [body, setBody] = useState('')
  // the focused button disappears, so the focus moves to the answer
  useEffect(() => {
    if (reply !== undefined) confirmation.current?.focus()
  }, [reply])

  if (reply !== undefined)
    return (
      <div ref={confirmation} className={page.empty} role="status" tabIndex={-1}>
        <p className={styles.done}>{reply.message}</p>
        {reply.reference ? <p>{t('pages.support.reference', { reference: reply.reference })}</p> : null}
        {reply.hasCopy ? <p>{t('pages.support.copy')}</p> : null}
        <button type="button" className={page.ghost} onClick={() => setReply(undefined)}>
          {t('pages.support.again')}
        </button>
      </div>
    )
  const sendMessage = (text: FormText) => {
    const bodyError = findMessageTextError(t, text('body'))
    const errors = {
      ...Object.fromEntries(
        [...requiredFields, 'body']
          .filter((name) => !text(name))
          .map((name) => [name, t('fieldErrors.required')]),
      ),
      ...(bodyError ? { body: bodyError } : {}),
    }
    if (Object.keys(errors).length > 0) return reject(t('messages.formIncomplete'), errors)
    void submit(async () => {
      setReply(await send(text))
      setBody('')
    })
  }
  const errors = failure?.fields ?? {}
  return (
    <Form failure={failure} onSubmit={sendMessage}>
      {children(errors)}
      <MessageTextField text={body} onTextChange={setBody} error={errors.body} />
      <Honeypot />
      <div>
        <SubmitButton submitting={submitting} submittingText={t('pages.support.sending')}>
          {t('pages.support.submit')}
        </SubmitButton>
      </div>
    </Form>
  )
}
