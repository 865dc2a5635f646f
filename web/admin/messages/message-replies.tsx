import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Message, MessageReply } from '#contract/message.schema.ts'
import { messageLimits } from '#contract/message.ts'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { EmailAddress } from '#web/admin/shared/table-cells.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './messages.module.css'

const lines = 2
const isLong = (text: string) => text.length > 80 || text.split('\n').length > lines

/** Shows the first lines of a text, and a button that shows all of it. */
export function ExpandableText({ text, lang }: { text: string; lang: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const long = isLong(text)
  return (
    <>
      <Text
        size="sm"
        lang={lang}
        dir="auto"
        maw={520}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        // a long text scrolls, so that its sender stays in view
        {...(long
          ? open
            ? {
                mah: 320,
                role: 'region',
                tabIndex: 0,
                'aria-label': t('adminMessages.message'),
                className: styles.opened,
              }
            : { lineClamp: lines }
          : {})}
      >
        {text}
      </Text>
      {long ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'admin.list.close' : 'adminMessages.read')}
        </Anchor>
      ) : null}
    </>
  )
}

/** Shows the answers to a message: who sent them, when, and their texts. */
export function ReplyList({ replies, lang }: { replies: readonly MessageReply[]; lang: string }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  if (replies.length === 0) return null
  return (
    <Stack gap="xs" mt="xs">
      {replies.map(({ id, body, by, at }) => (
        <div
          key={id}
          style={{
            borderInlineStart: '3px solid var(--mantine-color-default-border)',
            paddingInlineStart: 12,
          }}
        >
          <Text size="xs" c="dimmed">
            {t('adminMessages.answeredBy', {
              name: `\u2068${by || t('admin.list.unknownAccount')}\u2069`,
              at: formatDateTime(at),
            })}
          </Text>
          <ExpandableText text={body} lang={lang} />
        </div>
      ))}
    </Stack>
  )
}

type Props = { message: Message; onClose: () => void; onReplied: (message: Message) => void }

/** Shows a message with the replies that were sent, and a form that sends a reply by email. */
export function ReplyDialog({ message, onClose, onReplied }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { failure, submitting, submit, reject } = useSubmitWithErrorFocus()
  const { id, name, email, reference, body, lang } = message
  const send = () => {
    if (text.trim() === '') return reject(t('messages.formIncomplete'), { body: t('fieldErrors.required') })
    void submit(async () => {
      const answered = await callApi('POST /api/admin/messages/reply', { json: { id, body: text } })
      toast.success(answered.msg)
      onReplied(answered.message)
      onClose()
    })
  }
  const mailProgram = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`${t('adminMessages.subject')} (${reference})`)}`
  return (
    <AdminDialog
      onClose={onClose}
      title={t('adminMessages.reply', { name: `\u2068${name}\u2069` })}
      size="lg"
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {reference} · <EmailAddress>{email}</EmailAddress>
          </Text>
          <Text
            lang={lang}
            dir="auto"
            mah={220}
            style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', overflowY: 'auto' }}
          >
            {body}
          </Text>
          <ReplyList replies={message.replies} lang={lang} />
          <ErrorAlert message={failure?.message} />
          <Textarea
            label={t('adminMessages.answer')}
            description={t(
              lang === 'ar' ? 'adminMessages.writtenInArabic' : 'adminMessages.writtenInEnglish',
            )}
            lang={lang}
            dir="auto"
            autosize
            minRows={6}
            maxRows={16}
            maxLength={messageLimits.body}
            data-autofocus
            value={text}
            error={failure?.fields.body}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="space-between">
            <Anchor size="sm" href={mailProgram}>
              {t('adminMessages.mailProgram')}
            </Anchor>
            <Group>
              <Button variant="default" onClick={onClose}>
                {t('admin.list.cancel')}
              </Button>
              <Button type="submit" loading={submitting}>
                {t('adminMessages.send')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </AdminDialog>
  )
}
