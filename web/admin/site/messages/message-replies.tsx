import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Message, MessageReply } from '#contract/site/message.schema.ts'
import { messageLimits } from '#contract/site/message.ts'
import { FormDialog, getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
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
              name: by || t('admin.list.unknownAccount'),
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
  const { id, name, email, reference, body, lang } = message
  const form = useForm({
    initialValues: { body: '' },
    required: ['body'],
    send: (reply) => callApi('POST /api/admin/messages/reply', { json: { id, ...reply } }),
    onSaved: (answered) => {
      onReplied(answered.message)
      onClose()
    },
    describeFailure: getFailureMessage,
  })
  const mailProgram = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`${t('adminMessages.subject')} (${reference})`)}`
  return (
    <FormDialog
      form={form}
      title={t('adminMessages.reply', { name })}
      size="lg"
      onClose={onClose}
      intro={
        <>
          <Text size="sm" c="dimmed">
            {reference} · <BreakableEmailAddress>{email}</BreakableEmailAddress>
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
        </>
      }
    >
      <Textarea
        label={t('adminMessages.answer')}
        description={t(lang === 'ar' ? 'adminMessages.writtenInArabic' : 'adminMessages.writtenInEnglish')}
        lang={lang}
        dir="auto"
        autosize
        minRows={6}
        maxRows={16}
        maxLength={messageLimits.body}
        data-autofocus
        {...form.getInputProps('body')}
      />
      <Group justify="space-between">
        <Anchor size="sm" href={mailProgram}>
          {t('adminMessages.mailProgram')}
        </Anchor>
        <Group>
          <Button variant="default" onClick={onClose}>
            {t('admin.list.cancel')}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {t('adminMessages.send')}
          </Button>
        </Group>
      </Group>
    </FormDialog>
  )
}
